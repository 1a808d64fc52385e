import type { BasicGame } from '@vexil/contract/game';
import { gamePhase } from '@vexil/rules/phase.rules';

export type ListedPhase = { phase: 'Upcoming' | 'Running' | 'Ended'; until: number | undefined };

/** A game's phase at a time and its next change. The list does not include whether practice mode is on. */
export function listedPhase(game: BasicGame, now: number): ListedPhase {
  const phase = gamePhase({ ...game, practiceMode: false }, now);
  if (phase === 'Upcoming') return { phase, until: game.start };
  return phase === 'Running' ? { phase, until: game.end } : { phase: 'Ended', until: undefined };
}
