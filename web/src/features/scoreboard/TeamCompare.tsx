import { useText } from '../../i18n/use-text';
import { formatTime } from '../../ui/format-time';
import { LinkAnchor } from '../../ui/links';
import { bloodCounts, type Row } from './board-rows';
import type { ChartLine } from './chart-lines';
import { LineSample } from './LineSample';
import classes from './TeamPage.module.css';

type TeamCompareProps = { gameId: number; lines: readonly ChartLine[]; rows: readonly Row[] };

/** The figures of the picked teams beside each other. */
export function TeamCompare({ gameId, lines, rows }: TeamCompareProps) {
  const t = useText('scoreboard');
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: what scrolls must be reachable by keys
    <section className={classes.scroll} tabIndex={0} aria-label={t('scoreboard.team.compare')}>
      <table className={classes.table}>
        <thead>
          <tr>
            <th scope="col">{t('scoreboard.column.team')}</th>
            {(['rank', 'score', 'solved', 'bloods', 'last'] as const).map((column) => (
              <th key={column} scope="col">
                {t(`scoreboard.column.${column}`)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => {
            const line = lines.find(({ id }) => id === row.id);
            return (
              <tr key={row.id}>
                <th scope="row">
                  {line && <LineSample line={line} />}{' '}
                  <LinkAnchor className="text-14" to="/games/$id/teams/$teamId" params={{ id: gameId, teamId: row.id }}>
                    {row.name}
                  </LinkAnchor>
                </th>
                <td>{row.rank || '–'}</td>
                <td>{row.score}</td>
                <td>{row.solvedCount}</td>
                <td>{bloodCounts(row).join(' / ')}</td>
                <td>{row.lastSubmissionTime > 0 ? formatTime(row.lastSubmissionTime, 'short') : '–'}</td>
              </tr>
            );
          })}
        </tbody>
      </table>
    </section>
  );
}
