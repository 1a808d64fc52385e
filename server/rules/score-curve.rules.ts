import type { ScoreCurveKind } from '@vexil/db/enums/challenge';

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

export const defaultScoreCurve: ScoreCurve = {
  curve: 'Exponential',
  originalScore: 1000,
  minScoreRate: 0.25,
  difficulty: 5,
  minimumScore: 100,
  decay: 20,
};

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
