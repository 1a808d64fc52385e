import { challengeScore, minimumScore, type ScoreCurve } from '@vexil/rules/score.rules';

type CurveWords = {
  original: number;
  /** Where the value is halfway to the minimum; undefined for a value that never falls. */
  half: { solves: number; points: number } | undefined;
  floor: number;
};

/** The numbers of a sentence about the curve; the value of a challenge is the same for all who solved it. */
export function describeCurve(curve: ScoreCurve): CurveWords {
  const original = challengeScore(curve, 1);
  const floor = minimumScore(curve);
  if (floor >= original) return { original, half: undefined, floor };
  const solves = 1 + Math.max(1, Math.round(curve.difficulty * Math.LN2));
  return { original, half: { solves, points: challengeScore(curve, solves) }, floor };
}
