import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { RegisterBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useState } from 'react';
import { call } from '../../api/call';
import { useText } from '../../i18n/use-text';
import { isStrongEnough } from '../../ui/password-rules';
import { useForm } from '../../ui/use-form';
import { accountQuery, clearAccountCache } from './account.queries';
import { returnPath } from './guard';
import type { Outcome } from './RegisterOutcome';
import { useCaptcha } from './use-captcha';
import { useQueuedCall } from './use-queued-call';

const fieldOf = {
  'account.userNameTaken': 'userName',
  'account.nameReserved': 'userName',
  'account.emailTaken': 'email',
  'account.emailDomainRefused': 'email',
  'account.passwordWeak': 'password',
} as const;

type Values = { userName: string; email: string; password: string; repeat: string };

/** `outcome` is set when registering did not sign in. */
export function useRegisterForm(from: string | undefined) {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const captcha = useCaptcha();
  const [outcome, setOutcome] = useState<Outcome>();
  const register = useQueuedCall(
    async ({ repeat: _, ...body }: Values) =>
      call(accountEndpoints.register, { body: { ...body, challenge: await captcha.take() } }),
    captcha.renew,
  );
  const form = useForm<Values>({
    base: { userName: '', email: '', password: '', repeat: '' },
    whole: true,
    schema: RegisterBody,
    check: ({ password, repeat }) => ({
      password: password && !isStrongEnough(password) ? t('account.register.weak') : null,
      repeat: repeat === password ? null : t('account.register.differs'),
    }),
    fieldOf,
    save: async (values) => {
      const { data } = await register.mutateAsync(values);
      const { userName, email } = values;
      if (data !== 'LoggedIn') {
        return setOutcome({ kind: data === 'EmailConfirmationRequired' ? 'mail' : 'wait', name: userName, email });
      }
      await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
      clearAccountCache(queryClient);
      await router.invalidate();
      await router.navigate({ href: returnPath(from) });
    },
  });
  return {
    form,
    isQueued: register.isQueued,
    captcha,
    outcome,
    again: () => setOutcome(undefined),
  };
}
