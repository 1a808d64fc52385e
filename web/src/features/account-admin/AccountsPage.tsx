import { Button, Select } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { type Role, roles } from '@vexil/db/enums/account';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { tableClasses } from '../../ui/DataTable';
import { FailedQuery } from '../../ui/FailedQuery';
import { NothingFound } from '../../ui/NothingFound';
import { OnDemandDialog } from '../../ui/OnDemand';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { useFilterFold } from '../../ui/use-filter-fold';
import { useSelection } from '../../ui/use-selection';
import type { AccountTask } from './AccountMenu';
import { AccountsBar } from './AccountsBar';
import { AccountsTable } from './AccountsTable';
import { type AccountsSearch, type AdminAccount, pageSize, useAccounts } from './account-admin.queries';
import { RoleDialog } from './RoleDialog';
import { useRoleChange } from './use-role-change';

const AccountDialogs = lazy(() => import('./AccountDialogs'));
const ImportDialog = lazy(() => import('./ImportDialog'));
const NewAccountDialog = lazy(() => import('./NewAccountDialog'));

type AccountsPageProps = {
  search: AccountsSearch;
  onSearch: (search: AccountsSearch) => void;
  ownId: string;
};

export function AccountsPage({ search, onSearch, ownId }: AccountsPageProps) {
  const t = useText('account-admin');
  const accounts = useAccounts(search);
  const change = useRoleChange();
  const [task, setTask] = useState<{ account: AdminAccount; task: AccountTask }>();
  const [opened, setOpened] = useState<'new' | 'import'>();
  const found = accounts.data?.data ?? [];
  const selection = useSelection(found.map(({ id }) => id));
  const filter = (changed: AccountsSearch) => onSearch({ ...search, ...changed, page: undefined });
  const fold = useFilterFold([search.role, search.confirmed].filter((each) => each !== undefined).length);
  const close = () => setOpened(undefined);
  return (
    <>
      <PageHeader
        title={t('account-admin.title')}
        lead={t('account-admin.lead')}
        actions={
          <>
            <Button variant="default" leftSection={<IconFileImport aria-hidden />} onClick={() => setOpened('import')}>
              {t('account-admin.import.action')}
            </Button>
            <Button leftSection={<IconPlus aria-hidden />} onClick={() => setOpened('new')}>
              {t('account-admin.new.action')}
            </Button>
          </>
        }
      />
      <div className="row wrap gap-8-12 below-12">
        <SearchField
          className={tableClasses.search}
          label={t('account-admin.search')}
          value={search.q ?? ''}
          onChange={(q) => filter({ q: q || undefined })}
        />
        {fold.button}
        {fold.isShown && (
          <>
            <Select
              className={tableClasses.filter}
              aria-label={t('account-admin.role')}
              placeholder={t('account-admin.anyRole')}
              clearable
              value={search.role ?? null}
              onChange={(role) => filter({ role: (role as Role | null) ?? undefined })}
              data={roles.map((role) => ({ value: role, label: t(`account-admin.roles.${role}`) }))}
            />
            <Select
              className={tableClasses.filter}
              aria-label={t('account-admin.column.confirmed')}
              placeholder={t('account-admin.anyConfirmed')}
              clearable
              value={search.confirmed === undefined ? null : String(search.confirmed)}
              onChange={(given) => filter({ confirmed: given === null ? undefined : given === 'true' })}
              data={[
                { value: 'true', label: t('account-admin.confirmed') },
                { value: 'false', label: t('account-admin.unconfirmed') },
              ]}
            />
          </>
        )}
        <span className="push dimmed text-13 figures" role="status">
          {accounts.data && t('account-admin.count', { count: accounts.data.total })}
        </span>
      </div>
      <Panel flush>
        {accounts.isPending && <ListSkeleton count={10} />}
        <FailedQuery query={accounts} />
        {accounts.data && found.length === 0 && (
          <NothingFound
            title={t('account-admin.nothingFound')}
            hint={t('account-admin.nothingFoundHint')}
            onClear={() => filter({ q: undefined, role: undefined, confirmed: undefined })}
          />
        )}
        {found.length > 0 && (
          <AccountsTable
            accounts={found}
            isOld={accounts.isPlaceholderData}
            ownId={ownId}
            search={search}
            selection={selection}
            onSort={filter}
            onRole={change.ask}
            onTask={(account, next) => setTask({ account, task: next })}
          />
        )}
      </Panel>
      <Pager
        page={search.page ?? 1}
        pageCount={Math.ceil((accounts.data?.total ?? 0) / pageSize)}
        onPage={(page) => onSearch({ ...search, page })}
      />
      <AccountsBar accounts={found} ownId={ownId} selection={selection} />
      <RoleDialog change={change} />
      {task && (
        <Suspense>
          <AccountDialogs key={`${task.account.id} ${task.task}`} {...task} onClose={() => setTask(undefined)} />
        </Suspense>
      )}
      <OnDemandDialog dialog={NewAccountDialog} opened={opened === 'new'} onClose={close} />
      <OnDemandDialog dialog={ImportDialog} opened={opened === 'import'} onClose={close} />
    </>
  );
}
