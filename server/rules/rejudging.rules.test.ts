import { describe, expect, it } from 'vitest';
import type { Verdict } from './judge.rules';
import { changeOf, changeSolves, compareBoards } from './rejudging.rules';

const verdict = (status: Verdict['submission']['status'], result: Verdict['result'], more: Partial<Verdict> = {}) =>
  ({
    submission: { id: 7, status },
    ...{ result, solves: false, owner: null, isEarlierFlag: false, isCanary: false },
    ...more,
  }) as Verdict;

describe('a new verdict', () => {
  it.each([
    ['stays', verdict('WrongAnswer', 'WrongAnswer'), true, null],
    ['stays right', verdict('Accepted', 'Accepted'), true, null],
    ['is lost where it is asked for', verdict('Accepted', 'WrongAnswer'), true, 'WrongAnswer'],
    ['is kept where not', verdict('Accepted', 'WrongAnswer'), false, 'kept'],
    ['becomes right', verdict('WrongAnswer', 'Accepted'), false, 'Accepted'],
    ['becomes shared', verdict('WrongAnswer', 'CheatDetected'), false, 'CheatDetected'],
  ])('%s', (_, one, takesBack, expected) => {
    const change = changeOf(one, takesBack);
    if (expected === null || expected === 'kept') expect(change).toBe(expected);
    else {
      const { status: before } = one.submission;
      expect(change).toEqual({ submissionId: 7, before, after: expected, ownerId: null, isCanary: false });
    }
  });

  it('names whose flag it was, and that it is a canary', () => {
    const owner = { participationId: 3, teamName: 'ants' };
    expect(changeOf(verdict('WrongAnswer', 'CheatDetected', { owner }), false)).toMatchObject({ ownerId: 3 });
    const canary = verdict('Accepted', 'WrongAnswer', { isCanary: true });
    expect(changeOf(canary, true)).toMatchObject({ isCanary: true });
  });
});

describe('the solves after a re-judging', () => {
  const solve = (participationId: number, submissionId: number) => ({
    ...{ participationId, challengeId: 1, submissionId, userName: 'kim', time: submissionId },
  });
  const made = (submissionId: number) => ({ submissionId, userName: 'kim', time: submissionId });

  it('lack what is lost and have what is made', () => {
    const after = changeSolves(
      [solve(1, 5), solve(2, 6)],
      [
        { participationId: 1, challengeId: 1, lostId: 5, made: made(3) },
        { participationId: 2, challengeId: 1, lostId: 6, made: null },
        { participationId: 3, challengeId: 1, lostId: null, made: made(4) },
      ],
    );
    expect(after).toEqual([solve(1, 3), solve(3, 4)]);
    expect(changeSolves([solve(1, 5)], [])).toEqual([solve(1, 5)]);
  });
});

describe('the boards before and after', () => {
  const board = (rows: [number, number, number][], bloods: number[], other: number[] = []) => ({
    items: rows.map(([id, score, rank]) => ({ id, name: `team ${id}`, score, rank })),
    challenges: {
      Web: [
        { id: 1, title: 'Tide', bloods: bloods.map((id) => ({ id, name: `team ${id}` })) },
        { id: 2, title: 'Ebb', bloods: other.map((id) => ({ id, name: `team ${id}` })) },
      ],
    },
  });

  it('differ by the teams with other points or ranks, the largest change first, then by rank', () => {
    const before = board(
      [
        [1, 100, 1],
        [2, 90, 2],
        [3, 10, 3],
        [4, 5, 4],
        [6, 4, 5],
      ],
      [],
    );
    const after = board(
      [
        [3, 150, 1],
        [1, 100, 2],
        [2, 90, 3],
        [4, 6, 4],
        [6, 9, 6],
        [5, 5, 5],
      ],
      [],
    );
    expect(compareBoards(before, after).teams).toEqual([
      { teamId: 3, name: 'team 3', scoreBefore: 10, scoreAfter: 150, rankBefore: 3, rankAfter: 1 },
      { teamId: 5, name: 'team 5', scoreBefore: 0, scoreAfter: 5, rankBefore: 0, rankAfter: 5 },
      { teamId: 6, name: 'team 6', scoreBefore: 4, scoreAfter: 9, rankBefore: 5, rankAfter: 6 },
      { teamId: 4, name: 'team 4', scoreBefore: 5, scoreAfter: 6, rankBefore: 4, rankAfter: 4 },
      { teamId: 1, name: 'team 1', scoreBefore: 100, scoreAfter: 100, rankBefore: 1, rankAfter: 2 },
      { teamId: 2, name: 'team 2', scoreBefore: 90, scoreAfter: 90, rankBefore: 2, rankAfter: 3 },
    ]);
  });

  it('differ by the challenges whose bloods move', () => {
    const { bloods } = compareBoards(board([], [1, 2], [3]), board([], [2, 1], [3]));
    expect(bloods).toEqual([
      { challengeId: 1, title: 'Tide', before: ['team 1', 'team 2'], after: ['team 2', 'team 1'] },
    ]);
    expect(compareBoards(board([], [1]), board([], [1, 2])).bloods).toHaveLength(1);
    expect(compareBoards({ ...board([], []), challenges: {} }, board([], [1])).bloods).toMatchObject([
      { before: [], after: ['team 1'] },
    ]);
  });
});
