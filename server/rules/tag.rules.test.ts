import { describe, expect, it } from 'vitest';
import { compareTags, difficultyOf, difficultyRank } from './tag.rules';

describe('difficultyOf', () => {
  it.each([
    [1, 'beginner baby intro introductory warmup warm-up trivial very_easy'],
    [2, 'easy Easy simple'],
    [3, 'medium MEDIUM normal moderate intermediate'],
    [4, 'hard difficult advanced'],
    [5, 'insane expert extreme very-hard impossible'],
  ])('is %d for %s', (rank, tags) => {
    expect(tags.split(' ').map(difficultyOf)).toEqual(tags.split(' ').map(() => rank));
  });

  it.each([
    ['difficulty: hard', 4],
    ['Difficulty/very hard', 5],
    ['difficulty=easy', 2],
    ['difficulty medium', 3],
    ['difficulty::hard', 4],
    ['very difficulty: hard', undefined],
    ['web', undefined],
    ['not difficulty:hard', undefined],
    ['difficultyhard', undefined],
    ['hardware', undefined],
    ['', undefined],
  ])('reads %s as %s', (tag, rank) => {
    expect(difficultyOf(tag)).toBe(rank);
  });
});

describe('difficultyRank', () => {
  it.each([
    [['web', 'hard', 'easy'], 4],
    [['beginner'], 1],
    [['web'], 6],
    [[], 6],
    [undefined, 6],
  ])('of %j is %d', (tags, rank) => {
    expect(difficultyRank(tags)).toBe(rank);
  });
});

it('puts difficulties first, by rank, then the other tags by name', () => {
  expect(['web', 'insane', 'Heap', 'easy', 'baby', 'medium'].sort(compareTags)).toEqual([
    ...['baby', 'easy', 'medium', 'insane'],
    ...['Heap', 'web'],
  ]);
});
