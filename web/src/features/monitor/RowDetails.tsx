import { Button } from '@mantine/core';
import { IconFilter, IconPuzzle, IconUsersGroup } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import classes from './Monitor.module.css';
import type { FeedSearch } from './monitor-search';

type RowDetailsProps = {
  gameId: number;
  row: { team: string; teamId: number | null; challenge: string | null; challengeId: number | null };
  /** Whether the reader may open the challenge in the editor. */
  canEdit: boolean;
  onSearch: (change: FeedSearch) => void;
  children?: ReactNode;
};

/** What one can do with a row: narrow the list to it, or go to its team and challenge. */
export function RowDetails({ gameId, row, canEdit, onSearch, children }: RowDetailsProps) {
  const t = useText('monitor');
  const { team, challenge } = row;
  const teamId = row.teamId ?? undefined;
  const challengeId = row.challengeId ?? undefined;
  const filter = (label: string, change: FeedSearch) => (
    <Button size="compact-sm" variant="default" leftSection={<IconFilter size={16} />} onClick={() => onSearch(change)}>
      {label}
    </Button>
  );
  return (
    <div className={classes.details}>
      {children}
      <div className={classes.actions}>
        {teamId !== undefined && filter(t('monitor.row.onlyTeam', { team }), { team: teamId })}
        {challengeId !== undefined &&
          filter(t('monitor.row.onlyChallenge', { challenge: challenge ?? `#${challengeId}` }), {
            challenge: challengeId,
          })}
        {teamId !== undefined &&
          challengeId !== undefined &&
          filter(t('monitor.row.both'), { team: teamId, challenge: challengeId })}
        {teamId !== undefined && (
          <Link to="/games/$id/scoreboard" params={{ id: gameId }} search={{ team: teamId }} className={classes.jump}>
            <IconUsersGroup size={16} />
            {t('monitor.row.toTeam')}
          </Link>
        )}
        {challengeId !== undefined && (
          <ChallengeLink gameId={gameId} challengeId={challengeId} canEdit={canEdit} className={classes.jump} />
        )}
      </div>
    </div>
  );
}

type ChallengeLinkProps = { gameId: number; challengeId: number; canEdit: boolean; className?: string };

/** To the editor for those who have one, else to the teams that solved it. */
function ChallengeLink({ gameId, challengeId, canEdit, className }: ChallengeLinkProps) {
  const t = useText('monitor');
  return canEdit ? (
    <Link to="/admin/games/$id/challenges/$chalId" params={{ id: gameId, chalId: challengeId }} className={className}>
      <IconPuzzle size={16} />
      {t('monitor.row.toChallenge')}
    </Link>
  ) : (
    <Link to="/games/$id/scoreboard" params={{ id: gameId }} search={{ challenge: challengeId }} className={className}>
      <IconPuzzle size={16} />
      {t('monitor.row.toSolvers')}
    </Link>
  );
}
