// Bloods round halves to even in single precision, as the reference does: doubles differ in about 1 % of cases.

import type { ScoreCurveKind } from '@vexil/db/enums/challenge';
import { type BloodType, bloodTypes, type SubmissionType } from '@vexil/db/enums/submission';

export interface ScoreCurve {
  curve: ScoreCurveKind;
  originalScore: number;
  /** Exponential: share of the original score, 0…1. */
  minScoreRate: number;
  /** Exponential: the decay constant in solves. */
  difficulty: number;
  /** Linear and Logarithmic. */
  minimumScore: number;
  /** Linear: points per solve. Logarithmic: solves after the first until the minimum, where 0 counts as 1. */
  decay: number;
}

/** Thousandths for the first three solves, 0…1000. */
export interface BloodBonus {
  first: number;
  second: number;
  third: number;
}

export const bloodPlaces = bloodTypes.length;
const bloodBonusPartMax = 1000;
export const defaultScoreCurve: ScoreCurve = {
  curve: 'Exponential',
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5,
  minimumScore: 100,
  decay: 20,
};
/** 50, 30 and 10 thousandths. */
export const defaultBloodBonus = 52459530;

const partBits = 10;
const partSize = 2 ** partBits;

/** Points without a blood bonus. */
export function challengeScore(curve: ScoreCurve, solveCount: number): number {
  const later = Math.max(0, solveCount - 1);
  const { originalScore } = curve;
  switch (curve.curve) {
    case 'Static':
      return originalScore;
    case 'Linear':
      return Math.max(curve.minimumScore, originalScore - curve.decay * later);
    case 'Logarithmic':
      return Math.max(curve.minimumScore, parabola(curve, later));
    case 'Exponential':
      return later === 0 ? originalScore : exponential(curve, later);
  }
}

function exponential({ originalScore, minScoreRate, difficulty }: ScoreCurve, later: number): number {
  const decay = Math.exp(-later / difficulty);
  // Turns −0 into 0.
  return Math.floor(originalScore * (minScoreRate + (1 - minScoreRate) * decay)) + 0;
}

/** The operations in CTFd's order, so that both round the same values. */
function parabola({ originalScore, minimumScore, decay }: ScoreCurve, later: number): number {
  return Math.ceil(((minimumScore - originalScore) / (decay || 1) ** 2) * later ** 2 + originalScore);
}

/** What the value falls to. In doubles like the curve: 100 at 0.29 gives 28. */
export function lowestScore(curve: ScoreCurve): number {
  switch (curve.curve) {
    case 'Static':
      return curve.originalScore;
    case 'Exponential':
      return Math.floor(curve.originalScore * curve.minScoreRate) + 0;
    case 'Linear':
      return curve.decay === 0 ? Math.max(curve.minimumScore, curve.originalScore) : curve.minimumScore;
    case 'Logarithmic':
      return curve.minimumScore;
  }
}

/** Unchecked, see `normaliseBloodBonus`. */
export function unpackBloodBonus(packed: number): BloodBonus {
  return {
    first: Math.floor(packed / partSize ** 2) % partSize,
    second: Math.floor(packed / partSize) % partSize,
    third: packed % partSize,
  };
}

export function packBloodBonus({ first, second, third }: BloodBonus): number {
  return first * partSize ** 2 + second * partSize + third;
}

/** Falls back to the default for an invalid value. */
export function normaliseBloodBonus(packed: number): number {
  if (!Number.isInteger(packed) || packed < 0 || packed >= partSize ** 3) return defaultBloodBonus;
  const { first, second, third } = unpackBloodBonus(packed);
  return Math.max(first, second, third) > bloodBonusPartMax ? defaultBloodBonus : packed;
}

export function bloodScore(score: number, bonusThousandths: number): number {
  const factor = Math.fround(Math.fround(bonusThousandths / 1000) + 1);
  return roundHalfToEven(Math.fround(Math.fround(score) * factor));
}

export function solvePoints(score: number, type: SubmissionType, packedBonus: number): number {
  if (packedBonus === 0 || !isBlood(type)) return score;
  const { first, second, third } = unpackBloodBonus(packedBonus);
  return bloodScore(score, { FirstBlood: first, SecondBlood: second, ThirdBlood: third }[type]);
}

/** 0 is first; −1 and above 2 are none. */
export function typeOfPlace(place: number): SubmissionType {
  return bloodTypes[place] ?? 'Normal';
}

function isBlood(type: SubmissionType): type is BloodType {
  return bloodTypes.some((blood) => blood === type);
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value) + 0;
  return below % 2 === 0 ? below : below + 1;
}
