import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { LoginBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useSchemaForm } from '../../ui/schema-form';
import { accountQuery, forgetPerson } from './account.queries';
import { returnPath } from './guard';
import { useCaptcha } from './use-captcha';

/** State and deed of the login form; `from` is the path that was wanted. */
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
      forgetPerson(queryClient);
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
    /** Also when the password is right and the address was not confirmed yet; the server tells nobody which. */
    isUnknown: isError(login.error, 'account.badCredentials'),
    captcha,
    submitting: login.isPending,
    submit: form.onSubmit((values) => login.mutate(values)),
  };
}
