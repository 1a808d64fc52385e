import { IconArrowsMaximize } from '@tabler/icons-react';
import { useText } from '../../i18n/use-text';
import { ChartPlot } from './ChartPlot';
import classes from './ChartStrip.module.css';
import type { ChartLine } from './chart-lines';
import { useChartLabel } from './use-chart-label';
import { type ChartTimes, usePlot } from './use-plot';

type ChartStripProps = {
  lines: readonly ChartLine[];
  times: ChartTimes;
  /** Whether the teams were picked by hand; else the own and the best are named. */
  comparing: boolean;
  /** Before, its room is kept. */
  drawn: boolean;
  onOpen: () => void;
};

/** The chart at a glance; a press opens the large one. */
export const ChartStrip = ({ drawn, ...strip }: ChartStripProps) => (
  <div className={classes.strip}>{drawn && <Strip {...strip} />}</div>
);

const bestNamed = 3;

function Strip({ lines, times, comparing, onOpen }: Omit<ChartStripProps, 'drawn'>) {
  const t = useText('scoreboard');
  const { ref, plot } = usePlot({ lines, times, ticksMax: 3 });
  const best = lines.filter(({ own }) => !own).slice(0, bestNamed);
  const named = comparing ? undefined : new Set([...best, ...lines.filter(({ own }) => own)].map(({ id }) => id));
  return (
    <>
      <div ref={ref} className={classes.plot}>
        <ChartPlot {...plot} label="" named={named} />
      </div>
      <button
        type="button"
        className={classes.open}
        aria-label={`${t('scoreboard.chart.open')}. ${useChartLabel(lines)}`}
        data-hint={t('scoreboard.chart.open')}
        onClick={onOpen}
      >
        <IconArrowsMaximize size={16} />
      </button>
    </>
  );
}
