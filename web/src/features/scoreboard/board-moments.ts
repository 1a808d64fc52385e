// When a board changed, for going through a game from solve to solve.

import type { Scoreboard } from '@vexil/contract/scoreboard';

const known = new WeakMap<Scoreboard['items'], number[]>();

/** The times of all solves of a board, each once, in order. */
export function momentsOf({ items }: Pick<Scoreboard, 'items'>): number[] {
  let moments = known.get(items);
  if (!moments) {
    moments = [...new Set(items.flatMap(({ solvedChallenges }) => solvedChallenges.map(({ time }) => time)))];
    moments.sort((a, b) => a - b);
    known.set(items, moments);
  }
  return moments;
}

/** The last moment before `at`, or the first after it; undefined where there is none. */
export function nextMoment(moments: readonly number[], at: number, direction: 'back' | 'forward'): number | undefined {
  return direction === 'back' ? moments.findLast((time) => time < at) : moments.find((time) => time > at);
}

const minuteMs = 60_000;
const steps = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs);
/** More positions than somebody can tell apart on a slider. */
const positionsMax = 600;

/** How far one step of a slider over so many milliseconds goes: the finest round one. */
export const sliderStep = (spanMs: number): number =>
  steps.find((step) => spanMs / step <= positionsMax) ?? (steps.at(-1) as number);
