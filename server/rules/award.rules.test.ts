import { describe, expect, it } from 'vitest';
import { awardTime, signedPoints } from './award.rules';

const game = { start: 1000, end: 2000 };

describe('an award', () => {
  it.each([
    ['now, without a time of its own', undefined, 1500, 1500],
    ['now, for null', null, 1500, 1500],
    ['at the start', 1000, 1500, 1000],
    ['not before it', 999, 1500, null],
    ['not before it, whatever now is', undefined, 999, null],
    ['at a time that was', 1200, 1500, 1200],
    ['at this instant', 1500, 1500, 1500],
    ['not in the future', 1501, 1500, null],
    ['at the end, given after it', undefined, 2500, 2000],
    ['at the end, where it names a time after it', 2100, 2500, 2000],
    ['not in the future after the end', 2501, 2500, null],
    ['within the game, given after it', 1999, 2500, 1999],
  ])('counts %s', (_, wanted, now, time) => {
    expect(awardTime(game, wanted, now)).toBe(time);
  });

  it.each([
    [30, '+30'],
    [-30, '-30'],
    [0, '0'],
  ])('of %i points is written %s', (points, text) => {
    expect(signedPoints(points)).toBe(text);
  });
});
