import { useMutation } from '@tanstack/react-query';
import { PasswordChangeBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useCallback } from 'react';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { isStrongEnough } from '../../ui/password-rules';
import { useSchemaForm } from '../../ui/schema-form';
import { toastSuccess } from '../../ui/toast';

type Values = { old: string; new: string; repeat: string };

const fieldOf = { 'account.oldPasswordWrong': 'old', 'account.passwordWeak': 'new' } as const;

export function usePasswordForm() {
  const t = useText('account');
  const check = useCallback(
    (values: Values) => ({
      new: values.new && !isStrongEnough(values.new) ? t('account.register.weak') : null,
      repeat: values.repeat === values.new ? null : t('account.register.differs'),
    }),
    [t],
  );
  const form = useSchemaForm<Values>(PasswordChangeBody, { initialValues: { old: '', new: '', repeat: '' }, check });
  const { failure, show, clear } = useFormFailure(form, fieldOf);
  const change = useMutation({
    mutationFn: ({ repeat: _, ...body }: Values) => call(accountEndpoints.changePassword, { body }),
    onMutate: clear,
    onSuccess: () => {
      form.reset();
      toastSuccess(t('account.profile.passwordSaved'));
    },
    onError: show,
  });
  return { form, failure, saving: change.isPending, submit: form.onSubmit((values) => change.mutate(values)) };
}
