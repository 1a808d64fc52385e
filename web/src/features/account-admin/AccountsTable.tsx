import { UnstyledButton } from '@mantine/core';
import { IconArrowDown, IconArrowUp } from '@tabler/icons-react';
import type { Role } from '@vexil/db/enums/account';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import type { AccountTask } from './AccountMenu';
import { AccountRow } from './AccountRow';
import classes from './Accounts.module.css';
import type { AccountOrder, AccountsSearch, AdminAccount } from './account-admin.queries';

type AccountsTableProps = {
  accounts: AdminAccount[];
  /** Of the filters before, while those of now are being fetched. */
  isOld: boolean;
  ownId: string;
  search: AccountsSearch;
  onSort: (sort: Pick<AccountsSearch, 'order' | 'desc'>) => void;
  onRole: (account: AdminAccount, role: Role) => void;
  onTask: (account: AdminAccount, task: AccountTask) => void;
};

export function AccountsTable({ accounts, isOld, ownId, search, onSort, onRole, onTask }: AccountsTableProps) {
  const t = useText('account-admin');
  const sort = { search, onSort };
  return (
    <table className={classes.table} data-old={isOld || undefined}>
      <thead>
        <tr>
          <SortHead {...sort} order="name">
            {t('account-admin.column.account')}
          </SortHead>
          <th scope="col" className={classes.person}>
            {t('account-admin.column.person')}
          </th>
          <th scope="col">{t('account-admin.column.role')}</th>
          <th scope="col">{t('account-admin.column.confirmed')}</th>
          <SortHead {...sort} order="visited">
            {t('account-admin.column.visited')}
          </SortHead>
          <SortHead {...sort} order="registered">
            {t('account-admin.column.registered')}
          </SortHead>
          <th scope="col">
            <span className="visually-hidden">{t('account-admin.column.tools')}</span>
          </th>
        </tr>
      </thead>
      <tbody>
        {accounts.map((account) => (
          <AccountRow
            key={account.id}
            account={account}
            isSelf={account.id === ownId}
            onRole={(role) => onRole(account, role)}
            onTask={(task) => onTask(account, task)}
          />
        ))}
      </tbody>
    </table>
  );
}

type SortHeadProps = Pick<AccountsTableProps, 'search' | 'onSort'> & { order: AccountOrder; children: ReactNode };

/** The first press sorts upwards, the next downwards. */
function SortHead({ search, onSort, order, children }: SortHeadProps) {
  const isActive = (search.order ?? 'registered') === order;
  const direction = search.desc ? 'descending' : 'ascending';
  const Icon = search.desc ? IconArrowDown : IconArrowUp;
  return (
    <th scope="col" aria-sort={isActive ? direction : undefined}>
      <UnstyledButton
        className={classes.sort}
        onClick={() => onSort({ order, desc: isActive && !search.desc ? true : undefined })}
      >
        {children}
        {isActive && <Icon size={14} stroke={2} aria-hidden />}
      </UnstyledButton>
    </th>
  );
}
