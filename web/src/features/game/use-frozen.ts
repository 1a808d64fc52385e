import type { DetailedGame } from '@vexil/contract/game';
import { openFreeze } from '@vexil/rules/game-freeze.rules';
import { useReached } from '../../ui/use-reached';

/** Whether the public scoreboard is frozen by the server's clock; updates at the freeze. */
export const useFrozen = (game: Pick<DetailedGame, 'freezeTime' | 'revealedAt' | 'pausedAt'>): boolean =>
  useReached(openFreeze(game), game.pausedAt);
