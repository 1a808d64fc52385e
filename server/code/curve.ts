import { challengeScore, defaultScoreCurve, type ScoreCurve } from '@vexil/rules/score-curve.rules';

const solvesMax = 300;
const steps = Array.from({ length: 300 }, (_, index) => index + 1);

/** The nearest of our curves, or of the named kinds, to values by number of solves. */
export function fitCurve(
  value: (solves: number) => number,
  originalScore: number,
  minimumScore: number,
  kinds: readonly ScoreCurve['curve'][] = ['Exponential', 'Logarithmic'],
): { curve: ScoreCurve; points: number } {
  const rate = originalScore === 0 ? 0 : Math.min(1, minimumScore / originalScore);
  const base = { ...defaultScoreCurve, originalScore, minimumScore, minScoreRate: Math.round(rate * 1e6) / 1e6 };
  const curves = kinds.flatMap((curve) =>
    steps.map((step) => ({
      ...base,
      curve,
      ...(curve === 'Exponential' ? { difficulty: step / 2 } : { decay: step }),
    })),
  );
  const wanted = Array.from({ length: solvesMax }, (_, index) => value(index + 1));
  return curves
    .map((curve) => ({ curve, points: farthest(wanted, curve) }))
    .reduce((best, each) => (each.points < best.points ? each : best));
}

const farthest = (wanted: number[], curve: ScoreCurve) =>
  Math.round(
    wanted.reduce((most, value, index) => Math.max(most, Math.abs(value - challengeScore(curve, index + 1))), 0),
  );

const fitted = new Map<string, ReturnType<typeof fitCurve>>();

/** rCTF's classic curve, which rcds and Konata set only the ends of. */
export function fitClassic(maximum: number, minimum: number): ReturnType<typeof fitCurve> {
  const known = fitted.get(`${maximum} ${minimum}`);
  const classic = (solves: number) =>
    Math.round(minimum + (maximum - minimum) / (1 + (Math.max(solves - 1, 0) / 11.92201) ** 1.206069));
  const fit = known ?? fitCurve(classic, maximum, minimum);
  if (fitted.size < 1000) fitted.set(`${maximum} ${minimum}`, fit);
  return fit;
}
