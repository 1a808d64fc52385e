import { type RefObject, useLayoutEffect, useRef, useState } from 'react';
import { useLanguage } from '../../i18n/use-text';
import type { ChartLine } from './chart-lines';
import { type ChartBox, type ChartRange, chartScale, scoreRange, scoreTicks } from './chart-scale';

/** Unix milliseconds. */
export type ChartTimes = {
  start: number;
  end: number;
  /** End of the lines: now, or the end of the game. */
  until: number;
  running: boolean;
  /** Null without a freeze. */
  freeze: number | null;
  /** When the game was paused. */
  pauses?: readonly { pausedAt: number; resumedAt: number | null }[] | undefined;
};

type PlotInput = {
  lines: readonly ChartLine[];
  times: ChartTimes;
  /** The zoomed part of the time axis. */
  range?: ChartRange | undefined;
  /** Pixels; projectors need more. */
  textSize?: number | undefined;
  /** Labels of the scale at most. */
  ticksMax?: number;
};

/** Where there is no layout. */
const fallback = { width: 640, height: 160 };
const smallText = 12;
/** Room for scores, names and times, as multiples of the size of the text. */
const room = { scores: 4, names: 11.3, times: 2 };
const topRoom = 10;

/** What a chart draws in the element that is measured. */
export function usePlot({ lines, times, range, textSize = smallText, ticksMax = 5 }: PlotInput) {
  const language = useLanguage();
  const ref = useRef<HTMLDivElement>(null);
  const [width, height] = useSize(ref);
  const shown = range ?? { from: times.start, to: times.end };
  const wide = width >= 560;
  const left = room.scores * textSize;
  // Names stand where the lines end, so they need room of their own only at the right end of the plot.
  const drawn = Math.min(1, Math.max(0.01, (times.until - shown.from) / (shown.to - shown.from)));
  const widthForNames = wide ? (width - left - room.names * textSize) / drawn : width;
  const box: ChartBox = {
    left,
    top: topRoom,
    width: Math.max(40, Math.min(width - left - 12, widthForNames)),
    height: Math.max(24, height - topRoom - room.times * textSize),
  };
  const histories = lines.map(({ history }) => history);
  const scores = scoreRange(histories, shown, range === undefined);
  const ticks = scoreTicks(scores, Math.min(ticksMax - 1, Math.floor(box.height / (2.5 * textSize))));
  const scale = chartScale(box, shown, scores);
  return { ref, plot: { lines, times, range: shown, box, scale, ticks, language, width, height, wide, textSize } };
}

/** Known before the first picture, which would be drawn twice otherwise. */
function useSize(ref: RefObject<HTMLElement | null>): [width: number, height: number] {
  const [width, setWidth] = useState(0);
  const [height, setHeight] = useState(0);
  useLayoutEffect(() => {
    const element = ref.current;
    if (!element) return;
    const measure = () => {
      setWidth(element.offsetWidth);
      setHeight(element.offsetHeight);
    };
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [ref]);
  return [width || fallback.width, height || fallback.height];
}

export type Plot = ReturnType<typeof usePlot>['plot'];
