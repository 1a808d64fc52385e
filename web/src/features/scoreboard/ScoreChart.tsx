import { IconX } from '@tabler/icons-react';
import { useMemo, useState } from 'react';
import { useLanguage, useText } from '../../i18n/use-text';
import { formatTime, zoneName } from '../../ui/format-time';
import { ChartCanvas } from './ChartCanvas';
import type { ChartLine } from './chart-lines';
import type { ChartFrame } from './chart-option';
import classes from './ScoreChart.module.css';
import { scoreAt } from './score-history';

type ScoreChartProps = {
  lines: readonly ChartLine[];
  start: number;
  end: number;
  until: number;
  running: boolean;
  compact: boolean;
  /** Whether the teams were selected by hand; shows a button back to the top ten. */
  comparing: boolean;
  onClearCompare: () => void;
  onRemove: (teamId: number) => void;
};

const dayMs = 86_400_000;

export function ScoreChart(props: ScoreChartProps) {
  const { lines, start, end, until, running, compact, comparing, onClearCompare, onRemove } = props;
  const t = useText('scoreboard');
  const language = useLanguage();
  const [hidden, setHidden] = useState<ReadonlySet<number>>(new Set());
  const [focused, setFocused] = useState<number>();
  const visible = useMemo(() => lines.filter(({ id }) => !hidden.has(id)), [lines, hidden]);

  const frame = useMemo<ChartFrame>(
    () => ({
      start,
      end,
      until,
      running,
      compact,
      nowLabel: t('scoreboard.chart.now'),
      formatAxis: (time) => axisLabel(time, end - start, language),
      formatMoment: (time) => `${formatTime(time, 'short', language)} ${zoneName(time, language)}`,
    }),
    [start, end, until, running, compact, t, language],
  );
  const toggle = (id: number) =>
    setHidden((before) => new Set(before.has(id) ? [...before].filter((other) => other !== id) : [...before, id]));
  const leader = lines[0];
  const label = leader
    ? t('scoreboard.chart.summary', { count: lines.length, team: leader.name, score: leader.score })
    : t('scoreboard.chart.title');

  return (
    <section className={classes.chart} aria-label={t('scoreboard.chart.title')}>
      <ChartCanvas lines={visible} frame={frame} focused={focused} label={label} />
      <div className={classes.side}>
        {comparing && (
          <button type="button" className={classes.back} onClick={onClearCompare}>
            {t('scoreboard.compare.clear')}
            <IconX size={14} stroke={2} aria-hidden />
          </button>
        )}
        <ul
          className={classes.legend}
          aria-label={t('scoreboard.chart.legend')}
          onPointerLeave={() => setFocused(undefined)}
        >
          {lines.map((line) => (
            <li key={line.id} onPointerEnter={() => setFocused(line.id)}>
              <button
                type="button"
                className={classes.entry}
                aria-pressed={!hidden.has(line.id)}
                data-own={line.own || undefined}
                onClick={() => toggle(line.id)}
                onFocus={() => setFocused(line.id)}
                onBlur={() => setFocused(undefined)}
              >
                <svg viewBox="0 0 18 10" width="18" height="10" aria-hidden style={{ color: `var(${line.colour})` }}>
                  <path d="M1 5h16" strokeDasharray={line.dashed ? '5 3' : undefined} />
                </svg>
                <span className={classes.name}>{line.name}</span>
                <span className="figures">{line.score}</span>
              </button>
              {comparing && !line.own && (
                <button
                  type="button"
                  className={classes.remove}
                  aria-label={t('scoreboard.compare.remove', { team: line.name })}
                  onClick={() => onRemove(line.id)}
                >
                  <IconX size={14} stroke={2} />
                </button>
              )}
            </li>
          ))}
        </ul>
      </div>
      <ChartInNumbers lines={lines} start={start} until={until} />
    </section>
  );
}

/** Hours for games up to two days, days for longer ones. */
function axisLabel(time: number, span: number, language: string): string {
  const date = new Date(time);
  const midnight = date.getHours() === 0 && date.getMinutes() === 0;
  if (span > 4 * dayMs || midnight) {
    return new Intl.DateTimeFormat(language, { month: 'short', day: 'numeric' }).format(time);
  }
  return new Intl.DateTimeFormat(language, { hour: '2-digit', minute: '2-digit', hourCycle: 'h23' }).format(time);
}

const quarters = [0.25, 0.5, 0.75, 1];

/** Text alternative of the chart: each team's score at four times. */
function ChartInNumbers({ lines, start, until }: { lines: readonly ChartLine[]; start: number; until: number }) {
  const t = useText('scoreboard');
  const language = useLanguage();
  // At the start of the game they coincide.
  const times = [...new Set(quarters.map((part) => start + (until - start) * part))];
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t('scoreboard.chart.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scoreboard.column.team')}</th>
            {times.map((time) => (
              <th key={time} scope="col">
                {formatTime(time, 'short', language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ id, name, history }) => (
            <tr key={id}>
              <th scope="row">{name}</th>
              {times.map((time) => (
                <td key={time}>{scoreAt(history, time)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
