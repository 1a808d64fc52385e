import type { ChallengeCategory, ChallengeType } from '@vexil/db/enums/challenge';
import { puzzles } from './puzzles/catalogue';

/** What the plan needs to know of a challenge. */
export interface PlannedChallenge {
  key: string;
  category: ChallengeCategory;
  type: ChallengeType;
  /** 0: every team solves it; 1: hardly any. */
  hardness: number;
  /** No team solves it earlier, in milliseconds of play. */
  firstSolveAt: number;
  /** 0 is no limit. */
  submissionLimit: number;
  hintCount: number;
  guesses: readonly string[];
  /** Release in milliseconds of play; absent when released from the start. */
  releasedAt?: number;
  /** No submissions are accepted later, in milliseconds of play. */
  closesAt?: number;
}

const minute = 60_000;

export const lateKey = 'foghorn';
const releasedAt = 3.5 * minute;
export const closingKey = 'fish-auction';
export const closesAt = 40 * minute;

/** Hardness, and the minute of the first solve. */
const difficulties: Record<string, readonly [hardness: number, minutes: number]> = {
  'first-light': [0.04, 0.2],
  postcard: [0.2, 0.4],
  'borrowed-umbrella': [0.34, 0.5],
  'small-questions': [0.4, 0.7],
  'tin-soldier': [0.4, 0.75],
  'lobby-quiz': [0.34, 0.6],
  'fish-auction': [0.42, 0.85],
  'crane-schedule': [0.44, 0.95],
  'lost-property': [0.46, 0.8],
  'night-shift': [0.5, 1.1],
  'tide-gauge': [0.54, 1.4],
  concierge: [0.52, 2.4],
  'tram-ticket': [0.57, 4.5],
  foghorn: [0.5, 5.5],
  'key-cabinet': [0.6, 7],
  'tidal-lock': [0.64, 10],
  'two-keepers': [0.7, 15],
  automaton: [0.76, 24],
};

const containerChallenges = [
  {
    key: 'lobby-quiz',
    category: 'Misc',
    type: 'DynamicContainer',
    guesses: ['vexil{lift}', 'vexil{the_night_porter}', 'vexil{brass}'],
  },
  {
    key: 'night-shift',
    category: 'Web',
    type: 'DynamicContainer',
    guesses: ['vexil{keeper}', 'vexil{drawer}', 'vexil{badge}', 'vexil{admin_admin}'],
  },
  {
    key: 'tidal-lock',
    category: 'Crypto',
    type: 'StaticContainer',
    guesses: ['vexil{65537}', 'vexil{low_water}', 'vexil{the_sea_knows}', 'vexil{75t+74}'],
  },
] as const;

export const isContainerChallenge = (key: string) => containerChallenges.some((challenge) => challenge.key === key);

function difficultyOf(key: string): Pick<PlannedChallenge, 'hardness' | 'firstSolveAt'> {
  const difficulty = difficulties[key];
  if (!difficulty) throw new Error(`${key} has no difficulty.`);
  return { hardness: difficulty[0], firstSolveAt: difficulty[1] * minute };
}

/** @param containers whether a container engine is available */
export function listChallenges(containers: boolean): PlannedChallenge[] {
  const withFiles = puzzles.map(
    (puzzle): PlannedChallenge => ({
      key: puzzle.key,
      category: puzzle.category,
      type: puzzle.perTeam ? 'DynamicAttachment' : 'StaticAttachment',
      submissionLimit: puzzle.submissionLimit ?? 0,
      hintCount: puzzle.hints.length,
      guesses: puzzle.guesses,
      ...difficultyOf(puzzle.key),
      ...(puzzle.key === lateKey ? { releasedAt } : {}),
      ...(puzzle.key === closingKey ? { closesAt } : {}),
    }),
  );
  const withContainers = containerChallenges.map(
    (challenge): PlannedChallenge => ({
      submissionLimit: 0,
      hintCount: 2,
      ...challenge,
      ...difficultyOf(challenge.key),
    }),
  );
  return containers ? [...withFiles, ...withContainers] : withFiles;
}
