import { useLanguage } from '../../i18n/use-text';
import { formatTime, zoneName } from '../../ui/format-time';
import type { ChartLine } from './chart-lines';
import { LineSample } from './LineSample';
import classes from './StepChart.module.css';
import { scoreAt } from './score-history';

type ChartMomentProps = {
  lines: readonly ChartLine[];
  time: number;
  x: number;
  /** Whether the list stands left of the time. */
  flip: boolean;
  top: number;
  height: number;
};

/** The scores at the time under the pointer. */
export function ChartMoment({ lines, time, x, flip, top, height }: ChartMomentProps) {
  const language = useLanguage();
  const scores = lines.map((line) => ({ line, score: scoreAt(line.history, time) })).sort((a, b) => b.score - a.score);
  return (
    <div className={classes.moment} style={{ left: x, top, height }} aria-hidden>
      <div className={classes.scores} data-flip={flip || undefined}>
        <span className="block dimmed">{`${formatTime(time, 'short', language)} ${zoneName(time, language)}`}</span>
        {scores.map(({ line, score }) => (
          <span key={line.id} className={classes.score} data-own={line.own || undefined}>
            <LineSample line={line} />
            <span className="grow ellipsis">{line.name}</span>
            <span className="figures">{score}</span>
          </span>
        ))}
      </div>
    </div>
  );
}
