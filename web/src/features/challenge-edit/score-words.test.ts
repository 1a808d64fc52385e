import { defaultScoreCurve } from '@vexil/rules/score-curve.rules';
import { describe, expect, it } from 'vitest';
import { describeCurve } from './score-words';

describe('describeCurve', () => {
  it.each([
    [
      { originalScore: 500, minScoreRate: 0.2, difficulty: 8 },
      { original: 500, half: { solves: 7, points: 288 }, floor: 100 },
    ],
    [
      { originalScore: 1000, minScoreRate: 0.25, difficulty: 5 },
      { original: 1000, half: { solves: 4, points: 661 }, floor: 250 },
    ],
    [
      { originalScore: 100, minScoreRate: 0, difficulty: 0.1 },
      { original: 100, half: { solves: 2, points: 0 }, floor: 0 },
    ],
    [
      { curve: 'Linear' as const, originalScore: 500, minimumScore: 100, decay: 20 },
      { original: 500, half: { solves: 11, points: 300 }, floor: 100 },
    ],
    [
      { curve: 'Logarithmic' as const, originalScore: 500, minimumScore: 100, decay: 20 },
      { original: 500, half: { solves: 15, points: 304 }, floor: 100 },
    ],
  ])('names the points of the first solve, halfway and at the end of %j', (curve, words) => {
    expect(describeCurve({ ...defaultScoreCurve, ...curve })).toEqual(words);
  });

  it.each([
    { originalScore: 300, minScoreRate: 1, difficulty: 5 },
    { originalScore: 0, minScoreRate: 0.5, difficulty: 5 },
    { curve: 'Static' as const },
    { curve: 'Linear' as const, decay: 0 },
  ])('finds no fall in %j', (curve) => {
    expect(describeCurve({ ...defaultScoreCurve, ...curve }).half).toBeUndefined();
  });
});
