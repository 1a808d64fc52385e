import { IconCircleCheck, IconClock, IconUsers } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { BasicGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { Cover } from '../../ui/Cover';
import { PhaseChip } from '../../ui/PhaseChip';
import { TimeRange } from '../../ui/Time';
import classes from './GameCard.module.css';
import { nextPhaseChange, usePhase } from './use-phase';

type GameCardProps = {
  game: BasicGame;
  /** The account's team in this game; undefined if it has none or is not loaded yet. */
  team?: string;
};

export function GameCard({ game, team }: GameCardProps) {
  const t = useText('game');
  const phase = usePhase(game);
  return (
    <Link to="/games/$id" params={{ id: game.id }} className={classes.card}>
      <span className={classes.cover}>
        <Cover title={game.title} poster={game.poster} />
        {team !== undefined && (
          <span className={classes.joined}>
            <IconCircleCheck size={16} />
            {team ? t('game.list.joinedWith', { team }) : t('game.list.joined')}
          </span>
        )}
      </span>
      <span className={classes.body}>
        <span className="flex">
          <PhaseChip phase={phase} until={nextPhaseChange(game, phase)} pausedAt={game.pausedAt} />
        </span>
        <h2 className={classes.title}>{game.title}</h2>
        {game.summary && <span className={classes.summary}>{game.summary}</span>}
        <span className={classes.facts}>
          <span>
            <IconClock size={16} />
            <TimeRange from={game.start} to={game.end} format="short" />
          </span>
          <span>
            <IconUsers size={16} />
            <MemberLimit limit={game.limit} />
          </span>
        </span>
      </span>
    </Link>
  );
}

export function MemberLimit({ limit }: { limit: number }) {
  const t = useText('game');
  if (limit === 0) return t('game.limit.none');
  return limit === 1 ? t('game.limit.one') : t('game.limit.some', { count: limit });
}
