import { useText } from '../i18n/use-text';
import classes from './BloodMark.module.css';

export type BloodRank = 1 | 2 | 3;

const names = { 1: 'ui.blood.first', 2: 'ui.blood.second', 3: 'ui.blood.third' } as const;
const hexagon = 'M12 1.75 20.9 6.9v10.2L12 22.25 3.1 17.1V6.9z';
/** The height at which the filling begins: whole, two thirds, one third. */
const fillFrom = { 1: 0, 2: 8.5, 3: 15.5 } as const;

/** The mark of one of the first three solves: its rank is in the digit, the filling and the colour. `size` in pixels. */
export function BloodMark({ rank, size = 18 }: { rank: BloodRank; size?: number }) {
  const t = useText();
  return (
    <svg
      viewBox="0 0 24 24"
      width={size}
      height={size}
      className={`${classes.mark} ${classes[`rank${rank}`]}`}
      role="img"
    >
      <title>{t(names[rank])}</title>
      <path d={hexagon} className={classes.ground} />
      <path
        d={hexagon}
        className={classes.filling}
        style={{ clipPath: `inset(${(fillFrom[rank] / 24) * 100}% 0 0)` }}
      />
      <path d={hexagon} className={classes.edge} />
      <text x="12" y="16.4" textAnchor="middle" className={classes.digit}>
        {rank}
      </text>
    </svg>
  );
}
