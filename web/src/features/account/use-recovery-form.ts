import { useMutation } from '@tanstack/react-query';
import { RecoveryBody } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { useState } from 'react';
import { call } from '../../api/call';
import { useForm } from '../../ui/use-form';
import { useCaptcha } from './use-captcha';

export function useRecoveryForm() {
  const captcha = useCaptcha();
  const [sentTo, setSentTo] = useState<string>();
  const ask = useMutation({
    mutationFn: async (body: { email: string }) =>
      call(accountEndpoints.recovery, { body: { ...body, challenge: await captcha.take() } }),
    onError: captcha.renew,
  });
  const form = useForm({
    base: { email: '' },
    whole: true,
    schema: RecoveryBody,
    save: async (body) => {
      await ask.mutateAsync(body);
      setSentTo(body.email);
    },
  });
  return {
    form,
    captcha,
    sentTo,
    askAgain: () => setSentTo(undefined),
  };
}
