// The public board leaves out solves after the freeze, so values, ranks and bloods reveal nothing. Revealing clears the
// freeze time.

import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import type { ScoreboardSolve } from './scoreboard.board.rules';

/** Unix milliseconds; null is never. */
export const isFrozen = (freeze: number | null, now: number): boolean => freeze !== null && now >= freeze;

/** Unix milliseconds; null while not frozen. */
export function frozenSince(freezeAt: Date | null, at: Date): number | null {
  const freeze = freezeAt?.getTime() ?? null;
  return isFrozen(freeze, at.getTime()) ? freeze : null;
}

/** The freeze is inclusive. */
export function withoutLaterSolves<Facts extends { solves: readonly { time: number }[] }>(
  facts: Facts,
  freeze: number,
): Facts {
  return { ...facts, solves: facts.solves.filter(({ time }) => time <= freeze) };
}

/** Keeps versions of the two boards disjoint. */
export const staffVersion = (version: number): number => firstStaffVersion + version;
export const isStaffVersion = (version: number): boolean => version >= firstStaffVersion;
const firstStaffVersion = 2 ** 40;

interface VersionAt {
  version: number;
  updateTimeUtc: number;
}

/** Versions of different boards do not compare; times decide, and may be equal with skewed clocks. */
export function isNewer(one: VersionAt, known: VersionAt): boolean {
  if (one.updateTimeUtc !== known.updateTimeUtc) return one.updateTimeUtc > known.updateTimeUtc;
  return one.version > known.version || isStaffVersion(one.version) !== isStaffVersion(known.version);
}

/** Rank, points and last time stay as of the freeze, because the worth of later solves depends on other teams. */
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
