// A frozen board stands still for the public: it is made of the same facts without the solves after the freeze, so that
// neither values, places nor bloods can tell of them. Staff see the board of now beside it. What is revealed is no longer
// frozen: revealing a board clears its freeze time.

import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import type { ScoreboardSolve } from './scoreboard.board.rules';

/** Whether the public board stands still; `freeze` and `now` are Unix milliseconds, null is never. */
export const isFrozen = (freeze: number | null, now: number): boolean => freeze !== null && now >= freeze;

/** Since when the public board stands still at a time, Unix milliseconds; null while it moves. */
export function frozenSince(freezeAt: Date | null, at: Date): number | null {
  const freeze = freezeAt?.getTime() ?? null;
  return isFrozen(freeze, at.getTime()) ? freeze : null;
}

/**
 * The freeze that a published board has to keep to, null when there is none yet. A solve after the freeze brings it about
 * as the time does: it says that the clock of another process is there already.
 */
export function boardFreeze(
  { game, solves }: { game: { freeze: number | null }; solves: readonly { time: number }[] },
  now: number,
): number | null {
  const { freeze } = game;
  if (freeze === null) return null;
  return now >= freeze || solves.some(({ time }) => time > freeze) ? freeze : null;
}

/** The facts as the public may know them from the freeze on; a solve at its very instant is still among them. */
export function withoutLaterSolves<Facts extends { solves: readonly { time: number }[] }>(
  facts: Facts,
  freeze: number,
): Facts {
  return { ...facts, solves: facts.solves.filter(({ time }) => time <= freeze) };
}

/**
 * Under this prefix lies the board of staff while the public one stands still, in the same keys and with versions of its
 * own. They begin later than those of the public board and run faster, so that none is ever a version of both.
 */
export const staffBoardPrefix = (keyPrefix: string): string => `${keyPrefix}staff:`;

/**
 * The own row of a team that has solved more since the freeze: it lists and counts what the team knows. Place, points
 * and last time stay as of the freeze, because what later solves are worth depends on those of others.
 */
export function withLaterSolves<Row extends Pick<ScoreboardItem, 'solvedChallenges' | 'solvedCount'>>(
  row: Row,
  later: readonly ScoreboardSolve[],
): Row {
  return {
    ...row,
    solvedChallenges: [...row.solvedChallenges, ...later],
    solvedCount: row.solvedCount + later.length,
  };
}
