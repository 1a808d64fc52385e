import { useText } from '../../i18n/use-text';
import type { ChartLine } from './chart-lines';
import { spreadLabels, stepPath, timeLabel, timeTicks } from './chart-scale';
import classes from './StepChart.module.css';
import { scoreAt } from './score-history';
import type { Plot } from './use-plot';

type ChartPlotProps = Plot & {
  /** Empty where the name stands on what is around. */
  label: string;
  focused?: number | undefined;
  /** The teams whose lines are named and drawn in full; all without. */
  named?: ReadonlySet<number> | undefined;
};

export function ChartPlot(props: ChartPlotProps) {
  const { lines, times, range, box, scale, ticks, label, language, width, height, focused, named, textSize } = props;
  // From the middle of a letter to its base line.
  const drop = textSize / 3;
  const bottom = box.top + box.height;
  const right = box.left + box.width;
  return (
    <svg
      className={classes.svg}
      viewBox={`0 0 ${width} ${height}`}
      role={label ? 'img' : undefined}
      aria-label={label || undefined}
      aria-hidden={!label || undefined}
      style={{ fontSize: textSize }}
    >
      {ticks.map((tick) => (
        <g key={tick} className={classes.tick}>
          <path d={`M${box.left} ${scale.y(tick).toFixed(1)}H${right}`} />
          <text x={box.left - 8} y={scale.y(tick) + drop} textAnchor="end">
            {tick}
          </text>
        </g>
      ))}
      {timeTicks(range, Math.max(2, Math.floor(box.width / (8 * textSize)))).map((tick) => (
        <text key={tick} className={classes.time} x={scale.x(tick)} y={bottom + 1.5 * textSize} textAnchor="middle">
          {timeLabel(tick, range.to - range.from, language)}
        </text>
      ))}
      {/* The account's team comes last and lies above the others. */}
      {[...lines]
        .sort((a, b) => drawnLast(a, named) - drawnLast(b, named))
        .map((line) => (
          <path
            key={line.id}
            className={classes.line}
            d={stepPath(line.history, range, times.until, scale)}
            style={{ color: `var(${line.colour})` }}
            strokeDasharray={line.dashed ? '5 3' : undefined}
            data-own={line.own || undefined}
            data-focused={focused === line.id || undefined}
            data-blurred={(focused !== undefined && focused !== line.id) || undefined}
            data-faint={(named && !named.has(line.id)) || undefined}
          />
        ))}
      <Marks {...props} />
      {props.wide && <EndLabels {...props} />}
    </svg>
  );
}

const drawnLast = ({ own, id }: ChartLine, named: ReadonlySet<number> | undefined): number =>
  own ? 2 : Number(named?.has(id) ?? false);

/** The time of pauses, the freeze, and now, whose word stands below the names, where no line is. */
function Marks({ times, range, scale, box, textSize }: ChartPlotProps) {
  const t = useText('scoreboard');
  const isIn = (time: number) => time >= range.from && time <= range.to;
  const line = (time: number) => <path d={`M${scale.x(time).toFixed(1)} ${box.top - 4}V${box.top + box.height}`} />;
  const { freeze, running, until, pauses = [] } = times;
  return (
    <>
      {pauses.map(({ pausedAt, resumedAt }) => {
        const [from, to] = [Math.max(range.from, pausedAt), Math.min(range.to, resumedAt ?? until)];
        return (
          from < to && (
            <rect
              key={pausedAt}
              className={classes.gap}
              x={scale.x(from)}
              y={box.top}
              width={scale.x(to) - scale.x(from)}
              height={box.height}
            >
              <title>{t('ui.phase.Paused')}</title>
            </rect>
          )
        );
      })}
      {running && isIn(until) && (
        <g className={classes.mark} data-kind="now">
          {line(until)}
          <text x={scale.x(until) + 8} y={box.top + box.height - 2}>
            {t('scoreboard.chart.now')}
          </text>
        </g>
      )}
      {freeze !== null && isIn(freeze) && (
        <g className={classes.mark} data-kind="freeze">
          {line(freeze)}
          <text x={scale.x(freeze) - 4} y={box.top + textSize / 3} textAnchor="end">
            {t('scoreboard.chart.freeze')}
          </text>
        </g>
      )}
    </>
  );
}

const nameMax = 18;

function EndLabels({ lines, times, range, scale, box, focused, named, textSize }: ChartPlotProps) {
  const labelGap = textSize + 1;
  const last = Math.min(range.to, times.until);
  if (last < range.from) return null;
  const free = { ...box, height: box.height - (times.running ? 1.5 * textSize : 0) };
  const room = Math.max(1, Math.floor(free.height / labelGap) + 1);
  const ends = lines
    .filter(({ id }) => named?.has(id) ?? true)
    .map((line) => ({ line, score: scoreAt(line.history, last) }))
    .sort((a, b) => b.score - a.score);
  // Own team and leaders keep their names where not all fit.
  const kept = ends.filter(({ line }, index) => line.own || index < room - (ends[index]?.line.own ? 0 : 1));
  const heights = spreadLabels(
    kept.map(({ score }) => scale.y(score)),
    free,
    labelGap,
  );
  const labels = kept.map(({ line }, index) => (
    <text
      key={line.id}
      className={classes.label}
      x={scale.x(last) + 8}
      y={(heights[index] ?? 0) + textSize / 3}
      style={{ color: `var(${line.colour})` }}
      data-own={line.own || undefined}
      data-blurred={(focused !== undefined && focused !== line.id) || undefined}
    >
      {line.name.length > nameMax ? `${line.name.slice(0, nameMax - 1)}…` : line.name}
    </text>
  ));
  // The ground around a name covers the top of the name below it, not its own tails: g, j, y.
  return labels.reverse();
}
