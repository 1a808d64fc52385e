import type { ChallengeCategory } from '@vexil/db/enums/challenge';
import type { Random } from '../random';

export interface MadeFile {
  name: string;
  content: Buffer;
}

interface Copy {
  flag: string;
  file: MadeFile;
}

/** A challenge solved with its attachment alone. */
export interface Puzzle {
  key: string;
  title: string;
  category: ChallengeCategory;
  /** Markdown. */
  content: string;
  hints: readonly string[];
  originalScore: number;
  minScoreRate: number;
  difficulty: number;
  /** 0 is no limit. */
  submissionLimit?: number;
  disableBloodBonus?: boolean;
  perTeam?: boolean;
  /** Wrong answers of teams on the wrong track. */
  guesses: readonly string[];
  make(random: Random): Copy;
  /** The intended solution, as a player would write it: reads the flag from the file. */
  solve(file: MadeFile): string;
}

/** The first group of the first match; throws when there is none. */
export function find(pattern: RegExp, text: string): string {
  const group = pattern.exec(text)?.[1];
  if (group === undefined) throw new Error(`The file has nothing like ${pattern}.`);
  return group;
}

export const textFile = (name: string, lines: readonly string[]): MadeFile => ({
  name,
  content: Buffer.from(`${lines.join('\n')}\n`),
});
