import { useText } from '../i18n/use-text';
import classes from './BloodMark.module.css';

export type BloodRank = 1 | 2 | 3;

const names = { 1: 'ui.blood.first', 2: 'ui.blood.second', 3: 'ui.blood.third' } as const;

type BloodMarkProps = {
  rank: BloodRank;
  /** Pixels. */
  size?: number;
  /** Beside a text that says the same. */
  decorative?: boolean;
  /** Still to be had: the edge alone. */
  open?: boolean;
};

/**
 * The mark of one of the first three solves: its rank is in the digit, the filling and the colour. One element, because
 * lists show hundreds.
 */
export function BloodMark({ rank, size = 18, decorative = false, open = false }: BloodMarkProps) {
  const t = useText();
  return (
    <span
      className={`${classes.mark} ${classes[`rank${rank}`]}`}
      style={{ '--size': `${size}px` }}
      data-open={open || undefined}
      {...(decorative ? { 'aria-hidden': true } : { role: 'img', 'aria-label': t(names[rank]) })}
    >
      {rank}
    </span>
  );
}
