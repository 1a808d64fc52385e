import { Link } from '@tanstack/react-router';
import type { DetailedGame } from '@vexil/contract/game';
import type { ReactNode } from 'react';
import { useText } from '../../i18n/use-text';
import { useScoreboardMessages } from '../../live/scoreboard-cache';
import { useLive } from '../../live/use-live';
import { useRefresh } from '../../live/use-refresh';
import { ConnectionBadge } from '../../ui/ConnectionBadge';
import { FrozenChip } from '../../ui/FrozenBanner';
import { PausedBanner } from '../../ui/PausedBanner';
import { PhaseChip } from '../../ui/PhaseChip';
import { StoppedClock } from '../../ui/stopped-clock';
import classes from './GameFrame.module.css';
import { GameTabs } from './GameTabs';
import { OwnTeam } from './OwnTeam';
import { useFrozen } from './use-frozen';
import { useGameMessages } from './use-game-messages';
import { nextPhaseChange, usePhase } from './use-phase';

type GameFrameProps = {
  game: DetailedGame;
  canWatch: boolean;
  /** The challenges, without playing. */
  canRead: boolean;
  canEdit: boolean;
  unread: number;
  bell: ReactNode;
  children: ReactNode;
};

export function GameFrame({ game, canWatch, canRead, canEdit, unread, bell, children }: GameFrameProps) {
  const t = useText('game');
  const phase = usePhase(game);
  const frozen = useFrozen(game) && phase !== 'Upcoming';
  const state = useLive(game.id);
  useGameMessages(game.id);
  useScoreboardMessages(game.id);
  useRefresh(game.id);
  return (
    <StoppedClock value={game.pausedAt}>
      <header className={classes.frame} data-game>
        <div className={classes.line}>
          <h1 className={classes.title}>
            <Link to="/games/$id" params={{ id: game.id }} className={classes.link}>
              {game.title}
            </Link>
          </h1>
          <div className={classes.state}>
            <PhaseChip phase={phase} until={nextPhaseChange(game, phase)} pausedAt={game.pausedAt} />
            {/* Before and after, "Live" would be read of the game. */}
            {(state !== 'live' || phase === 'Running') && <ConnectionBadge state={state} />}
            {frozen && <FrozenChip />}
            {game.hidden && <span className={classes.hidden}>{t('game.frame.hidden')}</span>}
          </div>
          <div className="row gap-8 shrinks push">
            {game.status === 'Accepted' && phase !== 'Upcoming' && <OwnTeam game={game} phase={phase} />}
            {bell}
          </div>
        </div>
        <GameTabs
          gameId={game.id}
          withChallenges={canRead || game.status === 'Accepted'}
          withBoard={game.boardVisible}
          canWatch={canWatch}
          canEdit={canEdit}
          unread={unread}
        />
      </header>
      {game.pausedAt !== null && (
        <PausedBanner since={game.pausedAt} reason={game.pauses[0]?.reason ?? ''} hint={t('game.paused')} />
      )}
      {children}
    </StoppedClock>
  );
}
