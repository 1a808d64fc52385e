import { accent, states, surfaces, type Token } from '../../../web/src/theme/tokens';

interface PlotLine {
  label: string;
  points: { x: number; y: number }[];
}

export interface Panel {
  title: string;
  unit: string;
  lines: PlotLine[];
}

const width = 420;
const height = 300;
const margin = { left: 56, right: 18, top: 44, bottom: 84 };
const colours: Token[] = [accent, states.solved, states.warning, states.danger];

const escaped = (text: string) => text.replace(/[&<>]/g, (sign) => `&#${sign.charCodeAt(0)};`);
const number = (value: number) => (value >= 1000 ? `${value / 1000}k` : String(Number(value.toPrecision(2))));
const place = (value: number) => value.toFixed(1);

/** Powers of ten around the values: a power law is a straight line on these axes. */
function decades(values: readonly number[]): [number, number] {
  const used = values.filter((value) => value > 0);
  const low = Math.floor(Math.log10(Math.min(...used)));
  return [low, Math.max(low + 1, Math.ceil(Math.log10(Math.max(...used))))];
}

function drawPanel({ title, unit, lines }: Panel, left: number): string {
  const points = lines.flatMap((line) => line.points);
  const xs = [...new Set(points.map(({ x }) => x))].sort((a, b) => a - b);
  const [low, high] = decades(points.map(({ y }) => y));
  const [from, to] = [Math.log10(xs[0] ?? 1), Math.log10(xs.at(-1) ?? 10)];
  const inner = { width: width - margin.left - margin.right, height: height - margin.top - margin.bottom };
  const across = (x: number) =>
    left + margin.left + (to === from ? 0.5 : (Math.log10(x) - from) / (to - from)) * inner.width;
  const down = (y: number) => margin.top + (1 - (Math.log10(y) - low) / (high - low)) * inner.height;
  const steps = Array.from({ length: high - low + 1 }, (_, index) => 10 ** (low + index));
  return [
    `<text class="title" x="${left + margin.left}" y="20">${escaped(title)}</text>`,
    `<text class="small" x="${left + margin.left}" y="36">${escaped(unit)}</text>`,
    ...steps.map(
      (y) =>
        `<line class="grid" x1="${left + margin.left}" x2="${left + width - margin.right}" y1="${place(down(y))}" y2="${place(down(y))}"/>` +
        `<text class="small" text-anchor="end" x="${left + margin.left - 8}" y="${place(down(y) + 4)}">${number(y)}</text>`,
    ),
    ...xs.map(
      (x) =>
        `<text class="small" text-anchor="middle" x="${place(across(x))}" y="${height - margin.bottom + 18}">${number(x)}</text>`,
    ),
    `<text class="small" text-anchor="middle" x="${left + margin.left + inner.width / 2}" y="${height - margin.bottom + 36}">teams</text>`,
    ...lines.flatMap((line, index) => {
      const drawn = line.points.filter(({ y }) => y > 0);
      const path = drawn.map(({ x, y }) => `${place(across(x))},${place(down(y))}`).join(' ');
      const legend = {
        x: left + margin.left + (index % 2) * (inner.width / 2),
        y: height - 28 + Math.floor(index / 2) * 18,
      };
      return [
        `<polyline class="line c${index}" points="${path}"/>`,
        ...drawn.map(
          ({ x, y }) => `<circle class="dot c${index}" cx="${place(across(x))}" cy="${place(down(y))}" r="3"/>`,
        ),
        `<line class="line c${index}" x1="${legend.x}" x2="${legend.x + 18}" y1="${legend.y}" y2="${legend.y}"/>`,
        `<text class="small" x="${legend.x + 24}" y="${legend.y + 4}">${escaped(line.label)}</text>`,
      ];
    }),
  ].join('\n');
}

const rules = (scheme: keyof Token) => `
.page { fill: ${surfaces.panel[scheme]}; }
text { fill: ${surfaces.text[scheme]}; }
.small { fill: ${surfaces.dimmed[scheme]}; }
.grid { stroke: ${surfaces.line[scheme]}; }
${colours.map((colour, index) => `.line.c${index} { stroke: ${colour[scheme]}; } .dot.c${index} { fill: ${colour[scheme]}; }`).join('\n')}`;

/** Both axes are logarithmic; colours follow the reader's colour scheme. */
export function drawPlot(panels: readonly Panel[], description: string): string {
  const total = panels.length * width;
  return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${total} ${height}" width="${total}" height="${height}" role="img" aria-label="${escaped(description)}">
<style>
text { font: 13px system-ui, sans-serif; }
.title { font-size: 15px; font-weight: 600; }
.small { font-size: 12px; }
.line { fill: none; stroke-width: 2; }
${rules('light')}
@media (prefers-color-scheme: dark) {${rules('dark')}
}
</style>
<rect class="page" width="${total}" height="${height}" rx="8"/>
${panels.map((panel, index) => drawPanel(panel, index * width)).join('\n')}
</svg>
`;
}
