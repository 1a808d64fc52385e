import { describe, expect, it } from 'vitest';
import { buildBoard, buildFacts } from '../../testing/boards';
import { momentsOf, nextMoment, sliderStep } from './board-moments';

const minute = 60_000;

describe('the moments of a board', () => {
  it('are the times of its solves, each once, in order', () => {
    const facts = buildFacts({
      solves: [
        [2, 31],
        [1, 31],
        [1, 32],
      ],
    });
    const [first, second] = facts.solves.map(({ time }) => time) as [number, number];
    const solves = facts.solves.map((solve, index) => (index === 2 ? { ...solve, time: second } : solve));
    expect(momentsOf(buildBoard({ ...facts, solves }))).toEqual([first, second]);
  });

  it('are found before and after a time, which may be none of them', () => {
    expect(nextMoment([10, 20, 30], 20, 'back')).toBe(10);
    expect(nextMoment([10, 20, 30], 20, 'forward')).toBe(30);
    expect(nextMoment([10, 20, 30], 25, 'back')).toBe(20);
    expect(nextMoment([10, 20, 30], 10, 'back')).toBeUndefined();
    expect(nextMoment([10, 20, 30], 30, 'forward')).toBeUndefined();
  });
});

describe('the step of the slider', () => {
  it('is the finest round one', () => {
    expect(sliderStep(0)).toBe(minute);
    expect(sliderStep(600 * minute)).toBe(minute);
    expect(sliderStep(48 * 60 * minute)).toBe(5 * minute);
    expect(sliderStep(365 * 24 * 60 * minute)).toBe(60 * minute);
  });
});
