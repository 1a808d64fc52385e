import { expect, it } from 'vitest';
import { median, quantile } from './quantile';

it('finds values by their share, sorted as numbers', () => {
  const values = Array.from({ length: 100 }, (_, index) => ((index * 37) % 100) + 1);
  expect([0, 0.5, 0.99, 1].map((share) => quantile(values, share))).toEqual([1, 50, 99, 100]);
  expect(median([10, 9, 100])).toBe(10);
});

it('has no value of nothing', () => expect(median([])).toBeNaN());
