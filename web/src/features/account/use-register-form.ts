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
import { noTerms, type TermsValues, useTerms } from './use-terms';

const fieldOf = {
  'account.userNameTaken': 'userName',
  'account.nameReserved': 'userName',
  'account.emailTaken': 'email',
  'account.emailDomainRefused': 'email',
  'account.passwordWeak': 'password',
  'account.termsNotAccepted': 'acceptedTerms',
  'account.fieldRequired': 'fields',
} as const;

type Values = TermsValues & { userName: string; email: string; password: string; repeat: string };

/** `outcome` is set when registering did not sign in. */
export function useRegisterForm(from: string | undefined) {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const captcha = useCaptcha();
  const { terms, check, accepted } = useTerms();
  const bodyOf = ({ userName, email, password, ...values }: Values) => ({
    ...{ userName, email, password },
    ...accepted(values),
  });
  const [outcome, setOutcome] = useState<Outcome>();
  const register = useQueuedCall(
    async (body: ReturnType<typeof bodyOf>) =>
      call(accountEndpoints.register, { body: { ...body, challenge: await captcha.take() } }),
    captcha.renew,
  );
  const form = useForm<Values, ReturnType<typeof bodyOf>>({
    base: { userName: '', email: '', password: '', repeat: '', ...noTerms },
    whole: true,
    bodyOf: (_, values) => bodyOf(values),
    schema: RegisterBody,
    check: ({ password, repeat, ...values }) => ({
      ...check(values),
      password: password && !isStrongEnough(password) ? t('account.register.weak') : null,
      repeat: repeat === password ? null : t('account.register.differs'),
    }),
    fieldOf,
    save: async (body) => {
      const { data } = await register.mutateAsync(body);
      const { userName, email } = body;
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
    terms,
    outcome,
    again: () => setOutcome(undefined),
  };
}
