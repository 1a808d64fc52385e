import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LoginBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useSchemaForm } from '../../ui/schema-form';
import { accountQuery, clearAccountCache } from './account.queries';
import { returnPath } from './guard';
import { useCaptcha } from './use-captcha';

/** `from` is the path to return to. */
export function useLoginForm(from: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const captcha = useCaptcha();
  const form = useSchemaForm(LoginBody, { initialValues: { userName: '', password: '' } });
  const { failure, show, clear } = useFormFailure(form);
  const login = useMutation({
    mutationFn: async (body: typeof form.values) =>
      call(accountEndpoints.login, { body: { ...body, challenge: await captcha.take() } }),
    onMutate: clear,
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
      clearAccountCache(queryClient);
      await router.invalidate();
      await router.navigate({ href: returnPath(from) });
    },
    onError: (error) => {
      captcha.renew(error);
      show(error);
    },
  });
  return {
    form,
    failure,
    /** Also for a correct password with an unconfirmed address: the server does not distinguish them. */
    isUnknown: isError(login.error, 'account.badCredentials'),
    captcha,
    submitting: login.isPending,
    submit: form.onSubmit((values) => login.mutate(values)),
  };
}
