// The public board of a frozen game is computed from the same facts without the solves after the freeze, so that neither
// values, ranks nor bloods reveal them. Staff see the current board. Revealing a board clears its freeze time.

import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import type { ScoreboardSolve } from './scoreboard.board.rules';

/** Whether the public board is frozen; `freeze` and `now` are Unix milliseconds, null is never. */
export const isFrozen = (freeze: number | null, now: number): boolean => freeze !== null && now >= freeze;

/** Since when the public board is frozen at a time, Unix milliseconds; null while it is not. */
export function frozenSince(freezeAt: Date | null, at: Date): number | null {
  const freeze = freezeAt?.getTime() ?? null;
  return isFrozen(freeze, at.getTime()) ? freeze : null;
}

/** The facts as the public may know them from the freeze on; a solve at its very instant is still among them. */
export function withoutLaterSolves<Facts extends { solves: readonly { time: number }[] }>(
  facts: Facts,
  freeze: number,
): Facts {
  return { ...facts, solves: facts.solves.filter(({ time }) => time <= freeze) };
}

/** Versions of the board of staff are far above those of the public one, so that no number is a version of both. */
export const staffVersion = (version: number): number => firstStaffVersion + version;
export const isStaffVersion = (version: number): boolean => version >= firstStaffVersion;
const firstStaffVersion = 2 ** 40;

interface VersionAt {
  version: number;
  updateTimeUtc: number;
}

/**
 * Whether a client that has one board lacks another. Versions of the two boards of a game do not compare, and their
 * times are equal where the last solve came by a clock that is ahead.
 */
export function isNewer(one: VersionAt, known: VersionAt): boolean {
  if (one.updateTimeUtc !== known.updateTimeUtc) return one.updateTimeUtc > known.updateTimeUtc;
  return one.version > known.version || isStaffVersion(one.version) !== isStaffVersion(known.version);
}

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
