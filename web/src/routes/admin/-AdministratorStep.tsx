import { canReceiveMail } from '@vexil/rules/email.rules';
import type { ReactNode } from 'react';
import type { Account } from '../../features/account/account.queries';
import { PasswordPanel } from '../../features/account/PasswordPanel';
import { useText } from '../../i18n/use-text';
import { LinkButton } from '../../ui/links';
import { type VerdictItem, Verdicts } from '../../ui/Verdicts';

/** Who administers: an own password, an address that mails reach, and a second person. */
export function AdministratorStep({
  account,
  administrators,
  children,
}: {
  account: Account;
  administrators: number;
  children: ReactNode;
}) {
  const t = useText('overview');
  const hasAddress = account.email !== null && canReceiveMail(account.email);
  const items: VerdictItem[] = [
    {
      key: 'address',
      state: hasAddress ? 'ok' : 'warning',
      words: hasAddress
        ? t('overview.start.address', { email: account.email ?? '' })
        : t('overview.start.noAddress', { name: account.userName ?? '' }),
    },
    {
      key: 'second',
      state: administrators > 1 ? 'ok' : 'warning',
      words: t('overview.start.administrators', { count: administrators }),
    },
  ];
  return (
    <>
      <Verdicts items={items} />
      {children}
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
