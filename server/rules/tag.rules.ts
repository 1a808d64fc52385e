import { compareTitles } from './scoreboard.board.rules';

const ranks: ReadonlyMap<string, number> = new Map([
  ['beginner', 1],
  ['baby', 1],
  ['intro', 1],
  ['introductory', 1],
  ['warmup', 1],
  ['trivial', 1],
  ['veryeasy', 1],
  ['easy', 2],
  ['simple', 2],
  ['medium', 3],
  ['normal', 3],
  ['moderate', 3],
  ['intermediate', 3],
  ['hard', 4],
  ['difficult', 4],
  ['advanced', 4],
  ['insane', 5],
  ['expert', 5],
  ['extreme', 5],
  ['veryhard', 5],
  ['impossible', 5],
]);
const unranked = 6;

/** From 1, the easiest; undefined for a tag that names no difficulty. */
export const difficultyOf = (tag: string): number | undefined =>
  ranks.get(
    tag
      .toLowerCase()
      .replace(/^difficulty[ :/=]+/, '')
      .replace(/[ _-]/g, ''),
  );

/** Of the first tag that names one; those without come last. */
export const difficultyRank = (tags: readonly string[] | undefined): number =>
  tags?.map(difficultyOf).find((rank) => rank !== undefined) ?? unranked;

/** Difficulties by their rank, then the others by name. */
export const compareTags = (a: string, b: string): number =>
  difficultyRank([a]) - difficultyRank([b]) || compareTitles(a, b);
