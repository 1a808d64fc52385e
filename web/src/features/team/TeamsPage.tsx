import { Button } from '@mantine/core';
import { IconPlus, IconTicket, IconUsersPlus } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { captainTeamsMax } from '@vexil/contract/team.limits';
import { useState } from 'react';
import { useText } from '../../i18n/use-text';
import { EmptyState } from '../../ui/EmptyState';
import { LinkButton } from '../../ui/links';
import { PageHeader } from '../../ui/PageHeader';
import { QueryState } from '../../ui/QueryState';
import { CardsSkeleton } from '../../ui/skeletons';
import { useBackToClose } from '../../ui/use-back-to-close';
import { CreateTeamDialog } from './CreateTeamDialog';
import { JoinTeamDialog } from './JoinTeamDialog';
import { TeamCard } from './TeamCard';
import { TeamDrawer } from './TeamDrawer';
import classes from './TeamsPage.module.css';
import { teamsQuery } from './team.queries';
import type { TeamsSearch } from './teams-search';

/** More fill a page. */
const fewMax = 2;

type TeamsPageProps = {
  accountId: string;
  search: TeamsSearch;
  onSearch: (search: TeamsSearch, options?: { push?: boolean }) => void;
};

export function TeamsPage({ accountId, search, onSearch }: TeamsPageProps) {
  const t = useText('team');
  const teams = useQuery(teamsQuery());
  const [creating, setCreating] = useState(false);
  const [joining, setJoining] = useState(search.code !== undefined);
  const { markOpened, close } = useBackToClose(() => onSearch({}));
  const list = teams.data ?? [];
  const led = list.filter(({ members }) => members.some(({ id, captain }) => captain && id === accountId)).length;

  const open = (team: number) => {
    markOpened();
    onSearch({ team }, { push: true });
  };
  const closeJoin = () => {
    setJoining(false);
    if (search.code !== undefined) onSearch({ team: search.team });
  };
  const create = (
    <Button leftSection={<IconPlus />} onClick={() => setCreating(true)}>
      {t('team.create.open')}
    </Button>
  );
  const join = (
    <Button variant="default" leftSection={<IconTicket />} onClick={() => setJoining(true)}>
      {t('team.join.open')}
    </Button>
  );

  return (
    <div className={list.length <= fewMax ? 'narrow' : undefined}>
      <PageHeader
        title={t('team.title')}
        lead={t('team.lead')}
        actions={
          <>
            {join}
            {create}
          </>
        }
      />
      <QueryState
        query={teams}
        title={t('team.failed')}
        pending={<CardsSkeleton count={3} minWidth={320} height={156} />}
      />
      {teams.data?.length === 0 && (
        <EmptyState
          icon={<IconUsersPlus />}
          title={t('team.empty.title')}
          hint={t('team.empty.hint')}
          action={create}
        />
      )}
      <ul className={classes.cards}>
        {list.map((team) => (
          <li key={team.id}>
            <TeamCard team={team} accountId={accountId} onOpen={() => open(team.id)} />
          </li>
        ))}
      </ul>
      {list.length > 0 && list.length <= fewMax && list.every(({ held }) => !held) && (
        <section className={classes.next}>
          <p>{t('team.next')}</p>
          <LinkButton to="/games" variant="default">
            {t('shell.games')}
          </LinkButton>
        </section>
      )}
      <CreateTeamDialog
        opened={creating}
        onClose={() => setCreating(false)}
        atLimit={led >= captainTeamsMax}
        onCreated={(id) => {
          setCreating(false);
          open(id);
        }}
      />
      <JoinTeamDialog
        opened={joining}
        onClose={closeJoin}
        code={search.code}
        onJoined={(id) => {
          setJoining(false);
          onSearch({ team: id });
        }}
      />
      {teams.data && (
        <TeamDrawer
          team={list.find(({ id }) => id === search.team)}
          wanted={search.team !== undefined}
          accountId={accountId}
          onClose={close}
        />
      )}
    </div>
  );
}
