import { Button, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import classes from './ProfilePage.module.css';

type EmailFieldProps = {
  email: string;
  /** The address whose confirmation link has not been opened yet. */
  waitsFor?: string;
  onChange: () => void;
  onForget: () => void;
};

export function EmailField({ email, waitsFor, onChange, onForget }: EmailFieldProps) {
  const t = useText('account');
  return (
    <>
      <TextInput
        label={t('account.profile.email')}
        value={email}
        readOnly
        description={t('account.profile.emailHint')}
        className={classes.wide}
        inputContainer={(input) => (
          <div className={classes.email}>
            {input}
            <Button variant="default" onClick={onChange}>
              {t('account.email.change')}
            </Button>
          </div>
        )}
      />
      {waitsFor && (
        <div className={classes.waiting} role="status">
          <IconMailForward aria-hidden />
          <span>{t('account.email.waits', { email: waitsFor })}</span>
          <Button size="xs" variant="subtle" onClick={onForget}>
            {t('account.email.dismiss')}
          </Button>
        </div>
      )}
    </>
  );
}
