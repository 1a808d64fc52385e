import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LoginBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { FactorCode } from '@vexil/contract/factor';
import { useState } from 'react';
import { z } from 'zod';
import { ApiError, isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useForm } from '../../ui/use-form';
import { accountQuery, clearAccountCache } from './account.queries';
import { returnPath } from './guard';
import { findPasskeyRefusal, type Proof } from './passkey';
import { useCaptcha } from './use-captcha';
import { useQueuedCall } from './use-queued-call';

type Values = { userName: string; password: string };

const CodeBody = z.object({ code: FactorCode });

export const askForPasskey = () => call(accountEndpoints.challengePasskey);

/** A form for name and password; `onSignedIn` is called with the account known. */
export function useSignIn(userName: string, onSignedIn: () => Promise<void>, beginsWithFactor = false) {
  const queryClient = useQueryClient();
  const captcha = useCaptcha();
  const [isFactorAsked, setFactorAsked] = useState(beginsWithFactor);
  const send = async (make: (challenge?: string) => Promise<unknown>, challenge?: string): Promise<unknown> => {
    try {
      return await make(challenge);
    } catch (error) {
      if (!(error instanceof ApiError && error.proofOfWork)) throw error;
      return send(make, await captcha.work(error.proofOfWork));
    }
  };
  const login = useQueuedCall(
    async (body: Values) =>
      send((challenge) => call(accountEndpoints.login, { body: { ...body, challenge } }), await captcha.take()),
    captcha.renew,
  );
  const finish = async () => {
    await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
    await onSignedIn();
  };
  const form = useForm<Values>({
    base: { userName, password: '' },
    whole: true,
    schema: LoginBody,
    save: async (body) => {
      try {
        await login.mutateAsync(body);
      } catch (error) {
        if (!isError(error, 'account.factorRequired')) throw error;
        return setFactorAsked(true);
      }
      await finish();
    },
  });
  const prove = async (proof: { code: string } | { passkey: Proof }) => {
    const make = (challenge?: string) => call(accountEndpoints.loginFactor, { body: { ...proof, challenge } });
    try {
      await send(make, await captcha.take());
    } catch (error) {
      captcha.renew(error);
      throw error;
    }
    await finish();
  };
  const factor = useForm({ base: { code: '' }, whole: true, schema: CodeBody, save: prove });
  const passkeys = useQuery({
    queryKey: ['passkeys of a sign-in'],
    queryFn: askForPasskey,
    enabled: isFactorAsked && findPasskeyRefusal() === null,
    staleTime: 0,
    gcTime: 0,
  });
  return {
    form,
    /** The second step; null until the password was right. */
    factor: isFactorAsked ? factor : null,
    /** null where the account has none. */
    provePasskey: passkeys.data?.passkeys.length ? (passkey: Proof) => prove({ passkey }) : null,
    signInByPasskey: async (body: Proof) => {
      await call(accountEndpoints.loginPasskey, { body });
      await finish();
    },
    back: () => {
      factor.discard();
      setFactorAsked(false);
    },
    /** Also for a correct password with an unconfirmed address: the server does not distinguish them. */
    isUnknown: isError(login.error, 'account.badCredentials'),
    isQueued: login.isQueued,
    captcha,
  };
}

/** `from` is the path to return to; a provider has taken the first step where it begins with the factor. */
export function useLoginForm(from: string | undefined, beginsWithFactor: boolean) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const onSignedIn = async () => {
    clearAccountCache(queryClient);
    await router.invalidate();
    await router.navigate({ href: returnPath(from) });
  };
  return useSignIn('', onSignedIn, beginsWithFactor);
}
