import { useMergedRef } from '@mantine/hooks';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';
import { useText } from '../../i18n/use-text';
import { ChartMoment } from './ChartMoment';
import { ChartPlot } from './ChartPlot';
import type { ChartLine } from './chart-lines';
import { type ChartBox, type ChartRange, clampRange, moveRange, zoomRange } from './chart-scale';
import classes from './StepChart.module.css';
import { type ChartTimes, usePlot } from './use-plot';

type StepChartProps = {
  lines: readonly ChartLine[];
  times: ChartTimes;
  /** The zoomed part of the time axis. */
  range: ChartRange | undefined;
  onRange: (range: ChartRange | undefined) => void;
  focused: number | undefined;
  label: string;
  /** Pixels; projectors need more. */
  textSize?: number;
  children?: ReactNode;
};

const shortestDrag = 6;

/** A chart that is zoomed and read by pointer and keys. */
export function StepChart(props: StepChartProps) {
  const { lines, times, range, onRange, focused, label, textSize, children } = props;
  const t = useText('scoreboard');
  const { ref, plot } = usePlot({ lines, times, range, textSize });
  const { box, scale, range: shown } = plot;
  const limits = { from: times.start, to: times.end };
  const pointer = useChartPointer({ box, shown, limits, onRange, timeAt: scale.timeAt });
  const element = useMergedRef(ref, pointer.element);

  const onKeyDown = (event: KeyboardEvent) => {
    const acts: Record<string, () => ChartRange | undefined> = {
      '+': () => zoomRange(shown, limits, 0.6),
      '=': () => zoomRange(shown, limits, 0.6),
      '-': () => zoomRange(shown, limits, 1 / 0.6),
      ArrowLeft: () => moveRange(shown, limits, -0.2),
      ArrowRight: () => moveRange(shown, limits, 0.2),
      '0': () => undefined,
    };
    const act = acts[event.key];
    if (!act || event.ctrlKey || event.metaKey || event.altKey || event.target !== event.currentTarget) return;
    event.preventDefault();
    onRange(act());
  };

  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this is a picture that can be zoomed
    <div
      className={classes.frame}
      role="group"
      aria-label={t('scoreboard.chart.zoom')}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: it is zoomed by keys
      tabIndex={0}
      onKeyDown={onKeyDown}
    >
      <div ref={element} className={classes.plot} {...pointer.handlers}>
        <ChartPlot {...plot} {...{ label, focused }} />
        {pointer.drag && (
          <span className={classes.drag} style={{ top: box.top, height: box.height, ...pointer.drag }} />
        )}
        {pointer.at !== undefined && !pointer.drag && (
          <ChartMoment
            lines={lines}
            time={Math.min(scale.timeAt(pointer.at), times.until)}
            x={Math.min(pointer.at, scale.x(times.until))}
            flip={pointer.at > plot.width / 2}
            top={box.top}
            height={box.height}
          />
        )}
      </div>
      {children}
    </div>
  );
}

type PointerInput = {
  box: ChartBox;
  shown: ChartRange;
  limits: ChartRange;
  onRange: (range: ChartRange | undefined) => void;
  timeAt: (x: number) => number;
};

/** From the left edge in the pixels of the element itself, which stands on a zoomed page in large windows. */
function xIn(element: HTMLElement, clientX: number): number {
  const { left, width } = element.getBoundingClientRect();
  return (clientX - left) * (width ? element.offsetWidth / width : 1);
}

/** Hover, a dragged range, the wheel, and a double click for the whole. */
function useChartPointer(input: PointerInput) {
  const latest = useRef(input);
  latest.current = input;
  const element = useRef<HTMLDivElement>(null);
  /** Without a modifier the wheel scrolls the page, until the chart was pressed. */
  const active = useRef(false);
  const [at, setAt] = useState<number>();
  const [from, setFrom] = useState<number>();

  useEffect(() => {
    const target = element.current;
    const onWheel = (event: WheelEvent) => {
      if (!active.current && !event.ctrlKey && !event.metaKey) return;
      event.preventDefault();
      const { shown, limits, onRange, timeAt } = latest.current;
      const x = target ? xIn(target, event.clientX) : 0;
      onRange(zoomRange(shown, limits, event.deltaY > 0 ? 1.25 : 0.8, timeAt(x)));
    };
    // React listens passively, which cannot keep the page from scrolling.
    target?.addEventListener('wheel', onWheel, { passive: false });
    return () => target?.removeEventListener('wheel', onWheel);
  }, []);

  const xOf = (event: React.PointerEvent<HTMLElement>) => {
    const { left, width } = input.box;
    return Math.max(left, Math.min(xIn(event.currentTarget, event.clientX), left + width));
  };
  const end = () => {
    if (from !== undefined && at !== undefined && Math.abs(at - from) > shortestDrag) {
      const times = [input.timeAt(from), input.timeAt(at)].sort((a, b) => a - b) as [number, number];
      input.onRange(clampRange({ from: times[0], to: times[1] }, input.limits));
    }
    setFrom(undefined);
  };
  const isDragged = from !== undefined && at !== undefined && Math.abs(at - from) > shortestDrag;
  return {
    element,
    at,
    drag: isDragged ? { left: Math.min(from, at), width: Math.abs(at - from) } : undefined,
    handlers: {
      onPointerMove: (event: React.PointerEvent<HTMLElement>) => setAt(xOf(event)),
      onPointerDown: (event: React.PointerEvent<HTMLElement>) => {
        if (event.button !== 0) return;
        active.current = true;
        event.currentTarget.setPointerCapture?.(event.pointerId);
        setFrom(xOf(event));
        setAt(xOf(event));
      },
      onPointerUp: end,
      onPointerCancel: () => setFrom(undefined),
      onPointerLeave: () => {
        active.current = false;
        setAt(undefined);
      },
      onDoubleClick: () => input.onRange(undefined),
    },
  };
}
