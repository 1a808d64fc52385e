import type { ChartLine } from './chart-lines';
import classes from './StepChart.module.css';

export const LineSample = ({ line }: { line: Pick<ChartLine, 'colour' | 'dashed' | 'own'> }) => (
  <svg
    className={classes.sample}
    viewBox="0 0 18 10"
    width="18"
    height="10"
    aria-hidden
    data-own={line.own || undefined}
    style={{ color: `var(${line.colour})` }}
  >
    <path d="M1 5h16" strokeDasharray={line.dashed ? '5 3' : undefined} />
  </svg>
);
