import { describe, expect, it } from 'vitest';
import { buildBoard, buildFacts } from '../../testing/boards';
import { challengeGroups, layoutOf } from './board-rows';
import { categoryParts, solvePlaces } from './team-facts';

const board = buildBoard(
  buildFacts({
    teams: 4,
    solves: [
      [1, 31],
      [2, 31],
      [2, 32],
      [3, 31],
      [4, 31],
    ],
  }),
);
const rowOf = (id: number) => {
  const row = board.items.find((each) => each.id === id);
  if (!row) throw new Error(`Team ${id} is missing`);
  return row;
};

describe('the facts of a team', () => {
  it('name the place of each solve', () => {
    expect(solvePlaces(board.items, rowOf(2))).toEqual(
      new Map([
        [31, 2],
        [32, 1],
      ]),
    );
    expect(solvePlaces(board.items, rowOf(4))).toEqual(new Map([[31, 4]]));
  });

  it('give the part of the points of each category, at most all', () => {
    const groups = challengeGroups(board);
    const parts = categoryParts(rowOf(2), groups, layoutOf(groups));
    expect(groups.map(({ category }) => category)).toEqual(['Crypto', 'Web']);
    expect(parts).toEqual([1, 1]);
    expect(categoryParts(rowOf(3), groups, layoutOf(groups))[0]).toBe(0);
  });
});
