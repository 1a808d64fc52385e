import { IconUsersGroup } from '@tabler/icons-react';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { DataTable } from '../../ui/DataTable';
import { EmptyState } from '../../ui/EmptyState';
import { FilterSelect, ListFilters } from '../../ui/ListFilters';
import { ListPanel } from '../../ui/ListPanel';
import { NothingFound } from '../../ui/NothingFound';
import { PageHeader } from '../../ui/PageHeader';
import { Pager } from '../../ui/Pager';
import { useSelection } from '../../ui/use-selection';
import { TeamDialogs, type TeamTask } from './TeamDialogs';
import { TeamRow } from './TeamRow';
import { TeamsBar } from './TeamsBar';
import { type AdminTeam, pageSize, useTeams } from './team-admin.queries';
import type { TeamOrder, TeamsSearch } from './teams-search';

type TeamsPageProps = { search: TeamsSearch; onSearch: (search: TeamsSearch) => void };

export function TeamsPage({ search, onSearch }: TeamsPageProps) {
  const t = useText('team-admin');
  const teams = useTeams(search);
  const [task, setTask] = useState<{ team: AdminTeam; task: TeamTask }>();
  const found = teams.data?.data ?? [];
  const selection = useSelection(found.map(({ id }) => id));
  const filter = (changed: TeamsSearch) => onSearch({ ...search, ...changed, page: undefined });
  const isFiltered = [search.q, search.locked, search.page].some((each) => each !== undefined);
  return (
    <>
      <PageHeader title={t('team-admin.title')} lead={t('team-admin.lead')} />
      <ListFilters
        label={t('team-admin.search')}
        q={search.q}
        onSearch={(q) => filter({ q })}
        count={teams.data && t('team-admin.count', { count: teams.data.total })}
      >
        <FilterSelect
          label={t('team-admin.locked')}
          placeholder={t('team-admin.anyLock')}
          value={search.locked === undefined ? undefined : `${search.locked}`}
          onChange={(locked) => filter({ locked: locked && locked === 'true' })}
          data={[
            { value: 'true', label: t('team-admin.locked') },
            { value: 'false', label: t('team-admin.unlocked') },
          ]}
        />
      </ListFilters>
      <ListPanel
        query={teams}
        count={10}
        isEmpty={found.length === 0}
        empty={
          isFiltered ? (
            <NothingFound
              title={t('team-admin.nothingFound')}
              onClear={() => filter({ q: undefined, locked: undefined })}
            />
          ) : (
            <EmptyState icon={<IconUsersGroup />} title={t('team-admin.empty')} hint={t('team-admin.emptyHint')} />
          )
        }
      >
        <DataTable
          label={t('team-admin.title')}
          isOld={teams.isPlaceholderData}
          selection={selection}
          sort={{
            order: search.order ?? 'name',
            desc: search.desc ?? false,
            onSort: (order, desc) => filter({ order: order as TeamOrder, desc: desc || undefined }),
          }}
          head={[
            { title: t('team-admin.team'), order: 'name' },
            t('team-admin.captain'),
            { title: t('team-admin.members'), order: 'members' },
            { title: t('team-admin.games'), order: 'games' },
            t('team-admin.locked'),
            '',
          ]}
        >
          {found.map((team) => (
            <TeamRow key={team.id} team={team} selection={selection} onTask={(next) => setTask({ team, task: next })} />
          ))}
        </DataTable>
      </ListPanel>
      <Pager
        page={search.page ?? 1}
        pageCount={Math.ceil((teams.data?.total ?? 0) / pageSize)}
        onPage={(page) => onSearch({ ...search, page })}
      />
      <TeamsBar teams={found} selection={selection} />
      {task && <TeamDialogs key={`${task.team.id} ${task.task}`} {...task} onClose={() => setTask(undefined)} />}
    </>
  );
}
