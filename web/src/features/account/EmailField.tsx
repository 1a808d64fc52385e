import { Button, TextInput } from '@mantine/core';
import { IconMailForward } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import type { Account } from './account.queries';
import { EmailDialog } from './EmailDialog';
import { useEmailChange } from './email-change';
import classes from './ProfilePage.module.css';

/** The own address, which changes by a link in a mail; says which one waits for that. */
export function EmailField({ account }: { account: Account }) {
  const t = useText('account');
  const [opened, setOpened] = useState(false);
  const { waitsFor, remember, forget } = useEmailChange(account);
  return (
    <>
      <div className={classes.email}>
        <TextInput
          label={t('account.profile.email')}
          value={account.email ?? ''}
          readOnly
          description={t('account.profile.emailHint')}
          className={classes.grow}
        />
        <Button variant="default" onClick={() => setOpened(true)}>
          {t('account.email.change')}
        </Button>
      </div>
      {waitsFor && (
        <div className={classes.waiting} role="status">
          <IconMailForward size={18} stroke={1.75} aria-hidden />
          <span>{t('account.email.waits', { email: waitsFor })}</span>
          <Button size="xs" variant="subtle" onClick={forget}>
            {t('account.email.dismiss')}
          </Button>
        </div>
      )}
      <EmailDialog opened={opened} onClose={() => setOpened(false)} suggestion={waitsFor ?? ''} onSent={remember} />
    </>
  );
}
