import { challengeCategories } from '@vexil/db/enums/challenge';
import { describe, expect, it } from 'vitest';
import { buildBoardChallenge } from '../../testing/play';
import { firstRows, inTwoColumns } from './challenge-columns';
import type { ChallengeGroup } from './challenge-filter';

let lastId = 0;
const group = (category: ChallengeGroup['category'], rows: number): ChallengeGroup => ({
  category,
  challenges: Array.from({ length: rows }, () => {
    lastId += 1;
    return buildBoardChallenge({ id: lastId, category });
  }),
});
const shape = (columns: readonly ChallengeGroup[][]) =>
  columns.map((column) => column.map(({ challenges }) => challenges.length));

describe('inTwoColumns', () => {
  it.each([
    ['no groups', [], []],
    ['one group', [4], [[4]]],
    ['two equal groups', [3, 3], [[3], [3]]],
    ['a high first group', [9, 1, 1], [[9], [1, 1]]],
    ['a high last group', [1, 1, 9], [[1, 1], [9]]],
    [
      'many small groups',
      [2, 2, 2, 1, 2, 1, 1],
      [
        [2, 2, 2],
        [1, 2, 1, 1],
      ],
    ],
  ])('splits %s where the heights are closest', (_, rows, columns) => {
    const categories = ['Misc', 'Crypto', 'Pwn', 'Web', 'Reverse', 'Blockchain', 'Forensics'] as const;
    const groups = rows.map((count, index) => group(categories[index] ?? 'AI', count));
    expect(shape(inTwoColumns(groups))).toEqual(columns);
    expect(inTwoColumns(groups).flat()).toEqual(groups);
  });
});

it('counts titles that take two lines', () => {
  const groups = [2, 2, 2, 1, 2, 1, 1, 1, 1, 1, 1].map((rows, index) =>
    group(challengeCategories[index] ?? 'Misc', rows),
  );
  const [third, fourth] = [groups[2]?.challenges[0], groups[3]?.challenges[0]];
  expect(shape(inTwoColumns(groups))[0]).toEqual([2, 2, 2, 1, 2]);
  for (const challenge of [third, fourth]) if (challenge) challenge.title = 'The Automaton of Pier Nine';
  expect(shape(inTwoColumns(groups))[0]).toEqual([2, 2, 2, 1]);
});

describe('firstRows', () => {
  const groups = [group('Misc', 2), group('Crypto', 3), group('Pwn', 1)];
  const shown = (rowsMax?: number) => firstRows(groups, rowsMax).map((one) => one.shown.length);

  it('has every row without a limit', () => expect(shown()).toEqual([2, 3, 1]));
  it('ends within a group', () => expect(shown(4)).toEqual([2, 2]));
  it('leaves out groups without a row', () => expect(shown(2)).toEqual([2]));
  it('keeps all challenges of a group, which its heading counts', () =>
    expect(firstRows(groups, 1)[0]?.challenges).toHaveLength(2));
});
