import { Alert, Button } from '@mantine/core';
import { useMutation } from '@tanstack/react-query';
import { configAdminEndpoints } from '@vexil/contract/config-admin.endpoints';
import { isError } from '../../api/api-error';
import { call } from '../../api/call';
import { CaptchaField } from '../../features/account/CaptchaField';
import { useCaptcha } from '../../features/account/use-captcha';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';

/** Solves the captcha that visitors would get, and has the server check it. */
export function CaptchaTest() {
  const t = useText('config-admin');
  const captcha = useCaptcha();
  const test = useMutation({
    mutationFn: async () =>
      call(configAdminEndpoints.testCaptcha, { body: { challenge: (await captcha.take()) ?? null } }),
    // The first try without an answer says that one is needed, which shows the captcha.
    onError: captcha.renew,
    onSuccess: () => captcha.renew(null),
  });
  const failed = test.isError && !isError(test.error, 'captcha.needed');
  return (
    <div>
      <CaptchaField captcha={captcha} />
      <Button variant="default" mt={captcha.kind ? 'xs' : 0} loading={test.isPending} onClick={() => test.mutate()}>
        {t(captcha.kind ? 'config-admin.captcha.check' : 'config-admin.captcha.test')}
      </Button>
      <FailureAlert mt="sm" error={failed && test.error} />
      {test.data && (
        <Alert color={test.data.isSolved ? 'green' : 'red'} mt="sm" role="status">
          {t(test.data.isSolved ? 'config-admin.captcha.right' : 'config-admin.captcha.wrong')}
        </Alert>
      )}
    </div>
  );
}
