import { Button } from '@mantine/core';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FailureAlert } from '../../ui/FailureAlert';
import { Panel } from '../../ui/Panel';
import { PasswordField } from '../../ui/PasswordField';
import classes from './ProfilePage.module.css';
import { usePasswordForm } from './use-password-form';

export function PasswordPanel({ userName }: { userName: string }) {
  const t = useText('account');
  const form = usePasswordForm();
  const [opened, setOpened] = useState(false);
  if (!opened) {
    return (
      <Panel
        id="password"
        title={t('account.profile.password')}
        actions={
          <Button variant="default" size="xs" onClick={() => setOpened(true)}>
            {t('account.profile.changePassword')}
          </Button>
        }
      >
        <p className={classes.note}>{t('account.profile.passwordHint')}</p>
      </Panel>
    );
  }
  return (
    <Panel id="password" title={t('account.profile.changePassword')}>
      <p className={classes.hint}>{t('account.profile.passwordHint')}</p>
      <form className={classes.passwords} onSubmit={form.onSubmit} noValidate>
        <FailureAlert>{form.failure}</FailureAlert>
        {/* Password managers store the new password under this name. */}
        <input type="text" autoComplete="username" value={userName} readOnly hidden />
        <PasswordField
          label={t('account.profile.old')}
          autoComplete="current-password"
          autoFocus
          {...form.text('old')}
        />
        <PasswordField
          label={t('account.profile.new')}
          autoComplete="new-password"
          withStrength
          {...form.text('new')}
        />
        <PasswordField label={t('account.profile.repeat')} autoComplete="new-password" {...form.text('repeat')} />
        <Button type="submit" variant="default" className={classes.submit} loading={form.saving}>
          {t('account.profile.changePassword')}
        </Button>
      </form>
    </Panel>
  );
}
