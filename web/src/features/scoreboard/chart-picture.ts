// Loaded when a picture is asked for.

import { saveFile } from '../../ui/save-file';
import type { ChartLine } from './chart-lines';
import { type ChartRange, chartScale, scoreRange, scoreTicks, stepPath, timeLabel, timeTicks } from './chart-scale';
import { scoreAt } from './score-history';
import type { ChartTimes } from './use-plot';

type Picture = {
  title: string;
  lines: readonly ChartLine[];
  times: ChartTimes;
  range: ChartRange | undefined;
  language: string;
  now: string;
  freeze: string;
};

const size = { width: 1600, height: 900 };
const box = { left: 96, top: 104, width: 1120, height: 720 };
const rowHeight = 40;

/** Saves the chart as a PNG file in the colours of the page. */
export async function savePicture(element: HTMLElement, picture: Picture): Promise<void> {
  const canvas = document.createElement('canvas');
  canvas.width = size.width;
  canvas.height = size.height;
  const context = canvas.getContext('2d');
  if (!context) throw new Error('This browser draws no pictures');
  paint(context, picture, readStyles(element));
  const blob = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  if (!blob) throw new Error('The picture could not be encoded');
  saveFile(blob, `${picture.title.replace(/[^\p{L}\p{N}]+/gu, '-').replace(/^-|-$/g, '') || 'scoreboard'}.png`);
}

type Styles = { colour: (variable: string) => string; font: string };

/** Variables may refer to other variables; a canvas needs the resolved colour. */
function readStyles(element: HTMLElement): Styles {
  const styles = getComputedStyle(element);
  const colour = (variable: string): string => {
    let value = styles.getPropertyValue(variable).trim();
    for (let depth = 0; depth < 4 && value.startsWith('var('); depth += 1) {
      value = styles.getPropertyValue(value.slice(4, -1)).trim();
    }
    return value;
  };
  return { colour, font: styles.fontFamily };
}

function paint(context: CanvasRenderingContext2D, picture: Picture, styles: Styles): void {
  const { title, lines, times, language } = picture;
  const { colour, font } = styles;
  const range = picture.range ?? { from: times.start, to: times.end };
  const scores = scoreRange(
    lines.map(({ history }) => history),
    range,
    picture.range === undefined,
  );
  const scale = chartScale(box, range, scores);
  const text = (words: string, x: number, y: number, style: string, align: CanvasTextAlign = 'left', weight = 400) => {
    context.font = `${weight} ${y < box.top - 20 ? 36 : 20}px ${font}`;
    context.textAlign = align;
    context.fillStyle = colour(style);
    context.fillText(words, x, y);
  };
  context.fillStyle = colour('--color-panel');
  context.fillRect(0, 0, size.width, size.height);
  text(title, 40, 60, '--color-text', 'left', 600);

  context.lineWidth = 1;
  for (const tick of scoreTicks(scores, 6)) {
    stroke(context, `M${box.left} ${scale.y(tick)}H${box.left + box.width}`, colour('--color-line'));
    text(String(tick), box.left - 14, scale.y(tick) + 7, '--color-faint', 'right');
  }
  for (const tick of timeTicks(range, 8)) {
    const label = timeLabel(tick, range.to - range.from, language);
    text(label, scale.x(tick), box.top + box.height + 36, '--color-faint', 'center');
  }
  const mark = (time: number, name: string, style: string, atFoot: boolean) => {
    if (time < range.from || time > range.to) return;
    context.setLineDash([4, 6]);
    stroke(context, `M${scale.x(time)} ${box.top - 10}V${box.top + box.height}`, colour(style));
    if (atFoot) text(name, scale.x(time) + 8, box.top + box.height - 8, style, 'left');
    else text(name, scale.x(time) - 8, box.top + 8, style, 'right');
  };
  for (const { pausedAt, resumedAt } of times.pauses ?? []) {
    const [from, to] = [Math.max(range.from, pausedAt), Math.min(range.to, resumedAt ?? times.until)];
    if (from >= to) continue;
    context.globalAlpha = 0.16;
    context.fillStyle = colour('--color-warning');
    context.fillRect(scale.x(from), box.top, scale.x(to) - scale.x(from), box.height);
    context.globalAlpha = 1;
  }
  if (times.running) mark(times.until, picture.now, '--color-dimmed', true);
  if (times.freeze !== null) mark(times.freeze, picture.freeze, '--color-info', false);

  for (const line of [...lines].sort((a, b) => Number(a.own) - Number(b.own))) {
    context.lineWidth = line.own ? 6 : 3;
    context.setLineDash(line.dashed ? [10, 6] : []);
    stroke(context, stepPath(line.history, range, times.until, scale), colour(line.colour));
  }
  context.setLineDash([]);
  const last = Math.min(range.to, times.until);
  const named = lines.map((line) => ({ line, score: scoreAt(line.history, last) })).sort((a, b) => b.score - a.score);
  named.forEach(({ line, score }, index) => {
    const y = box.top + 20 + index * rowHeight;
    context.fillStyle = colour(line.colour);
    context.fillRect(1244, y - 10, 28, line.own ? 8 : 4);
    text(fitted(context, line.name, 190), 1288, y, '--color-text', 'left', line.own ? 700 : 400);
    text(String(score), 1560, y, '--color-text', 'right', line.own ? 700 : 400);
  });
}

function stroke(context: CanvasRenderingContext2D, path: string, style: string): void {
  context.strokeStyle = style;
  context.stroke(new Path2D(path));
}

function fitted(context: CanvasRenderingContext2D, words: string, width: number): string {
  let fit = words;
  while (fit.length > 1 && context.measureText(fit).width > width) fit = `${fit.slice(0, -2)}…`;
  return fit;
}
