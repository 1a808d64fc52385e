import { IconX } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import type { ChartLine } from './chart-lines';
import { LineSample } from './LineSample';
import classes from './ScoreChart.module.css';

type ChartLegendProps = {
  lines: readonly ChartLine[];
  hidden: ReadonlySet<number>;
  onToggle: (teamId: number) => void;
  onFocus: (teamId: number | undefined) => void;
  /** Whether the teams were selected by hand; shows buttons to remove them. */
  comparing: boolean;
  onClearCompare: () => void;
  onRemove: (teamId: number) => void;
};

export function ChartLegend(props: ChartLegendProps) {
  const { lines, hidden, onToggle, onFocus, comparing, onClearCompare, onRemove } = props;
  const t = useText('scoreboard');
  return (
    <div className={classes.side}>
      <ul
        className={classes.legend}
        aria-label={t('scoreboard.chart.legend')}
        onPointerLeave={() => onFocus(undefined)}
      >
        {lines.map((line) => (
          <li key={line.id} onPointerEnter={() => onFocus(line.id)}>
            <button
              type="button"
              className={classes.entry}
              aria-pressed={!hidden.has(line.id)}
              data-own={line.own || undefined}
              onClick={() => onToggle(line.id)}
              onFocus={() => onFocus(line.id)}
              onBlur={() => onFocus(undefined)}
            >
              <LineSample line={line} />
              <span className="ellipsis">{line.name}</span>
              <span className="figures">{line.score}</span>
            </button>
            {comparing && !line.own && (
              <button
                type="button"
                className={classes.remove}
                aria-label={t('scoreboard.compare.remove', { team: line.name })}
                onClick={() => onRemove(line.id)}
              >
                <IconX size={14} stroke="2px" />
              </button>
            )}
          </li>
        ))}
      </ul>
      {comparing && (
        <button type="button" className={classes.back} onClick={onClearCompare}>
          {t('scoreboard.compare.clear')}
          <IconX size={14} stroke="2px" />
        </button>
      )}
    </div>
  );
}
