import type { BloodPoints } from '@vexil/db/enums/game';
import { describe, expect, it } from 'vitest';
import {
  bloodScore,
  defaultBloodBonus,
  normaliseBloodBonus,
  packBloodBonus,
  shownBonus,
  solvePoints,
  typeOfPlace,
  unpackBloodBonus,
} from './score.rules';

describe('packed blood bonus', () => {
  const packed: [first: number, second: number, third: number, packed: number][] = [
    [0, 0, 0, 0],
    [50, 30, 10, 52459530],
    [100, 0, 0, 104857600],
    [300, 150, 50, 314726450],
    [500, 300, 100, 524595300],
    [1000, 500, 250, 1049088250],
    [1000, 1000, 1000, 1049601000],
  ];

  it.each(packed)('of %d, %d and %d thousandths is %d', (first, second, third, value) => {
    expect(packBloodBonus({ first, second, third })).toBe(value);
    expect(unpackBloodBonus(value)).toEqual({ first, second, third });
    expect(normaliseBloodBonus(value)).toBe(value);
  });

  it.each([
    [1049624576, 'a first part of 1001'],
    [packBloodBonus({ first: 0, second: 1001, third: 0 }), 'a second part of 1001'],
    [packBloodBonus({ first: 0, second: 0, third: 1001 }), 'a third part of 1001'],
    [-1, 'a negative number'],
    [2 ** 30, 'more than thirty bits'],
    [0.5, 'a fraction'],
    [Number.NaN, 'no number'],
  ])('%d is replaced by the default: %s', (value) => {
    expect(normaliseBloodBonus(value)).toBe(defaultBloodBonus);
  });
});

describe('bloodScore', () => {
  const defaults: [score: number, first: number, second: number, third: number][] = [
    [10, 10, 10, 10],
    [30, 31, 31, 30],
    [50, 52, 52, 50],
    [70, 74, 72, 71],
    [90, 94, 93, 91],
    [130, 136, 134, 131],
    [333, 350, 343, 336],
    [500, 525, 515, 505],
    [557, 585, 574, 563],
    [661, 694, 681, 668],
    [750, 787, 772, 758],
    [752, 790, 775, 760],
    [1000, 1050, 1030, 1010],
  ];

  it.each(defaults)('raises %d by 5, 3 and 1 percent to %d, %d and %d', (score, ...expected) => {
    expect([50, 30, 10].map((bonus) => bloodScore(score, bonus))).toEqual(expected);
  });

  it.each([
    [75, 180, 89],
    [500, 300, 650],
    [500, 150, 575],
    [500, 50, 525],
    [0, 50, 0],
    [1000, 1000, 2000],
    [-0, 50, 0],
  ])('raises %d by %d thousandths to %d', (score, bonus, expected) => {
    expect(bloodScore(score, bonus)).toBe(expected);
  });
});

describe('solvePoints', () => {
  it.each([
    ['FirstBlood', defaultBloodBonus, 790],
    ['SecondBlood', defaultBloodBonus, 775],
    ['ThirdBlood', defaultBloodBonus, 760],
    ['Normal', defaultBloodBonus, 752],
    ['FirstBlood', 0, 752],
  ] as const)('of a %s with bonus %d on 752 are %d', (type, bonus, points) => {
    expect(solvePoints(752, type, { bloodBonus: bonus })).toBe(points);
    expect(solvePoints(752, type, { bloodBonus: bonus, bloodBonusPoints: null })).toBe(points);
  });

  it.each([
    ['FirstBlood', 752, 882],
    ['SecondBlood', 752, 772],
    ['ThirdBlood', 752, 752],
    ['Normal', 752, 752],
    ['FirstBlood', 0, 130],
  ] as const)('of a %s on %d are %d with fixed points, whatever the thousandths', (type, score, points) => {
    const bloodBonusPoints: BloodPoints = [130, 20, 0];
    for (const bloodBonus of [0, defaultBloodBonus]) {
      expect(solvePoints(score, type, { bloodBonus, bloodBonusPoints })).toBe(points);
    }
  });

  it('are shown by a board whose bonus is valid, and fixed only where they are', () => {
    expect(shownBonus({ bloodBonus: -1, bloodBonusPoints: null })).toEqual({ bloodBonus: defaultBloodBonus });
    expect(Object.keys(shownBonus({ bloodBonus: 0 }))).toEqual(['bloodBonus']);
    expect(shownBonus({ bloodBonus: 0, bloodBonusPoints: [0, 0, 0] })).toEqual({
      ...{ bloodBonus: 0, bloodBonusPoints: [0, 0, 0] },
    });
  });
});

describe('typeOfPlace', () => {
  it('names three bloods and nothing else', () => {
    expect([-1, 0, 1, 2, 3].map(typeOfPlace)).toEqual(['Normal', 'FirstBlood', 'SecondBlood', 'ThirdBlood', 'Normal']);
  });
});
