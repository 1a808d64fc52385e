import { useMutation } from '@tanstack/react-query';
import { PasswordChangeBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { isStrongEnough } from '../../ui/password-rules';
import { toastSuccess } from '../../ui/toast';
import { useForm } from '../../ui/use-form';

type Values = { old: string; new: string; repeat: string };

const fieldOf = { 'account.oldPasswordWrong': 'old', 'account.passwordWeak': 'new' } as const;

export function usePasswordForm() {
  const t = useText('account');
  const change = useMutation({
    mutationFn: ({ repeat: _, ...body }: Values) => call(accountEndpoints.changePassword, { body }),
  });
  const form = useForm<Values>({
    base: { old: '', new: '', repeat: '' },
    whole: true,
    schema: PasswordChangeBody,
    check: (values) => ({
      new: values.new && !isStrongEnough(values.new) ? t('account.register.weak') : null,
      repeat: values.repeat === values.new ? null : t('account.register.differs'),
    }),
    fieldOf,
    save: async (values) => {
      await change.mutateAsync(values);
      form.discard();
      toastSuccess(t('account.profile.passwordSaved'));
    },
  });
  return form;
}
