import { Alert } from '@mantine/core';
import { IconRouter, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChallengeTraffic, TeamTraffic } from '@vexil/contract/capture';
import { type ReactNode, useRef } from 'react';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { EmptyState } from '../../ui/EmptyState';
import { NothingFound } from '../../ui/NothingFound';
import { Panel } from '../../ui/Panel';
import { QueryState } from '../../ui/QueryState';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { useKeptFocus } from '../../ui/use-kept-focus';
import { CaptureFiles } from './CaptureFiles';
import { capturedChallengesQuery, capturedTeamsQuery } from './capture.queries';
import type { Scope } from './FinderForm';
import { FinderPanel } from './FinderPanel';
import classes from './Traffic.module.css';
import type { TrafficSearch } from './traffic-search';
import { useSearchNames } from './use-search-names';

type TrafficPageProps = {
  gameId: number;
  /** Whether connections go through the platform, which alone is recorded. */
  isRelayed: boolean;
  search: TrafficSearch;
  onSearch: (change: Partial<TrafficSearch>) => void;
};

/** Of a challenge without any there is nothing to ask for. */
function useCapturedTeams(challenge: ChallengeTraffic | undefined) {
  const isAny = challenge !== undefined && challenge.count > 0;
  const query = useQuery({ ...capturedTeamsQuery(challenge?.id ?? 0), enabled: isAny });
  return { query, teams: challenge?.count === 0 ? [] : query.data };
}

/** What can be searched, by the challenge and team that are shown. */
function useScopes(challenge: ChallengeTraffic | undefined, teamId: number | undefined): Scope[] {
  const { scopeOf } = useSearchNames();
  const { teams } = useCapturedTeams(challenge);
  const team = teams?.find(({ id }) => id === teamId);
  const scope = (name: string, inChallenge: boolean, ofTeam: boolean): Scope => {
    const [challengeId, participationId] = [inChallenge ? challenge?.id : undefined, ofTeam ? team?.id : undefined];
    const place = { challengeId: challengeId ?? null, participationId: participationId ?? null };
    const label = scopeOf({ ...place, challenge: challenge?.title ?? null, team: team?.name ?? null });
    return { name, label, challengeId, participationId };
  };
  const scopes = [scope('game', false, false)];
  if (challenge) scopes.push(scope('challenge', true, false));
  // Shared instances of several challenges have nothing in common.
  if (challenge && team) scopes.push(scope('folder', true, true));
  if (team && team.id !== 0) scopes.push(scope('team', false, true));
  return scopes;
}

/** Recorded traffic: challenges, the teams of one, the files of a team. */
export function TrafficPage({ gameId, isRelayed, search, onSearch }: TrafficPageProps) {
  const t = useText('capture');
  const challenges = useQuery(capturedChallengesQuery(gameId));
  const challenge = challenges.data?.find(({ id }) => id === search.challenge);
  const scopes = useScopes(challenge, search.team);
  const aboutOf = ({ type, isEnabled }: ChallengeTraffic) =>
    t(`capture.type.${type === 'DynamicContainer' ? 'own' : 'shared'}`) +
    (isEnabled ? '' : ` · ${t('capture.disabled')}`);
  const page = useRef<HTMLDivElement>(null);
  useKeptFocus(page, String(search.team), ['a[data-challenge][aria-current]']);
  if (challenges.data?.length === 0) {
    return (
      <Panel>
        <EmptyState icon={<IconRouter />} title={t('capture.empty.title')} hint={t('capture.empty.hint')} />
      </Panel>
    );
  }
  return (
    <div ref={page} className={classes.page}>
      {!isRelayed && challenges.data && (
        <Alert color="yellow" title={t('capture.notRelayed.title')} className={classes.whole}>
          {t('capture.notRelayed.text')}
        </Alert>
      )}
      {challenges.data && <FinderPanel gameId={gameId} scopes={scopes} search={search} onSearch={onSearch} />}
      <Panel flush title={t('capture.challenges')}>
        <QueryState query={challenges} pending={<ListSkeleton count={5} />} />
        <ul className={classes.list}>
          {challenges.data?.map((each) => (
            <TrafficItem
              key={each.id}
              gameId={gameId}
              search={{ challenge: each.id, find: search.find }}
              active={each === challenge}
              icon={<CategoryIcon of={each} />}
              name={each.title}
              about={aboutOf(each)}
              count={t('capture.teamCount', { count: each.count })}
              data-challenge
            />
          ))}
        </ul>
      </Panel>
      {challenge ? (
        <Teams key={challenge.id} gameId={gameId} challenge={challenge} search={search} onSearch={onSearch} />
      ) : (
        challenges.data && (
          <Panel className={classes.wide}>
            <EmptyState icon={<IconUsersGroup />} title={t('capture.choose.title')} hint={t('capture.choose.hint')} />
          </Panel>
        )
      )}
    </div>
  );
}

type TrafficItemProps = {
  gameId: number;
  /** What it leads to. */
  search: TrafficSearch;
  active: boolean;
  icon: ReactNode;
  name: string;
  about?: string | null;
  count: string;
  'data-challenge'?: boolean;
};

/** A challenge, or a team of one. */
function TrafficItem({ gameId, search, active, icon, name, about, count, ...mark }: TrafficItemProps) {
  return (
    <li>
      <Link
        to="/games/$id/monitor/traffic"
        params={{ id: gameId }}
        search={search}
        resetScroll={false}
        className={classes.item}
        aria-current={active || undefined}
        {...mark}
      >
        {icon}
        <span className="grow shrinks">
          <span className="block anywhere semibold">{name}</span>
          {about && <span className="dimmed text-12">{about}</span>}
        </span>
        <span className="rigid dimmed text-12 figures">{count}</span>
      </Link>
    </li>
  );
}

type TeamsProps = Omit<TrafficPageProps, 'isRelayed'> & { challenge: ChallengeTraffic };

function Teams({ gameId, challenge, search, onSearch }: TeamsProps) {
  const t = useText('capture');
  const challengeId = challenge.id;
  const { query, teams } = useCapturedTeams(challenge);
  const wanted = search.q?.toLowerCase() ?? '';
  const nameOf = ({ name }: TeamTraffic) => name ?? t('capture.allTeams');
  const shown = (teams ?? []).filter((each) => nameOf(each).toLowerCase().includes(wanted));
  const team = teams?.find(({ id }) => id === search.team);
  return (
    <>
      <Panel flush title={t('capture.teams')}>
        {teams && teams.length > 8 && (
          <div className={classes.search}>
            <SearchField
              label={t('capture.searchTeams')}
              value={search.q ?? ''}
              onChange={(q) => onSearch({ q: q || undefined })}
            />
          </div>
        )}
        {!teams && query.isPending && <ListSkeleton count={5} />}
        <QueryState query={query} />
        {teams?.length === 0 && <EmptyState icon={<IconUsersGroup />} title={t('capture.noTeams')} />}
        {teams && teams.length > 0 && shown.length === 0 && (
          <NothingFound title={t('capture.noTeamFound')} onClear={() => onSearch({ q: undefined })} />
        )}
        <ul className={classes.list}>
          {shown.map((each) => (
            <TrafficItem
              key={each.id}
              gameId={gameId}
              search={{ ...search, challenge: challengeId, team: each.id }}
              active={each === team}
              icon={<Avatar name={nameOf(each)} src={each.avatar} shape="team" />}
              name={nameOf(each)}
              about={each.division}
              count={t('capture.fileCount', { count: each.count })}
            />
          ))}
        </ul>
      </Panel>
      {team && (
        <CaptureFiles
          key={team.id}
          folder={{ gameId, challengeId, partId: team.id }}
          name={nameOf(team)}
          onEmptied={() => onSearch({ team: undefined })}
        />
      )}
    </>
  );
}
