import { IconRouter, IconUsersGroup } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import type { ChallengeTraffic, TeamTraffic } from '@vexil/contract/capture';
import { useText } from '../../i18n/use-text';
import { Avatar } from '../../ui/Avatar';
import { CategoryIcon } from '../../ui/CategoryTag';
import { EmptyState } from '../../ui/EmptyState';
import { FailedQuery } from '../../ui/FailedQuery';
import { Panel } from '../../ui/Panel';
import { SearchField } from '../../ui/SearchField';
import { ListSkeleton } from '../../ui/skeletons';
import { CaptureFiles } from './CaptureFiles';
import { capturedChallengesQuery, capturedTeamsQuery } from './capture.queries';
import classes from './Traffic.module.css';
import type { TrafficSearch } from './traffic-search';

type TrafficPageProps = { gameId: number; search: TrafficSearch; onSearch: (change: Partial<TrafficSearch>) => void };

/** Recorded traffic: challenges, the teams of one, the files of a team. */
export function TrafficPage({ gameId, search, onSearch }: TrafficPageProps) {
  const t = useText('capture');
  const challenges = useQuery(capturedChallengesQuery(gameId));
  const challenge = challenges.data?.find(({ id }) => id === search.challenge);
  if (challenges.data?.length === 0) {
    return (
      <Panel>
        <EmptyState
          icon={<IconRouter size={28} stroke={1.75} />}
          title={t('capture.empty.title')}
          hint={t('capture.empty.hint')}
        />
      </Panel>
    );
  }
  return (
    <div className={classes.page}>
      <Panel flush title={t('capture.challenges')}>
        {challenges.isPending && <ListSkeleton count={5} />}
        <FailedQuery query={challenges} />
        <ul className={classes.list}>
          {challenges.data?.map((each) => (
            <ChallengeItem key={each.id} gameId={gameId} challenge={each} active={each === challenge} />
          ))}
        </ul>
      </Panel>
      {challenge ? (
        <Teams key={challenge.id} gameId={gameId} challengeId={challenge.id} search={search} onSearch={onSearch} />
      ) : (
        challenges.data && (
          <Panel className={classes.wide}>
            <EmptyState
              icon={<IconUsersGroup size={28} stroke={1.75} />}
              title={t('capture.choose.title')}
              hint={t('capture.choose.hint')}
            />
          </Panel>
        )
      )}
    </div>
  );
}

type ChallengeItemProps = { gameId: number; challenge: ChallengeTraffic; active: boolean };

function ChallengeItem({ gameId, challenge, active }: ChallengeItemProps) {
  const t = useText('capture');
  return (
    <li>
      <Link
        to="/games/$id/monitor/traffic"
        params={{ id: gameId }}
        search={{ challenge: challenge.id }}
        resetScroll={false}
        className={classes.item}
        aria-current={active || undefined}
      >
        <CategoryIcon category={challenge.category} />
        <span className={classes.words}>
          <span className={classes.name}>{challenge.title}</span>
          <span className={classes.about}>
            {t(`capture.type.${challenge.type === 'DynamicContainer' ? 'own' : 'shared'}`)}
            {!challenge.isEnabled && ` · ${t('capture.disabled')}`}
          </span>
        </span>
        <span className={classes.count}>{t('capture.teamCount', { count: challenge.count })}</span>
      </Link>
    </li>
  );
}

type TeamsProps = TrafficPageProps & { challengeId: number };

function Teams({ gameId, challengeId, search, onSearch }: TeamsProps) {
  const t = useText('capture');
  const teams = useQuery(capturedTeamsQuery(challengeId));
  const wanted = search.q?.toLowerCase() ?? '';
  const shown = (teams.data ?? []).filter(({ name }) => (name ?? '').toLowerCase().includes(wanted));
  const team = teams.data?.find(({ id }) => id === search.team);
  return (
    <>
      <Panel flush title={t('capture.teams')}>
        {teams.data && teams.data.length > 8 && (
          <div className={classes.search}>
            <SearchField
              label={t('capture.searchTeams')}
              value={search.q ?? ''}
              onChange={(q) => onSearch({ q: q || undefined })}
            />
          </div>
        )}
        {teams.isPending && <ListSkeleton count={5} />}
        <FailedQuery query={teams} />
        {teams.data && shown.length === 0 && (
          <EmptyState
            icon={<IconUsersGroup size={28} stroke={1.75} />}
            title={t(teams.data.length === 0 ? 'capture.noTeams' : 'capture.noTeamFound')}
          />
        )}
        <ul className={classes.list}>
          {shown.map((each) => (
            <TeamItem key={each.id} {...{ gameId, challengeId }} team={each} active={each === team} q={search.q} />
          ))}
        </ul>
      </Panel>
      {team && <CaptureFiles key={team.id} folder={{ gameId, challengeId, partId: team.id }} name={nameOf(team)} />}
    </>
  );
}

const nameOf = ({ name, teamId }: TeamTraffic) => name ?? `#${teamId}`;

type TeamItemProps = { gameId: number; challengeId: number; team: TeamTraffic; active: boolean; q: string | undefined };

function TeamItem({ gameId, challengeId, team, active, q }: TeamItemProps) {
  const t = useText('capture');
  return (
    <li>
      <Link
        to="/games/$id/monitor/traffic"
        params={{ id: gameId }}
        search={{ challenge: challengeId, team: team.id, q }}
        resetScroll={false}
        className={classes.item}
        aria-current={active || undefined}
      >
        <Avatar name={nameOf(team)} src={team.avatar} shape="team" />
        <span className={classes.words}>
          <span className={classes.name}>{nameOf(team)}</span>
          {team.division && <span className={classes.about}>{team.division}</span>}
        </span>
        <span className={classes.count}>{t('capture.fileCount', { count: team.count })}</span>
      </Link>
    </li>
  );
}
