import type { ChallengeCategory, ChallengeType } from '@vexil/db/enums/challenge';
import { puzzles } from './puzzles/catalogue';

/** A challenge as the plan sees it: not what it asks, but who can do it and when. */
export interface Task {
  key: string;
  category: ChallengeCategory;
  type: ChallengeType;
  /** From 0, everybody solves it, to 1, hardly anybody. */
  hardness: number;
  /** Nobody solves it before, in milliseconds of play. */
  firstSolveAt: number;
  /** 0 is no limit. */
  submissionLimit: number;
  hintCount: number;
  guesses: readonly string[];
  /** When it is opened, in milliseconds of play; absent for those that are there from the beginning. */
  releasedAt?: number;
  /** After that no answers are taken, in milliseconds of play. */
  closesAt?: number;
}

const minute = 60_000;

export const lateKey = 'foghorn';
export const releasedAt = 3.5 * minute;
export const closingKey = 'fish-auction';
export const closesAt = 40 * minute;

/** Hardness, and the minute of the first solve. */
const courses: Record<string, readonly [hardness: number, minutes: number]> = {
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

const containerTasks = [
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

export const isContainerTask = (key: string) => containerTasks.some((task) => task.key === key);

function courseOf(key: string): Pick<Task, 'hardness' | 'firstSolveAt'> {
  const course = courses[key];
  if (!course) throw new Error(`Nobody knows how hard ${key} is.`);
  return { hardness: course[0], firstSolveAt: course[1] * minute };
}

/** @param containers whether those that need a container engine can be played */
export function listTasks(containers: boolean): Task[] {
  const withFiles = puzzles.map(
    (puzzle): Task => ({
      key: puzzle.key,
      category: puzzle.category,
      type: puzzle.perTeam ? 'DynamicAttachment' : 'StaticAttachment',
      submissionLimit: puzzle.submissionLimit ?? 0,
      hintCount: puzzle.hints.length,
      guesses: puzzle.guesses,
      ...courseOf(puzzle.key),
      ...(puzzle.key === lateKey ? { releasedAt } : {}),
      ...(puzzle.key === closingKey ? { closesAt } : {}),
    }),
  );
  const withContainers = containerTasks.map(
    (task): Task => ({ submissionLimit: 0, hintCount: 2, ...task, ...courseOf(task.key) }),
  );
  return containers ? [...withFiles, ...withContainers] : withFiles;
}
