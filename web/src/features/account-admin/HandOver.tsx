import { useText } from '../../i18n/use-text';
import { CopyButton } from '../../ui/CopyButton';
import { tableClasses } from '../../ui/DataTable';
import { OneTime } from '../../ui/OneTime';
import classes from './Accounts.module.css';

/** A password that is shown once, with a message to hand over. */
export function HandOver({ name, password }: { name: string; password: string }) {
  const t = useText('account-admin');
  const address = `${window.location.origin}/account/login`;
  return (
    <OneTime
      className="grid gap-16"
      doneLabel={t('account-admin.password.done')}
      actions={(onKept) => (
        <CopyButton
          withText
          label={t('account-admin.password.copyMessage')}
          value={() => t('account-admin.password.message', { name, address, password })}
          onCopied={onKept}
        />
      )}
    >
      {(onKept) => (
        <>
          <p className={tableClasses.dimmed}>{t('account-admin.password.once', { name })}</p>
          <div className={classes.secret}>
            <span className="mono">{password}</span>
            <CopyButton value={password} label={t('account-admin.password.copy')} onCopied={onKept} />
          </div>
        </>
      )}
    </OneTime>
  );
}
