import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { PasswordResetBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { isStrongEnough } from '../../ui/password-rules';
import { toastSuccess } from '../../ui/toast';
import { useForm } from '../../ui/use-form';
import { accountQuery } from './account.queries';
import type { MailLink } from './mail-link';

type Values = { password: string; repeat: string };

const passwordOnly = PasswordResetBody.pick({ password: true });
const fieldOf = { 'account.passwordWeak': 'password' } as const;

/** `isSpent` is true when the link was refused. */
export function useResetForm({ token, email }: MailLink) {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const reset = useMutation({
    mutationFn: ({ password }: Values) =>
      call(accountEndpoints.resetPassword, { body: { password, email, rToken: token } }),
  });
  const form = useForm<Values>({
    base: { password: '', repeat: '' },
    whole: true,
    schema: passwordOnly,
    check: ({ password, repeat }) => ({
      password: password && !isStrongEnough(password) ? t('account.register.weak') : null,
      repeat: repeat === password ? null : t('account.register.differs'),
    }),
    fieldOf,
    save: async (values) => {
      await reset.mutateAsync(values);
      toastSuccess(t('account.reset.done'));
      // All sessions of the account have ended, possibly this browser's. If that cannot be asked, the login page asks again.
      if (queryClient.getQueryData(accountQuery().queryKey)) {
        await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 }).catch(() => undefined);
      }
      await router.navigate({ to: '/account/login', replace: true });
    },
  });
  return {
    form,
    isSpent: isError(reset.error, 'account.linkInvalid'),
  };
}
