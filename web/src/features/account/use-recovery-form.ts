import { useMutation } from '@tanstack/react-query';
import { RecoveryBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useState } from 'react';
import { call } from '../../api/call';
import { useFormFailure } from '../../api/form-failure';
import { useSchemaForm } from '../../ui/schema-form';
import { useCaptcha } from './use-captcha';

export function useRecoveryForm() {
  const captcha = useCaptcha();
  const [sentTo, setSentTo] = useState<string>();
  const form = useSchemaForm(RecoveryBody, { initialValues: { email: '' } });
  const { failure, show, clear } = useFormFailure(form);
  const ask = useMutation({
    mutationFn: async (body: typeof form.values) =>
      call(accountEndpoints.recovery, { body: { ...body, challenge: await captcha.take() } }),
    onMutate: clear,
    onSuccess: (_, { email }) => setSentTo(email),
    onError: (error) => {
      captcha.renew(error);
      show(error);
    },
  });
  return {
    form,
    failure,
    captcha,
    sentTo,
    askAgain: () => setSentTo(undefined),
    submitting: ask.isPending,
    submit: form.onSubmit((values) => ask.mutate(values)),
  };
}
