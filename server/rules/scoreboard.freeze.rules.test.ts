import { describe, expect, it } from 'vitest';
import {
  awardsAtFreeze,
  factsAtFreeze,
  frozenSince,
  isFrozen,
  isNewer,
  isStaffVersion,
  solvesAtFreeze,
  staffVersion,
  withLaterSolves,
} from './scoreboard.freeze.rules';
import type { SolveFacts } from './scoreboard.rules';

const freeze = 1000;
const solveAt = (time: number, fields: Partial<SolveFacts> = {}): SolveFacts => ({
  ...{ participationId: 1, challengeId: 7, submissionId: 1, userName: 'kim' },
  time,
  ...fields,
});

describe('a board', () => {
  it.each([
    [null, 0, false],
    [null, 2000, false],
    [freeze, 999, false],
    [freeze, 1000, true],
    [freeze, 1001, true],
  ])('that freezes at %s is frozen at %i: %s', (since, now, frozen) => {
    expect(isFrozen(since, now)).toBe(frozen);
    const game = { freezeAt: since === null ? null : new Date(since), pausedAt: null };
    expect(frozenSince(game, new Date(now))).toBe(frozen ? since : null);
    expect(frozenSince({ ...game, pausedAt: new Date(freeze - 1) }, new Date(now))).toBe(null);
    expect(frozenSince({ ...game, pausedAt: new Date(freeze) }, new Date(now))).toBe(frozen ? since : null);
  });

  it('shows the public the solves up to the freeze, and all else as it is', () => {
    const solves = [1001, 1000, 999].map((time, challengeId) => solveAt(time, { challengeId }));
    const facts = { game: { id: 3 }, solves, awards: [] };
    expect(factsAtFreeze(facts, freeze)).toEqual({ game: { id: 3 }, solves: solves.slice(1), awards: [] });
  });

  it.each([
    ['that was known from its arrival', {}, [null]],
    ['that a re-judging made before it', { givenAt: 1000 }, [null]],
    ['that a re-judging made after it', { givenAt: 1001 }, []],
    ['that was taken back before it', { reversedAt: 1000 }, [1000]],
    ['that was taken back after it', { reversedAt: 1001 }, [null]],
    ['made and taken back after it', { givenAt: 1001, reversedAt: 1002 }, []],
  ])('knows a solve %s', (_, fields, known) => {
    const one = solveAt(900, fields);
    const other = solveAt(900, { submissionId: 9, participationId: 2 });
    const later = solveAt(1001, { submissionId: 10, participationId: 3 });
    for (const solves of [
      [one, other],
      [one, other, later],
    ]) {
      const shown = solvesAtFreeze(solves, freeze);
      expect(shown.slice(0, -1).map(({ reversedAt = null }) => reversedAt)).toEqual(known);
      expect(shown.at(-1)).toEqual(other);
    }
    expect(solvesAtFreeze([one, other], null)).toEqual([one, other]);
  });

  it('knows one solve of a pair: the one that stood then', () => {
    const [first, moved] = [solveAt(900, { reversedAt: 1001 }), solveAt(950, { submissionId: 2 })];
    expect(solvesAtFreeze([first, moved], freeze)).toEqual([{ ...first, reversedAt: null }]);
    expect(solvesAtFreeze([first, { ...moved, challengeId: 8 }], freeze)).toHaveLength(2);
    const same = [solveAt(900), solveAt(1000, { submissionId: 2, challengeId: 8 })];
    expect(solvesAtFreeze(same, freeze)).toBe(same);
  });

  it.each([
    ['before it', 900, null, [null]],
    ['at it', 1000, null, [null]],
    ['after it, whenever it counts', 1001, null, []],
    ['before it and taken back before it', 900, 950, [950]],
    ['before it and taken back at it', 900, 1000, [1000]],
    ['before it and taken back after it', 900, 1001, [null]],
    ['after it and taken back', 1001, 1002, []],
  ])('knows an award that was given %s', (_, givenAt, reversedAt, known) => {
    const common = { participationId: 1, points: 5, reason: 'r', label: null, time: 800 };
    const [before, later] = [
      { ...common, id: 1, givenAt: 100, reversedAt: null },
      { ...common, id: 3, givenAt: 5000, reversedAt: null },
    ];
    const one = { ...common, id: 2, givenAt, reversedAt };
    for (const awards of [
      [before, one],
      [before, one, later],
    ]) {
      const shown = factsAtFreeze({ solves: [], awards }, freeze).awards;
      expect(shown[0]).toEqual(before);
      expect(shown.slice(1).map((award) => award.reversedAt)).toEqual(known);
      // The same list says that a freeze hides nothing.
      const last = Math.max(...awards.map((award) => award.reversedAt ?? award.givenAt));
      expect(shown === awards).toBe(last <= freeze);
      expect(awardsAtFreeze(awards, null)).toBe(awards);
    }
  });

  it('lists and counts in the own row what was solved later, and leaves the row given as it is', () => {
    const solve = (id: number) => ({ id, score: 5, type: 'Normal', userName: null, time: id }) as const;
    const row = { id: 3, score: 10, solvedChallenges: [solve(1), solve(2)], solvedCount: 2 };
    const all = { id: 3, score: 10, solvedChallenges: [1, 2, 3].map(solve), solvedCount: 3 };
    expect(withLaterSolves(row, [solve(3)])).toEqual(all);
    expect(row.solvedCount).toBe(2);
    expect(row.solvedChallenges).toHaveLength(2);
  });

  it.each<[string, [number, number], [number, number], boolean]>([
    ['later', [2, 11], [9, 10], true],
    ['earlier', [9, 9], [2, 10], false],
    ['of the same time and a later version', [3, 10], [2, 10], true],
    ['the same', [2, 10], [2, 10], false],
    ['of the same time and an earlier version', [1, 10], [2, 10], false],
    ['that of staff at the same time', [staffVersion(1), 10], [2, 10], true],
    ['the public one at the same time', [2, 10], [staffVersion(1), 10], true],
  ])('that is %s', (_, one, known, newer) => {
    const at = ([version, updateTimeUtc]: [number, number]) => ({ version, updateTimeUtc });
    expect(isNewer(at(one), at(known))).toBe(newer);
  });

  it('of staff has versions that no public one has', () => {
    expect(staffVersion(1)).toBeGreaterThan(2 ** 31);
    expect(staffVersion(8)).toBe(staffVersion(7) + 1);
    expect([0, 2 ** 31, staffVersion(0), staffVersion(2 ** 31)].map(isStaffVersion)).toEqual([
      false,
      false,
      true,
      true,
    ]);
  });
});

it('adds to a row no solve that it has', () => {
  const solve = (id: number) => ({ id, score: 5, type: 'Normal' as const, userName: 'kim', time: 1 });
  const row = { solvedChallenges: [solve(1)], solvedCount: 1 };
  const added = withLaterSolves(row, [solve(1), solve(2)]);
  expect(added).toEqual({ solvedChallenges: [solve(1), solve(2)], solvedCount: 2 });
});
