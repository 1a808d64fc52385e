// The public board leaves out solves after the freeze, so values, ranks and bloods reveal nothing, and knows no award that
// was given or taken back after it. Revealing clears the freeze time.

import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import { gameNow } from './pause.rules';
import type { ScoreboardSolve } from './scoreboard.board.rules';
import type { AwardFacts } from './scoreboard.rules';

/** Unix milliseconds; null is never. */
export const isFrozen = (freeze: number | null, now: number): boolean => freeze !== null && now >= freeze;

/** Unix milliseconds; null while not frozen. */
export function frozenSince(game: { freezeAt: Date | null; pausedAt: Date | null }, at: Date): number | null {
  const freeze = game.freezeAt?.getTime() ?? null;
  return isFrozen(freeze, gameNow(game, at).getTime()) ? freeze : null;
}

/** The freeze is inclusive. */
export function factsAtFreeze<Facts extends { solves: readonly { time: number }[]; awards: readonly AwardFacts[] }>(
  facts: Facts,
  freeze: number,
): Facts {
  const solves = facts.solves.filter(({ time }) => time <= freeze);
  return { ...facts, solves, awards: awardsAtFreeze(facts.awards, freeze) };
}

/** As they were known then, whenever they count. */
export function awardsAtFreeze(awards: readonly AwardFacts[], freeze: number | null): readonly AwardFacts[] {
  if (freeze === null || !awards.some((one) => changedAt(one) > freeze)) return awards;
  return awards
    .filter(({ givenAt }) => givenAt <= freeze)
    .map((one) => (changedAt(one) > freeze ? { ...one, reversedAt: null } : one));
}

/** When the last of it was known. */
export const changedAt = ({ givenAt, reversedAt }: Pick<AwardFacts, 'givenAt' | 'reversedAt'>): number =>
  reversedAt ?? givenAt;

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
