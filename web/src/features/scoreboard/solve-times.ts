import type { Scoreboard } from '@vexil/contract/scoreboard';

const known = new WeakMap<Scoreboard['items'], number[]>();

/** The distinct times of all solves, in order. */
export function solveTimesOf({ items }: Pick<Scoreboard, 'items'>): number[] {
  let moments = known.get(items);
  if (!moments) {
    moments = [...new Set(items.flatMap(({ solvedChallenges }) => solvedChallenges.map(({ time }) => time)))];
    moments.sort((a, b) => a - b);
    known.set(items, moments);
  }
  return moments;
}

/** The last time before `at`, or the first after it; undefined if there is none. */
export function nextSolveTime(
  moments: readonly number[],
  at: number,
  direction: 'back' | 'forward',
): number | undefined {
  return direction === 'back' ? moments.findLast((time) => time < at) : moments.find((time) => time > at);
}

const minuteMs = 60_000;
const steps = [1, 2, 5, 10, 15, 30, 60].map((minutes) => minutes * minuteMs);
/** Upper limit for the slider's positions. */
const positionsMax = 600;

/** Step size of a slider over this many milliseconds: the smallest round duration that respects the limit. */
export const sliderStep = (spanMs: number): number =>
  steps.find((step) => spanMs / step <= positionsMax) ?? (steps.at(-1) as number);
