import { IconChevronRight, IconFlag3 } from '@tabler/icons-react';
import { Link, type LinkProps } from '@tanstack/react-router';
import type { BasicGame } from '@vexil/contract/game';
import { useText } from '../../i18n/use-text';
import { PhaseChip } from '../../ui/PhaseChip';
import { Time } from '../../ui/Time';
import { useNow } from '../../ui/use-now';
import classes from './GameRow.module.css';
import { listedPhase } from './listed-phase';

type GameRowProps = { game: BasicGame; team: string | undefined; onPhaseChange: () => void };

export function GameRow({ game, team, onPhaseChange }: GameRowProps) {
  const t = useText('home');
  const { phase, until } = listedPhase(game, useNow());
  return (
    <Link to={`/games/${game.id}` as LinkProps['to']} className={classes.row}>
      {game.poster ? (
        <img src={game.poster} alt="" className={classes.poster} loading="lazy" />
      ) : (
        <span className={classes.poster}>
          <IconFlag3 size={20} stroke={1.75} aria-hidden />
        </span>
      )}
      <span className={classes.words}>
        <span className={classes.title}>{game.title}</span>
        <span className={classes.facts}>
          <Time at={game.start} format="short" /> – <Time at={game.end} format="short" />
          {team && ` · ${t('home.myTeam', { team })}`}
        </span>
      </span>
      <PhaseChip phase={phase} until={until} onZero={onPhaseChange} />
      <IconChevronRight size={18} stroke={1.75} className={classes.arrow} aria-hidden />
    </Link>
  );
}
