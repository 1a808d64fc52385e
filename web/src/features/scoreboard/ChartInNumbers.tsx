import { useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import type { ChartLine } from './chart-lines';
import type { ChartRange } from './chart-scale';
import { scoreAt } from './score-history';

const quarters = [0.25, 0.5, 0.75, 1];

/** Text alternative of the chart: each team's score at four times of what it shows. */
export function ChartInNumbers({ lines, from, to }: ChartRange & { lines: readonly ChartLine[] }) {
  const t = useText('scoreboard');
  // At the start of the game they coincide.
  const times = [...new Set(quarters.map((part) => from + (to - from) * part))];
  return (
    <div className="visually-hidden">
      <table>
        <caption>{t('scoreboard.chart.title')}</caption>
        <thead>
          <tr>
            <th scope="col">{t('scoreboard.column.team')}</th>
            {times.map((time) => (
              <th key={time} scope="col">
                {formatTime(time, 'short')}
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
