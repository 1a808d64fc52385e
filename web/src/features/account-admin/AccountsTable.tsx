import type { Role } from '@vexil/db/enums/account';
import { useText } from '../../i18n/use-text';
import { DataTable } from '../../ui/DataTable';
import type { Selection } from '../../ui/use-selection';
import type { AccountTask } from './AccountMenu';
import { AccountRow } from './AccountRow';
import type { AccountOrder, AccountsSearch, AdminAccount } from './account-admin.queries';

type AccountsTableProps = {
  accounts: AdminAccount[];
  /** Of the filters before, while those of now are being fetched. */
  isOld: boolean;
  ownId: string;
  search: AccountsSearch;
  selection: Selection<string>;
  onSort: (sort: Pick<AccountsSearch, 'order' | 'desc'>) => void;
  onRole: (account: AdminAccount, role: Role) => void;
  onTask: (account: AdminAccount, task: AccountTask) => void;
};

export function AccountsTable(props: AccountsTableProps) {
  const { accounts, isOld, ownId, search, selection, onSort, onRole, onTask } = props;
  const t = useText('account-admin');
  return (
    <DataTable
      label={t('account-admin.title')}
      isOld={isOld}
      selection={selection}
      sort={{
        order: search.order ?? 'registered',
        desc: search.desc ?? false,
        onSort: (order, desc) => onSort({ order: order as AccountOrder, desc: desc || undefined }),
      }}
      head={[
        { title: t('account-admin.column.account'), order: 'name' },
        t('account-admin.column.role'),
        t('account-admin.column.confirmed'),
        { title: t('account-admin.column.visited'), order: 'visited' },
        { title: t('account-admin.column.registered'), order: 'registered' },
        '',
      ]}
    >
      {accounts.map((account) => (
        <AccountRow
          key={account.id}
          account={account}
          isSelf={account.id === ownId}
          selection={selection}
          onRole={(role) => onRole(account, role)}
          onTask={(task) => onTask(account, task)}
        />
      ))}
    </DataTable>
  );
}
