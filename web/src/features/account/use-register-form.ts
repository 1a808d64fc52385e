import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { RegisterBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useCallback, useState } from 'react';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useText } from '../../i18n/use-text';
import { isStrongEnough } from '../../ui/password-rules';
import { useSchemaForm } from '../../ui/schema-form';
import { toastSuccess } from '../../ui/toast';
import { accountQuery, clearAccountCache } from './account.queries';
import { returnPath } from './guard';
import type { Outcome } from './RegisterOutcome';
import { useCaptcha } from './use-captcha';

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
  const check = useCallback(
    ({ password, repeat }: Values) => ({
      password: password && !isStrongEnough(password) ? t('account.register.weak') : null,
      repeat: repeat === password ? null : t('account.register.differs'),
    }),
    [t],
  );
  const form = useSchemaForm<Values>(RegisterBody, {
    initialValues: { userName: '', email: '', password: '', repeat: '' },
    check,
  });
  const { failure, show, clear } = useFormFailure(form, fieldOf);
  const register = useMutation({
    mutationFn: async ({ repeat: _, ...body }: Values) =>
      call(accountEndpoints.register, { body: { ...body, challenge: await captcha.take() } }),
    onMutate: clear,
    onSuccess: async ({ data }, { userName, email }) => {
      if (data !== 'LoggedIn') {
        return setOutcome({ kind: data === 'EmailConfirmationRequired' ? 'mail' : 'wait', name: userName, email });
      }
      await queryClient.fetchQuery({ ...accountQuery(), staleTime: 0 });
      clearAccountCache(queryClient);
      toastSuccess(t('account.register.done', { name: userName }));
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
    captcha,
    outcome,
    again: () => setOutcome(undefined),
    submitting: register.isPending,
    submit: form.onSubmit((values) => register.mutate(values)),
  };
}
