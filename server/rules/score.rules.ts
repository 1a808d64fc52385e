// Bloods round halves to even in single precision, as the reference does: doubles differ in about 1 % of cases.

import type { BloodPoints } from '@vexil/db/enums/game';
import { bloodTypes, type SubmissionType } from '@vexil/db/enums/submission';

/** Thousandths for the first three solves, 0…1000. */
export interface BloodBonus {
  first: number;
  second: number;
  third: number;
}

export const bloodPlaces = bloodTypes.length;
const bloodBonusPartMax = 1000;
/** 50, 30 and 10 thousandths. */
export const defaultBloodBonus = 52459530;

const partBits = 10;
const partSize = 2 ** partBits;

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

export interface BonusFacts {
  bloodBonus: number;
  /** In place of the thousandths, where there are any. */
  bloodBonusPoints?: BloodPoints | null | undefined;
}

export interface ShownBonus {
  bloodBonus: number;
  bloodBonusPoints?: BloodPoints | undefined;
}

export function solvePoints(score: number, type: SubmissionType, bonus: BonusFacts): number {
  const place = (bloodTypes as readonly SubmissionType[]).indexOf(type);
  if (place < 0) return score;
  const { first, second, third } = unpackBloodBonus(bonus.bloodBonus);
  return bonus.bloodBonusPoints
    ? score + (bonus.bloodBonusPoints[place] ?? 0)
    : bloodScore(score, [first, second, third][place] ?? 0);
}

/** As boards have it: valid, and without points where there are none. */
export const shownBonus = ({ bloodBonus, bloodBonusPoints }: BonusFacts): ShownBonus => ({
  bloodBonus: normaliseBloodBonus(bloodBonus),
  ...(bloodBonusPoints ? { bloodBonusPoints } : {}),
});

/** 0 is first; −1 and above 2 are none. */
export function typeOfPlace(place: number): SubmissionType {
  return bloodTypes[place] ?? 'Normal';
}

function roundHalfToEven(value: number): number {
  const below = Math.floor(value);
  const rest = value - below;
  if (rest !== 0.5) return Math.round(value) + 0;
  return below % 2 === 0 ? below : below + 1;
}
