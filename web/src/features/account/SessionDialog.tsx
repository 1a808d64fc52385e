import { Button, Modal, TextInput } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { PasswordField } from '../../ui/PasswordField';
import { useAccount } from './account.queries';
import { CaptchaField } from './CaptchaField';
import { FactorField } from './FactorField';
import { PasskeyButton } from './PasskeyButton';
import { QueueNote } from './QueueNote';
import { focusLast, goOnAsVisitor, signInAnswered } from './session-end';
import { askForPasskey, useSignIn } from './use-login-form';

/** Asks for the password over a page with unsaved work, whose session has ended. */
export default function SessionDialog() {
  const t = useText('account');
  const queryClient = useQueryClient();
  const router = useRouter();
  const { form, factor, provePasskey, isQueued, captcha } = useSignIn(useAccount()?.userName ?? '', async () => {
    signInAnswered();
    // What was asked for without a session was refused.
    void queryClient.invalidateQueries();
  });
  useEffect(() => focusLast, []);
  const { saving } = factor ?? form;
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
      <form className="grid gap-16" onSubmit={(factor ?? form).onSubmit} noValidate>
        <p className="dimmed">{t('account.again.text')}</p>
        <FailureAlert>{(factor ?? form).failure}</FailureAlert>
        <TextInput label={t('account.login.name')} autoComplete="username" readOnly value={form.values.userName} />
        {provePasskey && <PasskeyButton disabled={saving} ask={askForPasskey} use={provePasskey} />}
        {factor ? (
          <FactorField autoFocus {...factor.text('code')} />
        ) : (
          <PasswordField
            label={t('account.login.password')}
            autoComplete="current-password"
            data-autofocus
            {...form.text('password')}
          />
        )}
        <CaptchaField captcha={captcha} />
        {isQueued && <QueueNote />}
        <div className="row wrap end gap-8">
          <Button variant="default" onClick={leave} disabled={saving}>
            {t('account.again.leave')}
          </Button>
          <Button type="submit" loading={saving}>
            {t('account.login.submit')}
          </Button>
        </div>
      </form>
    </Modal>
  );
}
