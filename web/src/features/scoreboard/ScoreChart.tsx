import { useDebouncedCallback } from '@mantine/hooks';
import { useRef, useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { toastFailure } from '../../ui/toast';
import type { BoardSearch } from './board-search';
import { ChartInNumbers } from './ChartInNumbers';
import { ChartLegend } from './ChartLegend';
import { ChartTools } from './ChartTools';
import type { ChartLine } from './chart-lines';
import { type ChartRange, clampRange } from './chart-scale';
import classes from './ScoreChart.module.css';
import { StepChart } from './StepChart';
import { useChartLabel } from './use-chart-label';
import type { ChartTimes } from './use-plot';

type ChartSearch = Pick<BoardSearch, 'from' | 'to' | 'compare'>;

export type ScoreChartProps = {
  title: string;
  lines: readonly ChartLine[];
  times: ChartTimes;
  search: ChartSearch;
  onSearch: (change: Partial<ChartSearch>) => void;
  onRemove: (teamId: number) => void;
};

export function ScoreChart({ title, lines, times, search, onSearch, onRemove }: ScoreChartProps) {
  const t = useText('scoreboard');
  const language = useLanguage();
  const section = useRef<HTMLElement>(null);
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [focused, setFocused] = useState<number>();
  const { range, zoom } = useZoom(times, search, onSearch);
  const comparing = (search.compare?.length ?? 0) > 0;
  const visible = hidden.size === 0 ? lines : lines.filter(({ id }) => !hidden.has(id));
  const label = useChartLabel(lines);

  const toggle = (id: number) =>
    setHidden((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const save = async () => {
    if (!section.current) return;
    try {
      const { savePicture } = await import('./chart-picture');
      const now = t('scoreboard.chart.now');
      const freeze = t('scoreboard.chart.freeze');
      await savePicture(section.current, { title, lines: visible, times, range, language, now, freeze });
    } catch {
      toastFailure(t('scoreboard.chart.notSaved'));
    }
  };

  return (
    <section ref={section} className="relative" aria-label={t('scoreboard.chart.title')}>
      <div className={classes.plot}>
        <StepChart lines={visible} times={times} range={range} onRange={zoom} focused={focused} label={label}>
          <ChartTools zoomed={range !== undefined} onReset={() => zoom(undefined)} onSave={() => void save()} />
        </StepChart>
      </div>
      {lines.length > 1 && (
        <ChartLegend
          {...{ lines, hidden, comparing, onRemove }}
          onToggle={toggle}
          onFocus={setFocused}
          onClearCompare={() => onSearch({ compare: undefined })}
        />
      )}
      <ChartInNumbers
        lines={lines}
        from={range?.from ?? times.start}
        to={Math.min(range?.to ?? times.until, times.until)}
      />
    </section>
  );
}

/** Browsers refuse addresses that change many times a second. */
const settleMs = 250;

/** The zoomed range of the address, and the one that the wheel is still changing. */
function useZoom({ start, end }: ChartTimes, { from, to }: ChartSearch, onSearch: ScoreChartProps['onSearch']) {
  const [moving, setMoving] = useState<{ range: ChartRange | undefined }>();
  const commit = useDebouncedCallback((range: ChartRange | undefined) => {
    setMoving(undefined);
    onSearch({ from: range?.from, to: range?.to });
  }, settleMs);
  const stored =
    from !== undefined && to !== undefined && to > from
      ? clampRange({ from, to }, { from: start, to: Math.max(end, start + 1) })
      : undefined;
  const zoom = (range: ChartRange | undefined) => {
    setMoving({ range });
    commit(range);
  };
  return { range: moving ? moving.range : stored, zoom };
}
