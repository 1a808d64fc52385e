import { describe, expect, it } from 'vitest';
import { buildBoard, buildFacts } from '../../testing/boards';
import { nextSolveTime, sliderStep, solveTimesOf } from './solve-times';

const minute = 60_000;

describe('solveTimesOf and nextSolveTime', () => {
  it('give the distinct solve times in order', () => {
    const facts = buildFacts({
      solves: [
        [2, 31],
        [1, 31],
        [1, 32],
      ],
    });
    const [first, second] = facts.solves.map(({ time }) => time) as [number, number];
    const solves = facts.solves.map((solve, index) => (index === 2 ? { ...solve, time: second } : solve));
    expect(solveTimesOf(buildBoard({ ...facts, solves }))).toEqual([first, second]);
  });

  it('find the times before and after any time', () => {
    expect(nextSolveTime([10, 20, 30], 20, 'back')).toBe(10);
    expect(nextSolveTime([10, 20, 30], 20, 'forward')).toBe(30);
    expect(nextSolveTime([10, 20, 30], 25, 'back')).toBe(20);
    expect(nextSolveTime([10, 20, 30], 10, 'back')).toBeUndefined();
    expect(nextSolveTime([10, 20, 30], 30, 'forward')).toBeUndefined();
  });
});

describe('the step of the slider', () => {
  it('is the smallest round duration', () => {
    expect(sliderStep(0)).toBe(minute);
    expect(sliderStep(600 * minute)).toBe(minute);
    expect(sliderStep(48 * 60 * minute)).toBe(5 * minute);
    expect(sliderStep(365 * 24 * 60 * minute)).toBe(60 * minute);
  });
});
