import { scoringSteps } from '@vexil/rules/scoreboard.board.rules';
import type { Row } from './board-rows';

/** A time in Unix milliseconds and the score from then on. */
export type HistoryPoint = { time: number; score: number };

const histories = new WeakMap<Row, HistoryPoint[]>();

/** One point per scoring solve and award. Solves count with their current value, so the last point is the score on the scoreboard. */
export function historyOf(row: Row): HistoryPoint[] {
  let history = histories.get(row);
  if (!history) {
    let score = 0;
    history = scoringSteps(row)
      .filter(({ points }) => points !== 0)
      .map(({ points, time }) => {
        score += points;
        return { time, score };
      });
    histories.set(row, history);
  }
  return history;
}

/** The most that a team ever had: it can lose points again. */
export const peakOf = (history: readonly HistoryPoint[]): number =>
  history.reduce((peak, { score }) => Math.max(peak, score), 1);

export function scoreAt(history: readonly HistoryPoint[], time: number): number {
  let low = 0;
  let high = history.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((history[middle]?.time ?? 0) <= time) low = middle + 1;
    else high = middle;
  }
  return history[low - 1]?.score ?? 0;
}

const parts = [1, 1.5, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 80, 96, 112, 128].map((each) => each / 128);

/**
 * End of the time axis: the end of the game, or while it runs the first of a few fixed fractions that leaves some room.
 * A continuously growing axis would move all the time.
 */
export function axisEnd({ start, end }: { start: number; end: number }, now: number): number {
  const length = end - start;
  const part = parts.find((each) => (now - start) * 1.06 <= length * each) ?? 1;
  return start + length * part;
}

/** An SVG step path, `width` × `height`, over the whole axis. */
export function sparklinePath(
  history: readonly HistoryPoint[],
  axis: { start: number; end: number; until: number; top: number },
  { width, height }: { width: number; height: number },
): string {
  const x = (time: number) => (((time - axis.start) / (axis.end - axis.start)) * width).toFixed(1);
  const y = (score: number) => (height - (Math.max(0, score) / Math.max(1, axis.top)) * height).toFixed(1);
  const steps = history.filter(({ time }) => time <= axis.end).map(({ time, score }) => `H${x(time)}V${y(score)}`);
  return `M0 ${height}${steps.join('')}H${x(Math.min(axis.until, axis.end))}`;
}
