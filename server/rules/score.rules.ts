// The points of a blood solve follow single precision and round halves to even, because boards of the reference do:
// plain doubles with Math.round differ by a point in about one case of a hundred.

import { type BloodType, bloodTypes, type SubmissionType } from '@vexil/db/enums/submission';

/** How the value of a challenge falls with its solves; `difficulty` is the decay constant in solves. */
export interface ScoreCurve {
  originalScore: number;
  /** Lower bound as a share of the original score, 0…1. */
  minScoreRate: number;
  difficulty: number;
}

/** Extra points of the first three solves, each part in thousandths, 0…1000. */
export interface BloodBonus {
  first: number;
  second: number;
  third: number;
}

export const bloodPlaces = bloodTypes.length;
const bloodBonusPartMax = 1000;
export const defaultScoreCurve: ScoreCurve = { originalScore: 1000, minScoreRate: 0.25, difficulty: 5 };
/** 50, 30 and 10 thousandths. */
export const defaultBloodBonus = 52459530;

const partBits = 10;
const partSize = 2 ** partBits;

/** Points a solve without blood is worth now, when `solveCount` solves count. */
export function challengeScore(curve: ScoreCurve, solveCount: number): number {
  const { originalScore, minScoreRate, difficulty } = curve;
  if (solveCount <= 1) return originalScore;
  const decay = Math.exp((1 - solveCount) / difficulty);
  // Adding 0 turns a negative zero into zero, which JSON and equality would tell apart.
  return Math.floor(originalScore * (minScoreRate + (1 - minScoreRate) * decay)) + 0;
}

/** The value the curve tends to; computed in doubles like the curve, so 100 at 0.29 gives 28. */
export function minimumScore(curve: Pick<ScoreCurve, 'originalScore' | 'minScoreRate'>): number {
  return Math.floor(curve.originalScore * curve.minScoreRate) + 0;
}

/** Takes the packed value apart without judging it; see `normaliseBloodBonus`. */
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

/** The value itself, or the default where it is no packed bonus or any part is above 1000. */
export function normaliseBloodBonus(packed: number): number {
  if (!Number.isInteger(packed) || packed < 0 || packed >= partSize ** 3) return defaultBloodBonus;
  const { first, second, third } = unpackBloodBonus(packed);
  return Math.max(first, second, third) > bloodBonusPartMax ? defaultBloodBonus : packed;
}

/** Points of a solve worth `score` with a bonus in thousandths. */
export function bloodScore(score: number, bonusThousandths: number): number {
  const factor = Math.fround(Math.fround(bonusThousandths / 1000) + 1);
  return roundHalfToEven(Math.fround(Math.fround(score) * factor));
}

/** Points of a scoring solve of the given type, when the challenge is worth `score`. */
export function solvePoints(score: number, type: SubmissionType, packedBonus: number): number {
  if (packedBonus === 0 || !isBlood(type)) return score;
  const { first, second, third } = unpackBloodBonus(packedBonus);
  return bloodScore(score, { FirstBlood: first, SecondBlood: second, ThirdBlood: third }[type]);
}

/** The type of a solve by its blood place: 0 is first, −1 or anything past third is none. */
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
