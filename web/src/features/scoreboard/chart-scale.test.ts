import { describe, expect, it } from 'vitest';
import {
  chartScale,
  clampRange,
  moveRange,
  scoreRange,
  scoreTicks,
  spreadLabels,
  stepPath,
  timeTicks,
  zoomRange,
} from './chart-scale';

const hour = 3_600_000;
const limits = { from: 0, to: 10 * hour };
const history = [
  { time: hour, score: 100 },
  { time: 2 * hour, score: 250 },
];

describe('the scale of scores', () => {
  it('starts at zero for the whole game, and fits a zoomed range', () => {
    expect(scoreRange([history], limits, true)).toEqual({ min: 0, max: 250 });
    expect(scoreRange([history], { from: hour, to: 3 * hour }, false)).toEqual({ min: 80, max: 280 });
    expect(scoreRange([], limits, true)).toEqual({ min: 0, max: 2 });
    const fined = [...history, { time: 3 * hour, score: -150 }];
    expect(scoreRange([fined], limits, true)).toEqual({ min: -200, max: 300 });
  });

  it('has round ticks', () => {
    expect(scoreTicks({ min: 0, max: 300 }, 3)).toEqual([0, 100, 200, 300]);
    expect(scoreTicks({ min: 0, max: 1 }, 4)).toEqual([0, 1]);
  });

  it.each([
    [1340, [0, 800, 1600]],
    [990, [0, 500, 1000]],
    [250, [0, 125, 250]],
    [24, [0, 12, 24]],
    [1, [0, 1, 2]],
  ])('has three round labels up to %i where there is room for few', (score, ticks) => {
    const range = scoreRange([[{ time: 0, score }]], limits, true);
    expect(scoreTicks(range, 2)).toEqual(ticks);
    expect(scoreTicks(range, 0)).toEqual(ticks);
  });
});

describe('the time axis', () => {
  it('has ticks at whole steps inside the range', () => {
    const ticks = timeTicks({ from: hour / 2, to: 5.5 * hour }, 5);
    expect(ticks).toEqual([1, 2, 3, 4, 5].map((count) => count * hour));
  });

  it('has two ticks where a single one would show no length', () => {
    expect(timeTicks({ from: 0.4 * hour, to: 1.4 * hour }, 2)).toEqual([0.5 * hour, hour]);
  });

  it('zooms around a time within the game, and back to the whole', () => {
    expect(zoomRange(limits, limits, 0.5, 0)).toEqual({ from: 0, to: 5 * hour });
    expect(zoomRange({ from: 0, to: 5 * hour }, limits, 4)).toBeUndefined();
    expect(moveRange({ from: 8 * hour, to: 9 * hour }, limits, 5)).toEqual({ from: 9 * hour, to: 10 * hour });
    expect(clampRange({ from: 5, to: 6 }, limits)).toEqual({ from: 5, to: 60_005 });
  });
});

it('draws a step line that begins with the score at the start of the range', () => {
  const box = { left: 0, top: 0, width: 100, height: 50 };
  const range = { from: hour, to: 3 * hour };
  const scale = chartScale(box, range, { min: 0, max: 250 });
  expect(stepPath(history, range, 10 * hour, scale)).toBe('M0.0 30.0H50.0V0.0H100.0');
  expect(stepPath(history, range, 0, scale)).toBe('');
  expect(scale.timeAt(50)).toBe(2 * hour);
});

it('moves labels apart within the chart', () => {
  const box = { left: 0, top: 0, width: 100, height: 40 };
  expect(spreadLabels([5, 6, 39], box, 10)).toEqual([5, 15, 39]);
  expect(spreadLabels([38, 39, 40], box, 10)).toEqual([20, 30, 40]);
});
