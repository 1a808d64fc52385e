import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { PasswordResetBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useCallback } from 'react';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { isStrongEnough } from '../../ui/password-rules';
import { useSchemaForm } from '../../ui/schema-form';
import { toastSuccess } from '../../ui/toast';
import { accountQuery } from './account.queries';
import type { MailLink } from './mail-link';

type Values = { password: string; repeat: string };

const fieldOf = { 'account.passwordWeak': 'password' } as const;

/** `isSpent` is true when the link was refused. */
export function useResetForm({ token, email }: MailLink) {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const check = useCallback(
    ({ password, repeat }: Values) => ({
      password: password && !isStrongEnough(password) ? t('account.register.weak') : null,
      repeat: repeat === password ? null : t('account.register.differs'),
    }),
    [t],
  );
  const form = useSchemaForm<Values>(PasswordResetBody.pick({ password: true }), {
    initialValues: { password: '', repeat: '' },
    check,
  });
  const { failure, show, clear } = useFormFailure(form, fieldOf);
  const reset = useMutation({
    mutationFn: ({ password }: Values) =>
      call(accountEndpoints.resetPassword, { body: { password, email, rToken: token } }),
    onMutate: clear,
    onSuccess: async () => {
      toastSuccess(t('account.reset.done'));
      // All sessions of the account have ended, possibly this browser's.
      await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 }).catch(() => undefined);
      await router.navigate({ to: '/account/login', replace: true });
    },
    onError: show,
  });
  return {
    form,
    failure,
    isSpent: isError(reset.error, 'account.linkInvalid'),
    saving: reset.isPending,
    submit: form.onSubmit((values) => reset.mutate(values)),
  };
}
