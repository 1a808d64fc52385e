import { expect, it } from 'vitest';
import { widthsFor } from './use-board-windows';

/** Of the board in windows of 1366, 1440, 1920 and 2560 px. */
it.each([
  [1082, 18, 35],
  [1082, 26, 24],
  [1082, 30, 24],
  [1156, 30, 26],
  [1636, 45, 25],
  [1886, 45, 31],
  [1886, 12, 112],
])('in %i px has %i challenges in sight, in columns of %i px', (width, challenges, expected) => {
  const { fixed, column } = widthsFor('challenges', width, challenges);
  expect(column).toBe(expected);
  expect(fixed + challenges * column).toBeLessThanOrEqual(width);
});

it('keeps columns wide enough to be pressed, where not all are in sight', () => {
  expect(widthsFor('challenges', 1082, 60)).toEqual({ fixed: 360, column: 24 });
  expect(widthsFor('categories', 1082, 13)).toEqual({ fixed: 360, column: 76 });
});
