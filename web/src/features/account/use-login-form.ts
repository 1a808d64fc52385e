import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LoginBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { ApiError, isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useForm } from '../../ui/use-form';
import { accountQuery, clearAccountCache } from './account.queries';
import { returnPath } from './guard';
import { useCaptcha } from './use-captcha';
import { useQueuedCall } from './use-queued-call';

type Values = { userName: string; password: string };

/** A form for name and password; `onSignedIn` is called with the account known. */
export function useSignIn(userName: string, onSignedIn: () => Promise<void>) {
  const queryClient = useQueryClient();
  const captcha = useCaptcha();
  const send = async (body: Values, challenge: string | undefined): Promise<unknown> => {
    try {
      return await call(accountEndpoints.login, { body: { ...body, challenge } });
    } catch (error) {
      if (!(error instanceof ApiError && error.proofOfWork)) throw error;
      return send(body, await captcha.work(error.proofOfWork));
    }
  };
  const login = useQueuedCall(async (body: Values) => send(body, await captcha.take()), captcha.renew);
  const form = useForm<Values>({
    base: { userName, password: '' },
    whole: true,
    schema: LoginBody,
    save: async (body) => {
      await login.mutateAsync(body);
      await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
      await onSignedIn();
    },
  });
  return {
    form,
    /** Also for a correct password with an unconfirmed address: the server does not distinguish them. */
    isUnknown: isError(login.error, 'account.badCredentials'),
    isQueued: login.isQueued,
    captcha,
  };
}

/** `from` is the path to return to. */
export function useLoginForm(from: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  return useSignIn('', async () => {
    clearAccountCache(queryClient);
    await router.invalidate();
    await router.navigate({ href: returnPath(from) });
  });
}
