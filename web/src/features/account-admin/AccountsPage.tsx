import { IconUserSearch } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { AccountRow } from './AccountRow';
import classes from './Accounts.module.css';
import { pageSize, useAccounts } from './account-admin.queries';
import { RoleDialog } from './RoleDialog';
import { useRoleChange } from './use-role-change';

type AccountsSearch = { q?: string; page?: number };

type AccountsPageProps = {
  search: AccountsSearch;
  onSearch: (search: AccountsSearch) => void;
  ownId: string;
};

export function AccountsPage({ search, onSearch, ownId }: AccountsPageProps) {
  const t = useText('account-admin');
  const query = search.q ?? '';
  const page = search.page ?? 1;
  const accounts = useAccounts(query, page);
  const change = useRoleChange();
  const pageCount = query === '' ? Math.ceil((accounts.data?.total ?? 0) / pageSize) : 1;
  const found = accounts.data?.data ?? [];
  return (
    <>
      <PageHeader title={t('account-admin.title')} lead={t('account-admin.lead')} />
      <div className={classes.filters}>
        <SearchField
          className={classes.search}
          label={t('account-admin.search')}
          value={query}
          onChange={(q) => onSearch({ q: q || undefined })}
        />
        <span className={`${classes.count} figures`} role="status">
          {accounts.data &&
            (query === ''
              ? t('account-admin.count', { count: accounts.data.total })
              : t('account-admin.found', { count: found.length }))}
        </span>
      </div>
      <Panel flush>
        {accounts.isPending && <ListSkeleton count={10} />}
        <FailedQuery query={accounts} />
        {accounts.data && found.length === 0 && (
          <EmptyState
            icon={<IconUserSearch size={28} stroke={1.75} />}
            title={t('account-admin.empty')}
            hint={t('account-admin.emptyHint')}
          />
        )}
        {found.length > 0 && (
          <ul className={classes.list} data-old={accounts.isPlaceholderData || undefined}>
            {found.map((account) => (
              <AccountRow
                key={account.id}
                account={account}
                isSelf={account.id === ownId}
                onRole={(role) => change.ask(account, role)}
              />
            ))}
          </ul>
        )}
      </Panel>
      <Pager page={page} pageCount={pageCount} onPage={(next) => onSearch({ page: next })} />
      <RoleDialog change={change} />
    </>
  );
}
