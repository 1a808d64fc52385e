// The public board leaves out solves after the freeze, so values, ranks and bloods reveal nothing, and knows no award and no
// re-judging that was decided after it. Revealing clears the freeze time.

import type { ScoreboardItem } from '@vexil/contract/scoreboard';
import { gameNow } from './pause.rules';
import type { ScoreboardSolve } from './scoreboard.board.rules';
import type { AwardFacts, SolveFacts } from './scoreboard.rules';

/** Unix milliseconds; null is never. */
export const isFrozen = (freeze: number | null, now: number): boolean => freeze !== null && now >= freeze;

/** Unix milliseconds; null while not frozen. */
export function frozenSince(game: { freezeAt: Date | null; pausedAt: Date | null }, at: Date): number | null {
  const freeze = game.freezeAt?.getTime() ?? null;
  return isFrozen(freeze, gameNow(game, at).getTime()) ? freeze : null;
}

/** The freeze is inclusive. */
export const factsAtFreeze = <Facts extends { solves: readonly SolveFacts[]; awards: readonly AwardFacts[] }>(
  facts: Facts,
  freeze: number,
): Facts => ({
  ...facts,
  solves: solvesAtFreeze(facts.solves, freeze),
  awards: awardsAtFreeze(facts.awards, freeze),
});

/** As they were known then: what was taken back later still stands, and no other of its pair does. */
export function solvesAtFreeze<Solve extends SolveFacts>(
  solves: readonly Solve[],
  freeze: number | null,
): readonly Solve[] {
  if (freeze === null || !solves.some((one) => decidedAt(one) > freeze)) return solves;
  const known = solves.filter(({ time, givenAt }) => (givenAt ?? time) <= freeze);
  const isBack = (one: Solve) => decidedAt(one) > freeze;
  const pairOf = ({ participationId, challengeId }: Solve) => `${participationId} ${challengeId}`;
  const back = new Set(known.filter(isBack).map(pairOf));
  return known
    .filter((one) => isBack(one) || !back.has(pairOf(one)))
    .map((one) => (isBack(one) ? { ...one, reversedAt: null } : one));
}

/** When the last of a solve was known. */
export const decidedAt = ({ time, givenAt, reversedAt }: Pick<SolveFacts, 'time' | 'givenAt' | 'reversedAt'>): number =>
  reversedAt ?? givenAt ?? time;

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
  // A re-judging since the freeze may have moved a solve that the public board shows.
  const known = new Set(row.solvedChallenges.map(({ id }) => id));
  const added = later.filter(({ id }) => !known.has(id));
  return {
    ...row,
    solvedChallenges: [...row.solvedChallenges, ...added],
    solvedCount: row.solvedCount + added.length,
  };
}
