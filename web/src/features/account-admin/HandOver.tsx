import { Button, Group } from '@mantine/core';
import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { tableClasses } from '../../ui/DataTable';
import classes from './Accounts.module.css';

/** A password that is shown once, with a message to hand over. */
export function HandOver({ name, password, onClose }: { name: string; password: string; onClose: () => void }) {
  const t = useText('account-admin');
  const address = `${window.location.origin}/account/login`;
  return (
    <div className={tableClasses.form}>
      <p className={tableClasses.dimmed}>{t('account-admin.password.once', { name })}</p>
      <div className={classes.secret}>
        <span className="mono">{password}</span>
        <CopyButton value={password} label={t('account-admin.password.copy')} />
      </div>
      <Group justify="flex-end" gap="xs">
        <CopyButton
          withText
          label={t('account-admin.password.copyMessage')}
          value={() => t('account-admin.password.message', { name, address, password })}
        />
        <Button onClick={onClose}>{t('account-admin.password.done')}</Button>
      </Group>
    </div>
  );
}
