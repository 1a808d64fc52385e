import { useComputedColorScheme } from '@mantine/core';
import { useEffect, useRef, useState } from 'react';
import type { Chart } from './chart-engine';
import type { ChartLine } from './chart-lines';
import { type ChartFrame, chartOption } from './chart-option';
import classes from './ScoreChart.module.css';

type ChartCanvasProps = {
  lines: readonly ChartLine[];
  frame: ChartFrame;
  focused: number | undefined;
  label: string;
};

/** ECharts is loaded when a chart first comes into view. */
export function ChartCanvas({ lines, frame, focused, label }: ChartCanvasProps) {
  const element = useRef<HTMLDivElement>(null);
  const [chart, setChart] = useState<Chart>();
  const scheme = useComputedColorScheme('dark');

  useEffect(() => {
    const target = element.current;
    if (!target) return;
    let made: Chart | undefined;
    let gone = false;
    const resized = new ResizeObserver(() => made?.resize());
    const seen = new IntersectionObserver(async ([entry]) => {
      if (!entry?.isIntersecting) return;
      seen.disconnect();
      const { startChart } = await import('./chart-engine');
      if (gone) return;
      made = startChart(target);
      resized.observe(target);
      setChart(made);
    });
    seen.observe(target);
    return () => {
      gone = true;
      seen.disconnect();
      resized.disconnect();
      made?.dispose();
      setChart(undefined);
    };
  }, []);

  // biome-ignore lint/correctness/useExhaustiveDependencies: the scheme decides what the variables are
  useEffect(() => {
    if (!chart || !element.current) return;
    const styles = getComputedStyle(element.current);
    const colourOf = (variable: string) => styles.getPropertyValue(variable).trim();
    chart.setOption(chartOption(lines, frame, resolving(colourOf)), { replaceMerge: ['series'] });
  }, [chart, lines, frame, scheme]);

  useEffect(() => {
    if (focused === undefined) return;
    chart?.dispatchAction({ type: 'highlight', seriesId: String(focused) });
    return () => chart?.dispatchAction({ type: 'downplay', seriesId: String(focused) });
  }, [chart, focused]);

  return <div ref={element} className={classes.canvas} role="img" aria-label={label} />;
}

// Variables may refer to other variables; a canvas needs the resolved colour.
const resolving =
  (read: (variable: string) => string) =>
  (variable: string): string => {
    let value = read(variable);
    for (let depth = 0; depth < 4 && value.startsWith('var('); depth += 1) value = read(value.slice(4, -1));
    return value;
  };
