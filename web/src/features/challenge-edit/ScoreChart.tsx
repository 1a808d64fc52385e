import { challengeScore, lowestScore, type ScoreCurve } from '@vexil/rules/score-curve.rules';
import { useText } from '../../i18n/use-text';
import classes from './ScoreChart.module.css';
import { fallOf } from './score-words';

const width = 340;
const height = 96;
const edge = { top: 22, right: 16, bottom: 24, left: 40 };
const solvesShownMin = 20;
const solvesShownMax = 500;

export function ScoreChart({ curve, solves }: { curve: ScoreCurve; solves: number }) {
  const t = useText('challenge-edit');
  const floor = lowestScore(curve);
  const now = challengeScore(curve, solves);
  const last = lastSolve(curve, solves);
  const top = Math.max(curve.originalScore, 1);
  const x = (count: number) => edge.left + ((count - 1) / (last - 1)) * (width - edge.left - edge.right);
  const y = (points: number) => edge.top + (1 - points / top) * (height - edge.top - edge.bottom);
  const step = Math.max(1, Math.floor(last / 120));
  const counts = Array.from({ length: Math.ceil((last - 1) / step) + 1 }, (_, index) =>
    Math.min(last, 1 + index * step),
  );
  const path = counts.map((count, index) => `${index === 0 ? 'M' : 'L'}${x(count)} ${y(challengeScore(curve, count))}`);
  const pointAt = Math.max(1, solves);
  // Keeps the label inside the chart near the right edge.
  const wordsLeft = x(pointAt) > width * 0.6;
  const words = t('challenge-edit.score.now', { count: solves, points: now });
  return (
    <svg viewBox={`0 0 ${width} ${height}`} className={classes.chart} role="img">
      <title>
        {t('challenge-edit.score.chart', { original: curve.originalScore, floor, points: now, count: solves })}
      </title>
      {[curve.originalScore, floor].map((points, index) => (
        <g key={index === 0 ? 'top' : 'floor'}>
          <line
            x1={edge.left}
            x2={width - edge.right}
            y1={y(points)}
            y2={y(points)}
            className={index === 0 ? classes.line : classes.floor}
          />
          {(index === 0 || y(floor) - y(curve.originalScore) > 14) && (
            <text x={edge.left - 8} y={y(points) + 4} textAnchor="end" className={classes.tick}>
              {points}
            </text>
          )}
        </g>
      ))}
      <line x1={edge.left} x2={width - edge.right} y1={y(0)} y2={y(0)} className={classes.axis} />
      {[1, Math.round(last / 2), last].map((count) => (
        <text key={count} x={x(count)} y={height - 8} textAnchor="middle" className={classes.tick}>
          {count}
        </text>
      ))}
      <path d={path.join('')} className={classes.curve} />
      <line x1={x(pointAt)} x2={x(pointAt)} y1={y(now)} y2={y(0)} className={classes.drop} />
      <circle cx={x(pointAt)} cy={y(now)} r="5" className={classes.point} />
      <text
        x={x(pointAt) + (wordsLeft ? -10 : 10)}
        y={y(now) - 9}
        textAnchor={wordsLeft ? 'end' : 'start'}
        className={classes.now}
      >
        {words}
      </text>
    </svg>
  );
}

/** Enough solves to come close to the minimum and to include the current number. */
function lastSolve(curve: ScoreCurve, solves: number): number {
  const nearFloor = Math.ceil(1 + fallOf(curve).whole);
  const wanted = Math.max(solvesShownMin, nearFloor, Math.ceil(solves * 1.25));
  return Math.max(Math.min(wanted, solvesShownMax), Math.ceil(solves * 1.1));
}
