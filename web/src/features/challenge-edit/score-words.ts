import { challengeScore, lowestScore, type ScoreCurve } from '@vexil/rules/score-curve.rules';

type CurveWords = {
  original: number;
  /** Where the value is halfway to the minimum; undefined for a value that never falls. */
  half: { solves: number; points: number } | undefined;
  floor: number;
};

/** The numbers of a sentence about the curve; the value of a challenge is the same for all who solved it. */
export function describeCurve(curve: ScoreCurve): CurveWords {
  const original = challengeScore(curve, 1);
  const floor = lowestScore(curve);
  if (floor >= original) return { original, half: undefined, floor };
  const solves = 1 + Math.max(1, Math.round(fallOf(curve).half));
  return { original, half: { solves, points: challengeScore(curve, solves) }, floor };
}

/** Solves after the first until the value is halfway to its minimum, and until it is there or close. */
export function fallOf({ curve, originalScore, difficulty, minimumScore, decay }: ScoreCurve) {
  switch (curve) {
    case 'Static':
      return { half: 0, whole: 0 };
    case 'Exponential':
      return { half: difficulty * Math.LN2, whole: difficulty * 4 };
    case 'Linear': {
      const whole = decay === 0 ? 0 : (originalScore - minimumScore) / decay;
      return { half: whole / 2, whole };
    }
    case 'Logarithmic': {
      const whole = decay || 1;
      return { half: whole * Math.SQRT1_2, whole };
    }
  }
}
