import type { BasicGame } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';

export type GameTurn = { phase: 'Upcoming' | 'Running' | 'Ended'; until: number | undefined };

/** A game's phase at a moment, and when the next begins; the list does not say whether an ended game is open for practice. */
export function gameTurn(game: BasicGame, now: number): GameTurn {
  const phase = gamePhase({ ...game, practiceMode: false }, now);
  if (phase === 'Upcoming') return { phase, until: game.start };
  return phase === 'Running' ? { phase, until: game.end } : { phase: 'Ended', until: undefined };
}
