import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { accountRoutes, LoginBody } from '@vexil/server/contract/account';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useSchemaForm } from '../../ui/schema-form';
import { accountQuery, forgetPerson } from './account.queries';
import { returnPath } from './guard';

/** State and deed of the login form; `from` is the path that was wanted. */
export function useLoginForm(from: string | undefined) {
  const queryClient = useQueryClient();
  const router = useRouter();
  const form = useSchemaForm(LoginBody, { initialValues: { userName: '', password: '' } });
  const { failure, show, clear } = useFormFailure(form);
  const login = useMutation({
    mutationFn: (body: typeof form.values) => call(accountRoutes.login, { body }),
    onMutate: clear,
    onSuccess: async () => {
      await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
      forgetPerson(queryClient);
      await router.invalidate();
      await router.navigate({ href: returnPath(from) });
    },
    onError: show,
  });
  return {
    form,
    failure,
    submitting: login.isPending,
    submit: form.onSubmit((values) => login.mutate(values)),
  };
}
