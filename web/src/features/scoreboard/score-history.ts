import type { Row } from './board-rows';

/** A moment (Unix milliseconds) and the score from then on. */
export type HistoryPoint = { time: number; score: number };

const histories = new WeakMap<Row, HistoryPoint[]>();

/**
 * How a team came to its score: one point per solve that gave something. Every solve counts with what it is worth now, so
 * the last point is the score on the board.
 */
export function historyOf(row: Row): HistoryPoint[] {
  let history = histories.get(row);
  if (!history) {
    let score = 0;
    history = row.solvedChallenges
      .filter((solve) => solve.score !== 0)
      .map((solve) => {
        score += solve.score;
        return { time: solve.time, score };
      });
    histories.set(row, history);
  }
  return history;
}

/** The score at a moment. */
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

const parts = [1 / 128, 1 / 64, 1 / 32, 1 / 16, 1 / 8, 1 / 4, 1 / 2, 3 / 4, 1];

/**
 * Where the time axis ends: at the end of the game, while it runs at the first of a few fixed parts of it that leaves
 * some room ahead. An axis that grew with every minute would never stand still.
 */
export function axisEnd({ start, end }: { start: number; end: number }, now: number): number {
  const length = end - start;
  const part = parts.find((each) => (now - start) * 1.06 <= length * each) ?? 1;
  return start + length * part;
}

/** A history as an SVG path in steps, `width` × `height`, from the start of the axis to its end. */
export function sparklinePath(
  history: readonly HistoryPoint[],
  axis: { start: number; end: number; until: number; top: number },
  { width, height }: { width: number; height: number },
): string {
  const x = (time: number) => (((time - axis.start) / (axis.end - axis.start)) * width).toFixed(1);
  const y = (score: number) => (height - (score / Math.max(1, axis.top)) * height).toFixed(1);
  const steps = history.filter(({ time }) => time <= axis.end).map(({ time, score }) => `H${x(time)}V${y(score)}`);
  return `M0 ${height}${steps.join('')}H${x(Math.min(axis.until, axis.end))}`;
}
