import { describe, expect, it } from 'vitest';
import { buildBoardRow } from '../../testing/play';
import { solveCurve, solversOf } from './solvers';

const solve = (id: number, time: number) => ({ id, score: 5, type: 'Normal' as const, userName: 'mira', time });

describe('solversOf', () => {
  it('gives the teams that solved a challenge, by time', () => {
    const items = [
      buildBoardRow({ id: 1, name: 'Owls', solvedChallenges: [solve(31, 50)] }),
      buildBoardRow({ id: 2, name: 'Foxes', solvedChallenges: [solve(31, 20), solve(32, 1)] }),
      buildBoardRow({ id: 3, name: 'Hares', solvedChallenges: [solve(32, 3)] }),
    ];
    expect(solversOf({ items }, 31)).toMatchObject([
      { name: 'Foxes', place: 1, time: 20 },
      { name: 'Owls', place: 2, time: 50 },
    ]);
  });
});

describe('solveCurve', () => {
  it('rises by one step per solve and ends at the right edge', () => {
    expect(solveCurve([25, 50], { from: 0, to: 100, width: 200, height: 40 })).toBe('M0 40H50V20H100V0H200');
    expect(solveCurve([], { from: 0, to: 100, width: 200, height: 40 })).toBe('M0 40H200');
  });
});
