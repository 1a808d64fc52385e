import { describe, expect, it } from 'vitest';
import { challengeScore, defaultScoreCurve, lowestScore } from './score-curve.rules';

const solveCounts = [1, 2, 3, 4, 5, 6, 10, 11, 20, 50, 100];
const curves: [originalScore: number, minScoreRate: number, difficulty: number, scores: number[]][] = [
  [1000, 0.25, 5, [1000, 864, 752, 661, 586, 525, 373, 351, 266, 250, 250]],
  [1000, 0.8, 5, [1000, 963, 934, 909, 889, 873, 833, 827, 804, 800, 800]],
  [500, 0.2, 10, [500, 461, 427, 396, 368, 342, 262, 247, 159, 102, 100]],
  [1000, 0.2, 10, [1000, 923, 854, 792, 736, 685, 525, 494, 319, 205, 200]],
  [1000, 0.1, 1, [1000, 431, 221, 144, 116, 106, 100, 100, 100, 100, 100]],
  [300, 0.5, 2, [300, 240, 205, 183, 170, 162, 151, 151, 150, 150, 150]],
  [1000, 0.25, 0.5, [1000, 351, 263, 251, 250, 250, 250, 250, 250, 250, 250]],
  [1000, 0.25, 0, [1000, 250, 250, 250, 250, 250, 250, 250, 250, 250, 250]],
  [1000, 1, 5, [1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000]],
  [1000, 0, 5, [1000, 818, 670, 548, 449, 367, 165, 135, 22, 0, 0]],
  [999, 0.333, 7.5, [999, 915, 843, 779, 723, 674, 533, 508, 385, 333, 332]],
  [100, 0.29, 0.1, [100, 29, 29, 29, 28, 28, 28, 28, 28, 28, 28]],
];

describe('the curve of a new challenge', () => {
  it('falls from 1000 to a quarter', () => {
    expect(defaultScoreCurve).toMatchObject({
      curve: 'Exponential',
      originalScore: 1000,
      minScoreRate: 0.25,
      difficulty: 5,
    });
  });
});

describe('challengeScore', () => {
  it.each(curves)(
    'follows the curve from %d at rate %d and difficulty %d',
    (originalScore, minScoreRate, difficulty, scores) => {
      const curve = { ...defaultScoreCurve, originalScore, minScoreRate, difficulty };
      expect(solveCounts.map((count) => challengeScore(curve, count))).toEqual(scores);
      expect(challengeScore(curve, 0)).toBe(originalScore);
    },
  );

  it.each([
    // Of CTFd's own formulas, in Python.
    ['Linear', 500, 100, 30, [500, 470, 440, 410, 380, 350, 230, 200, 100, 100, 100]],
    ['Linear', 500, 100, 0, [500, 500, 500, 500, 500, 500, 500, 500, 500, 500, 500]],
    ['Logarithmic', 500, 100, 20, [500, 499, 496, 491, 484, 475, 419, 400, 139, 100, 100]],
    ['Logarithmic', 500, 100, 0, [500, 100, 100, 100, 100, 100, 100, 100, 100, 100, 100]],
    ['Logarithmic', 1000, 37, 7, [1000, 981, 922, 824, 686, 509, 37, 37, 37, 37, 37]],
    ['Logarithmic', 0, 0, 3, [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ['Static', 300, 100, 20, [300, 300, 300, 300, 300, 300, 300, 300, 300, 300, 300]],
  ] as const)('is %s from %d to %d with a decay of %d', (curve, originalScore, minimumScore, decay, scores) => {
    const given = { ...defaultScoreCurve, curve, originalScore, minimumScore, decay };
    expect(solveCounts.map((count) => challengeScore(given, count))).toEqual(scores);
    expect(challengeScore(given, 0)).toBe(originalScore);
    expect(lowestScore(given)).toBe(challengeScore(given, 1e9));
  });

  it('gives no negative zero', () => {
    expect(challengeScore({ ...defaultScoreCurve, originalScore: -5, minScoreRate: 0, difficulty: 0 }, 2)).toBe(0);
  });
});

describe('lowestScore', () => {
  it.each([
    [100, 0.29, 28],
    [100, 0.57, 56],
    [1000, 0.25, 250],
    [999, 0.333, 332],
    [-5, 0, 0],
  ])('of %d at rate %d is %d', (originalScore, minScoreRate, minimum) => {
    expect(lowestScore({ ...defaultScoreCurve, originalScore, minScoreRate })).toBe(minimum);
  });
});
