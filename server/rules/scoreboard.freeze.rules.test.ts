import { describe, expect, it } from 'vitest';
import {
  boardFreeze,
  frozenSince,
  isFrozen,
  staffBoardPrefix,
  withLaterSolves,
  withoutLaterSolves,
} from './scoreboard.freeze.rules';

const freeze = 1000;

describe('a board', () => {
  it.each([
    [null, 0, false],
    [null, 2000, false],
    [freeze, 999, false],
    [freeze, 1000, true],
    [freeze, 1001, true],
  ])('that freezes at %s is frozen at %i: %s', (since, now, frozen) => {
    expect(isFrozen(since, now)).toBe(frozen);
    const freezeAt = since === null ? null : new Date(since);
    expect(frozenSince(freezeAt, new Date(now))).toBe(frozen ? since : null);
  });

  it.each<[string, number | null, number[], number, number | null]>([
    ['never freezes', null, [5000], 5000, null],
    ['has not frozen yet', freeze, [], 999, null],
    ['freezes with the time', freeze, [], 1000, freeze],
    ['stays frozen', freeze, [], 1001, freeze],
    ['is not frozen by a solve at the freeze', freeze, [500, 1000], 999, null],
    ['is frozen by a solve after it, whatever this clock says', freeze, [500, 1001, 600], 999, freeze],
  ])('%s', (_, since, times, now, expected) => {
    const solves = times.map((time) => ({ time }));
    expect(boardFreeze({ game: { freeze: since }, solves }, now)).toBe(expected);
  });

  it('shows the public the solves up to the freeze, and all else as it is', () => {
    const facts = { game: { id: 3 }, solves: [{ time: 1001 }, { time: 1000 }, { time: 999 }] };
    expect(withoutLaterSolves(facts, freeze)).toEqual({ game: { id: 3 }, solves: [{ time: 1000 }, { time: 999 }] });
  });

  it('lists and counts in the own row what was solved later, and leaves the row given as it is', () => {
    const solve = (id: number) => ({ id, score: 5, type: 'Normal', userName: null, time: id }) as const;
    const row = { id: 3, score: 10, solvedChallenges: [solve(1), solve(2)], solvedCount: 2 };
    const all = { id: 3, score: 10, solvedChallenges: [1, 2, 3].map(solve), solvedCount: 3 };
    expect(withLaterSolves(row, [solve(3)])).toEqual(all);
    expect(row.solvedCount).toBe(2);
    expect(row.solvedChallenges).toHaveLength(2);
  });

  it('of staff lies under a prefix of its own', () => expect(staffBoardPrefix('vexil:')).toBe('vexil:staff:'));
});
