import type { ChartOption } from './chart-engine';
import type { ChartLine } from './chart-lines';
import { scoreAt } from './score-history';

export type ChartFrame = {
  start: number;
  end: number;
  /** End of the lines: now, or the end of the game. */
  until: number;
  running: boolean;
  nowLabel: string;
  /** Fewer labels on small screens. */
  compact: boolean;
  formatAxis: (time: number) => string;
  formatMoment: (time: number) => string;
};

/** Current values of the CSS variables, which a canvas cannot use. */
export type ReadColour = (variable: string) => string;

/** Each line carries its team's id, so that updates animate the right line. */
export function chartOption(lines: readonly ChartLine[], frame: ChartFrame, colourOf: ReadColour): ChartOption {
  const text = { color: colourOf('--color-faint'), fontSize: 11, fontFamily: colourOf('--mantine-font-family') };
  return {
    animation: false,
    grid: { top: 12, right: frame.compact ? 8 : 20, bottom: 24, left: frame.compact ? 40 : 52 },
    xAxis: {
      type: 'time',
      min: frame.start,
      max: frame.end,
      splitNumber: frame.compact ? 3 : 8,
      axisLine: { lineStyle: { color: colourOf('--color-line-strong') } },
      axisTick: { show: false },
      axisLabel: { ...text, hideOverlap: true, formatter: frame.formatAxis },
      splitLine: { show: false },
      axisPointer: { snap: false },
    },
    yAxis: {
      type: 'value',
      min: 0,
      minInterval: 1,
      splitNumber: frame.compact ? 3 : 4,
      axisLabel: text,
      splitLine: { lineStyle: { color: colourOf('--color-line') } },
    },
    tooltip: {
      trigger: 'axis',
      confine: true,
      padding: 0,
      borderWidth: 0,
      backgroundColor: 'transparent',
      extraCssText: 'box-shadow:none',
      axisPointer: { type: 'line', lineStyle: { color: colourOf('--color-dimmed'), type: 'dashed', width: 1 } },
      formatter: (params: unknown) => describeMoment(params, lines, frame, colourOf),
    },
    series: [...lines.map((line) => lineSeries(line, frame, colourOf)), nowSeries(frame, colourOf)],
  };
}

function lineSeries(line: ChartLine, { start, until }: ChartFrame, colourOf: ReadColour) {
  const colour = colourOf(line.colour);
  const points = line.history.filter(({ time }) => time <= until).map(({ time, score }) => [time, score]);
  const last = points.at(-1)?.[1] ?? 0;
  return {
    id: String(line.id),
    name: line.name,
    type: 'line' as const,
    step: 'end' as const,
    symbol: 'none',
    z: line.own ? 5 : 3,
    data: [[start, 0], ...points, [until, last]],
    lineStyle: { color: colour, width: line.own ? 3.5 : 1.75, type: line.dashed ? ([5, 3] as number[]) : undefined },
    itemStyle: { color: colour },
    emphasis: { focus: 'series' as const, lineStyle: { width: line.own ? 4 : 3 } },
    blur: { lineStyle: { opacity: 0.2 } },
  };
}

function nowSeries({ until, running, nowLabel, compact }: ChartFrame, colourOf: ReadColour) {
  const colour = colourOf('--color-dimmed');
  return {
    id: 'now',
    type: 'line' as const,
    data: [],
    silent: true,
    markLine: {
      silent: true,
      symbol: 'none',
      animation: false,
      lineStyle: { color: colour, type: 'dotted' as const, width: 1 },
      label: { show: !compact, formatter: nowLabel, color: colour, fontSize: 11, position: 'insideEndTop' as const },
      data: running ? [{ xAxis: until }] : [],
    },
  };
}

// Elements instead of HTML: team names are untrusted.
function describeMoment(params: unknown, lines: readonly ChartLine[], frame: ChartFrame, colourOf: ReadColour) {
  const first = (Array.isArray(params) ? params[0] : params) as { axisValue?: number } | undefined;
  const time = Math.min(Number(first?.axisValue ?? frame.until), frame.until);
  const box = element('div', {
    padding: '8px 12px',
    color: colourOf('--color-text'),
    background: colourOf('--color-raised'),
    border: `1px solid ${colourOf('--color-line-strong')}`,
    borderRadius: '8px',
    boxShadow: '0 8px 24px rgb(0 0 0 / 25%)',
    fontSize: '12px',
    lineHeight: '1.6',
  });
  box.append(element('div', { color: colourOf('--color-dimmed') }, frame.formatMoment(time)));
  const scores = lines.map((line) => ({ line, score: scoreAt(line.history, time) })).sort((a, b) => b.score - a.score);
  for (const { line, score } of scores) {
    const row = element('div', {
      display: 'flex',
      gap: '8px',
      alignItems: 'center',
      fontWeight: line.own ? '700' : '',
    });
    const style = `2px ${line.dashed ? 'dashed' : 'solid'} ${colourOf(line.colour)}`;
    row.append(element('span', { width: '14px', borderTop: style }));
    row.append(
      element('span', { flex: '1', maxWidth: '180px', overflow: 'hidden', textOverflow: 'ellipsis' }, line.name),
    );
    row.append(element('span', { fontVariantNumeric: 'tabular-nums', paddingLeft: '12px' }, String(score)));
    box.append(row);
  }
  return box;
}

function element(name: string, style: Partial<CSSStyleDeclaration>, text = ''): HTMLElement {
  const made = document.createElement(name);
  Object.assign(made.style, style);
  made.textContent = text;
  return made;
}
