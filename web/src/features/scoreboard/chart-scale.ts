// Pure geometry of the chart, shared by the page and the saved picture.

import { formatTime } from '../../ui/format-time';
import { type HistoryPoint, scoreAt } from './score-history';

/** Unix milliseconds. */
export type ChartRange = { from: number; to: number };
/** Pixels. */
export type ChartBox = { left: number; top: number; width: number; height: number };
export type ScoreRange = { min: number; max: number };
export type ChartScale = { x: (time: number) => number; y: (score: number) => number; timeAt: (x: number) => number };

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const dayMs = 24 * hourMs;
/** Below a minute all steps look the same. */
const shortestRangeMs = minuteMs;

export function chartScale(box: ChartBox, range: ChartRange, scores: ScoreRange): ChartScale {
  const length = Math.max(1, range.to - range.from);
  const height = Math.max(1, scores.max - scores.min);
  return {
    x: (time) => box.left + ((time - range.from) / length) * box.width,
    y: (score) => box.top + box.height - ((score - scores.min) / height) * box.height,
    timeAt: (x) => range.from + ((x - box.left) / Math.max(1, box.width)) * length,
  };
}

/** With zero over the whole axis; a zoomed range is fitted to the lines in it. Its middle is a round number too. */
export function scoreRange(histories: readonly HistoryPoint[][], range: ChartRange, whole: boolean): ScoreRange {
  let min = Number.POSITIVE_INFINITY;
  let max = 0;
  for (const history of histories) {
    const inRange = history.filter(({ time }) => time > range.from && time <= range.to);
    // Penalties make lines fall, also below zero.
    for (const score of [scoreAt(history, range.from), ...inRange.map((point) => point.score)]) {
      min = Math.min(min, score);
      max = Math.max(max, score);
    }
  }
  if (whole || !Number.isFinite(min)) min = Math.min(min, 0);
  const step = 2 * scoreStep(Math.max(max - min, 1), 10);
  return { min: Math.floor(min / step) * step, max: Math.max(step, Math.ceil(max / step) * step) };
}

function scoreStep(span: number, count: number): number {
  const raw = span / count;
  const power = 10 ** Math.floor(Math.log10(Math.max(raw, 1)));
  const nice = [1, 2, 2.5, 5, 10].find((each) => each * power >= raw) ?? 10;
  return Math.ceil(nice * power);
}

/** About `count` parts; both ends and the middle where there is room for few. */
export function scoreTicks({ min, max }: ScoreRange, count: number): number[] {
  if (count < 3) return [...new Set([min, Math.round((min + max) / 2), max])];
  const step = scoreStep(max - min, count);
  const ticks: number[] = [];
  for (let tick = Math.ceil(min / step) * step; tick <= max; tick += step) ticks.push(tick);
  return ticks;
}

const timeSteps = [1, 2, 5, 10, 15, 30, 60, 120, 180, 360, 720, 1440, 2880, 5760, 10080, 20160, 43200].map(
  (minutes) => minutes * minuteMs,
);

/** At whole minutes, hours or days of the reader's zone; at least two, because a single one shows no length. */
export function timeTicks({ from, to }: ChartRange, count: number): number[] {
  const wanted = (to - from) / Math.max(1, count);
  const offset = new Date(from).getTimezoneOffset() * minuteMs;
  const ticksOf = (step: number) => {
    const ticks: number[] = [];
    for (let tick = Math.ceil((from - offset) / step) * step + offset; tick <= to; tick += step) ticks.push(tick);
    return ticks;
  };
  const coarse = timeSteps.findIndex((each) => each >= wanted);
  const steps = timeSteps.slice(0, coarse < 0 ? undefined : coarse + 1).toReversed();
  return steps.map(ticksOf).find((ticks) => ticks.length >= 2) ?? [];
}

/** Days for long ranges and at midnight, else hours and minutes. */
export function timeLabel(time: number, span: number, language: string): string {
  const date = new Date(time);
  const midnight = date.getHours() === 0 && date.getMinutes() === 0;
  return formatTime(time, span > 4 * dayMs || midnight ? 'day' : 'time', language);
}

/** A step line within the range as an SVG path; it ends at `until`. */
export function stepPath(
  history: readonly HistoryPoint[],
  range: ChartRange,
  until: number,
  scale: ChartScale,
): string {
  const last = Math.min(range.to, until);
  if (last < range.from) return '';
  const steps = history
    .filter(({ time }) => time > range.from && time <= last)
    .map(({ time, score }) => `H${scale.x(time).toFixed(1)}V${scale.y(score).toFixed(1)}`);
  const start = scale.y(scoreAt(history, range.from)).toFixed(1);
  return `M${scale.x(range.from).toFixed(1)} ${start}${steps.join('')}H${scale.x(last).toFixed(1)}`;
}

/** Keeps the time `at` in place; undefined for the whole range. */
export function zoomRange(
  range: ChartRange,
  limits: ChartRange,
  factor: number,
  at = (range.from + range.to) / 2,
): ChartRange | undefined {
  const length = Math.max(shortestRangeMs, (range.to - range.from) * factor);
  const part = (at - range.from) / Math.max(1, range.to - range.from);
  return clampRange({ from: at - part * length, to: at - part * length + length }, limits);
}

export function moveRange(range: ChartRange, limits: ChartRange, part: number): ChartRange | undefined {
  const shift = (range.to - range.from) * part;
  return clampRange({ from: range.from + shift, to: range.to + shift }, limits);
}

/** Shifted into the limits; undefined when nothing is left out. */
export function clampRange(range: ChartRange, limits: ChartRange): ChartRange | undefined {
  const length = Math.max(shortestRangeMs, range.to - range.from);
  if (length >= limits.to - limits.from) return undefined;
  const from = Math.round(Math.max(limits.from, Math.min(range.from, limits.to - length)));
  return { from, to: Math.round(from + length) };
}

/** Heights of the labels at the ends of the lines, from top to bottom, moved apart by `gap`. */
export function spreadLabels(wanted: readonly number[], { top, height }: ChartBox, gap: number): number[] {
  const placed: number[] = [];
  for (const y of wanted) placed.push(Math.max(y, (placed.at(-1) ?? Number.NEGATIVE_INFINITY) + gap));
  let limit = top + height;
  for (let index = placed.length - 1; index >= 0; index -= 1) {
    placed[index] = Math.min(placed[index] ?? limit, limit);
    limit = (placed[index] ?? limit) - gap;
  }
  return placed;
}
