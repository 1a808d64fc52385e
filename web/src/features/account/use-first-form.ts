import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { EnterBody, type PendingSignIn } from '@vexil/contract/sign-in';
import { signInEndpoints } from '@vexil/contract/sign-in.endpoints';
import { useState } from 'react';
import { ApiError, isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useForm } from '../../ui/use-form';
import { accountQuery, clearAccountCache } from './account.queries';
import { returnPath } from './guard';
import type { Proof } from './passkey';
import type { Outcome } from './RegisterOutcome';
import { useCaptcha } from './use-captcha';
import { useQueuedCall } from './use-queued-call';
import { noTerms, useTerms } from './use-terms';

const fieldOf = {
  'account.userNameTaken': 'userName',
  'account.nameReserved': 'userName',
  'account.emailTaken': 'email',
  'account.emailDomainRefused': 'email',
  'account.badCredentials': 'password',
  'account.factorWrong': 'code',
  'account.termsNotAccepted': 'acceptedTerms',
} as const;

type First = { provider: string; pending: PendingSignIn; from: string | undefined; sendsMail: boolean };

/** `outcome` is set where the account waits to be confirmed. */
export function useFirstForm({ provider, pending, from, sendsMail }: First) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const captcha = useCaptcha();
  const { terms, check, accepted } = useTerms();
  const [outcome, setOutcome] = useState<Outcome>();
  const [isCodeAsked, setCodeAsked] = useState(false);
  const isLinked = pending.way === 'password';
  type Body = Parameters<typeof send>[0];
  const send = (body: object, challenge?: string) =>
    call(signInEndpoints.enter, { params: { provider }, body: { ...body, challenge } });
  const enter = useQueuedCall(async (body: Body) => {
    try {
      return await send(body, await captcha.take());
    } catch (error) {
      if (!(error instanceof ApiError && error.proofOfWork)) throw error;
      return send(body, await captcha.work(error.proofOfWork));
    }
  }, captcha.renew);
  const finish = async () => {
    await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
    clearAccountCache(queryClient);
    await router.invalidate();
    await router.navigate({ href: returnPath(from) });
  };
  const form = useForm({
    base: {
      ...{ userName: pending.userName, email: '', withTeam: pending.teamName !== null, password: '', code: '' },
      ...noTerms,
    },
    whole: true,
    check: (values) => (isLinked ? {} : check(values)),
    bodyOf: (_, { userName, email, withTeam, password, code, ...values }) =>
      isLinked
        ? { password, code: code || null }
        : { userName, withTeam, ...accepted(values), ...(pending.email === null ? { email } : {}) },
    schema: EnterBody,
    fieldOf,
    save: async (body, { userName, email }) => {
      try {
        const { isSignedIn } = await enter.mutateAsync(body);
        if (!isSignedIn) {
          return setOutcome({ kind: sendsMail ? 'mail' : 'wait', name: userName, email: pending.email ?? email });
        }
      } catch (error) {
        if (!isError(error, 'account.factorRequired')) throw error;
        return setCodeAsked(true);
      }
      await finish();
    },
  });
  const linkByPasskey = async (passkey: Proof) => {
    await send({ passkey });
    await finish();
  };
  return { form, linkByPasskey, terms, captcha, outcome, isCodeAsked, isQueued: enter.isQueued };
}
