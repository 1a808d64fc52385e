import type { ChartTimes } from './use-plot';

/** Longer than either word, as a multiple of the size of the text. */
const wordLength = 8;

/** How far the word of the freeze stands below its place: a line, where it would lie on the word of the present. */
export function freezeDrop(
  { running, until, freeze }: ChartTimes,
  x: (time: number) => number,
  textSize: number,
): number {
  const isClose = running && freeze !== null && Math.abs(x(until) - x(freeze)) < wordLength * textSize;
  return isClose ? 1.25 * textSize : 0;
}
