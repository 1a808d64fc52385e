import { IconAlertTriangle, IconCircleCheck } from '@tabler/icons-react';
import { canReceiveMail } from '@vexil/rules/email.rules';
import type { Account } from '../../features/account/account.queries';
import { PasswordPanel } from '../../features/account/PasswordPanel';
import classes from '../../features/overview/Overview.module.css';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';

/** Who administers: an own password, an address that mails reach, and a second person. */
export function AdministratorStep({ account, administrators }: { account: Account; administrators: number }) {
  const t = useText('overview');
  const hasAddress = account.email !== null && canReceiveMail(account.email);
  const facts = [
    {
      key: 'address',
      isWell: hasAddress,
      text: hasAddress
        ? t('overview.start.address', { email: account.email ?? '' })
        : t('overview.start.noAddress', { name: account.userName ?? '' }),
    },
    {
      key: 'second',
      isWell: administrators > 1,
      text: t('overview.start.administrators', { count: administrators }),
    },
  ];
  return (
    <>
      <ul className={classes.list}>
        {facts.map(({ key, isWell, text }) => (
          <li key={key} className={classes.line} data-level={isWell ? 'ok' : 'warning'}>
            {isWell ? <IconCircleCheck aria-hidden /> : <IconAlertTriangle aria-hidden />}
            {text}
          </li>
        ))}
      </ul>
      <div className="flex wrap gap-12">
        <LinkButton variant="default" to="/account/profile">
          {t('overview.start.profile')}
        </LinkButton>
        <LinkButton variant="default" to="/admin/users">
          {t('overview.start.accounts')}
        </LinkButton>
      </div>
      <PasswordPanel userName={account.userName ?? ''} />
    </>
  );
}
