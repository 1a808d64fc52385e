import { Switch } from '@mantine/core';
import { IconFlag3 } from '@tabler/icons-react';
import { Link } from '@tanstack/react-router';
import type { GameInfo } from '@vexil/contract/game';
import type { GamePhase } from '@vexil/db/enums/game';
import { useText } from '../../i18n/use-text';
import { PhaseChip } from '../../ui/PhaseChip';
import { Time } from '../../ui/Time';
import classes from './GamesPage.module.css';
import { useHideGame } from './use-hide-game';

/** Markdown syntax, removed from the one-line summary. */
const markdownMarks = /\*\*|__|[*`]|^#+\s/gm;

export function GameRow({ game, phase }: { game: GameInfo; phase: GamePhase }) {
  const t = useText('game-edit');
  const { hide, pending } = useHideGame();
  return (
    <li className={classes.row}>
      <span className={classes.poster}>
        {game.poster ? (
          <img src={game.poster} alt="" loading="lazy" />
        ) : (
          <IconFlag3 size={20} stroke={1.75} aria-hidden />
        )}
      </span>
      <div className={classes.words}>
        <span className={classes.titleLine}>
          <Link to="/admin/games/$id/info" params={{ id: game.id }} className={classes.title}>
            {game.title}
          </Link>
          <PhaseChip phase={phase} />
        </span>
        <span className={classes.summary}>
          {game.summary.replace(markdownMarks, '') || t('game-edit.games.noSummary')}
        </span>
      </div>
      <span className={classes.times}>
        <Time at={game.start} withZone />
        <span className={classes.until}>
          {t('game-edit.games.until')} <Time at={game.end} />
        </span>
      </span>
      <Switch
        className={classes.visible}
        labelPosition="left"
        label={t(game.hidden ? 'game-edit.games.hidden' : 'game-edit.games.visible')}
        aria-label={t('game-edit.games.showGame', { title: game.title })}
        checked={!game.hidden}
        disabled={pending}
        onChange={(event) => hide(game, !event.currentTarget.checked)}
      />
    </li>
  );
}
