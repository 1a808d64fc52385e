import { Link } from '@tanstack/react-router';
import type { BasicGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { Cover } from '../../ui/Cover';
import { PhaseChip } from '../../ui/PhaseChip';
import { TimeRange } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import classes from './GameTile.module.css';
import { listedPhase } from './listed-phase';

type GameTileProps = { game: BasicGame; team: string | null | undefined; onPhaseChange: () => void };

export function GameTile({ game, team, onPhaseChange }: GameTileProps) {
  const t = useText('home');
  const { phase, until } = listedPhase(game, useNow());
  return (
    <Link to="/games/$id" params={{ id: game.id }} className={classes.tile}>
      <span className={classes.poster}>
        <Cover title={game.title} poster={game.poster} />
      </span>
      <span className={classes.words}>
        <PhaseChip phase={phase} until={until} onZero={onPhaseChange} pausedAt={game.pausedAt} />
        <h3 className="full ellipsis text-14 semibold">{game.title}</h3>
        <span className="full ellipsis dimmed text-12">
          {team ? t('home.myTeam', { team }) : <TimeRange from={game.start} to={game.end} format="short" />}
        </span>
      </span>
    </Link>
  );
}
