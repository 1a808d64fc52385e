import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { PasswordField } from '../../ui/PasswordField';
import { useAccount } from './account.queries';
import { CaptchaField } from './CaptchaField';
import { QueueNote } from './QueueNote';
import { focusLast, goOnAsVisitor, signInAnswered } from './session-end';
import { useSignIn } from './use-login-form';

/** Asks for the password over a page with unsaved work, whose session has ended. */
export default function SessionDialog() {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const { form, isQueued, captcha } = useSignIn(useAccount()?.userName ?? '', async () => {
    signInAnswered();
    // What was asked for without a session was refused.
    void queryClient.invalidateQueries();
  });
  useEffect(() => focusLast, []);
  const leave = () => {
    signInAnswered();
    goOnAsVisitor(queryClient, router);
  };
  return (
    <Modal
      opened
      onClose={leave}
      title={t('account.again.title')}
      withCloseButton={false}
      closeOnClickOutside={false}
      closeOnEscape={false}
    >
      <form className="grid gap-16" onSubmit={form.onSubmit} noValidate>
        <p className="dimmed">{t('account.again.text')}</p>
        <FailureAlert>{form.failure}</FailureAlert>
        <TextInput label={t('account.login.name')} autoComplete="username" readOnly value={form.values.userName} />
        <PasswordField
          label={t('account.login.password')}
          autoComplete="current-password"
          data-autofocus
          {...form.text('password')}
        />
        <CaptchaField captcha={captcha} />
        {isQueued && <QueueNote />}
        <div className="row wrap end gap-8">
          <Button variant="default" onClick={leave} disabled={form.saving}>
            {t('account.again.leave')}
          </Button>
          <Button type="submit" loading={form.saving}>
            {t('account.login.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
