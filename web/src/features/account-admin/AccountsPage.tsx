import { Button } from '@mantine/core';
import { IconFileImport, IconPlus } from '@tabler/icons-react';
import { roles } from '@vexil/db/enums/account';
import { lazy, Suspense, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { OnDemandDialog } from '../../ui/OnDemand';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
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
            <Button variant="default" leftSection={<IconFileImport />} onClick={() => setOpened('import')}>
              {t('account-admin.import.action')}
            </Button>
            <Button leftSection={<IconPlus />} onClick={() => setOpened('new')}>
              {t('account-admin.new.action')}
            </Button>
          </>
        }
      />
      <ListFilters
        label={t('account-admin.search')}
        q={search.q}
        onSearch={(q) => filter({ q })}
        count={accounts.data && t('account-admin.count', { count: accounts.data.total })}
      >
        {fold.button}
        {fold.isShown && (
          <>
            <FilterSelect
              label={t('account-admin.role')}
              placeholder={t('account-admin.anyRole')}
              value={search.role}
              onChange={(role) => filter({ role })}
              data={roles.map((role) => ({ value: role, label: t(`account-admin.roles.${role}`) }))}
            />
            <FilterSelect
              label={t('account-admin.column.confirmed')}
              placeholder={t('account-admin.anyConfirmed')}
              value={search.confirmed === undefined ? undefined : `${search.confirmed}`}
              onChange={(confirmed) => filter({ confirmed: confirmed && confirmed === 'true' })}
              data={[
                { value: 'true', label: t('account-admin.confirmed') },
                { value: 'false', label: t('account-admin.unconfirmed') },
              ]}
            />
          </>
        )}
      </ListFilters>
      <ListPanel
        query={accounts}
        count={10}
        isEmpty={found.length === 0}
        empty={
          <NothingFound
            title={t('account-admin.nothingFound')}
            hint={t('account-admin.nothingFoundHint')}
            onClear={() => filter({ q: undefined, role: undefined, confirmed: undefined })}
          />
        }
      >
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
      </ListPanel>
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
