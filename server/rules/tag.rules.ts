import { compareTitles } from './scoreboard.board.rules';

const difficulties: readonly (readonly string[])[] = [
  ['beginner', 'baby', 'intro', 'introductory', 'warmup', 'trivial', 'veryeasy'],
  ['easy', 'simple'],
  ['medium', 'normal', 'moderate', 'intermediate'],
  ['hard', 'difficult', 'advanced'],
  ['insane', 'expert', 'extreme', 'veryhard', 'impossible'],
];

const ranks: ReadonlyMap<string, number> = new Map(
  difficulties.flatMap((spellings, index) => spellings.map((spelling) => [spelling, index + 1] as const)),
);

/** From 1, the easiest; undefined for a tag that names no difficulty. */
export const difficultyOf = (tag: string): number | undefined =>
  ranks.get(
    tag
      .toLowerCase()
      .replace(/^difficulty[ :/=]+/, '')
      .replace(/[ _-]/g, ''),
  );

/** Of the first tag that names one; those without come last. */
export const difficultyRank = (tags: readonly string[] = []): number =>
  tags.map(difficultyOf).find((rank) => rank !== undefined) ?? difficulties.length + 1;

/** Difficulties by their rank, then the others by name. */
export const compareTags = (a: string, b: string): number =>
  difficultyRank([a]) - difficultyRank([b]) || compareTitles(a, b);
