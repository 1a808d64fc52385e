import { createPortal } from 'react-dom';
import { useText } from '../../i18n/use-text';
import { formatTime, zoneName } from '../../ui/format-time';
import classes from './BoardPrint.module.css';
import { type BoardDivision, bloodCounts, type Row } from './board-rows';
import { usePrinting } from './use-printing';

type BoardPrintProps = {
  title: string;
  asOf: number;
  rows: readonly Row[];
  divisions: ReadonlyMap<number, BoardDivision>;
};

/** All rows on paper, in place of the part that the screen shows. */
export function BoardPrint(props: BoardPrintProps) {
  return usePrinting() ? createPortal(<PrintedBoard {...props} />, document.body) : null;
}

function PrintedBoard({ title, asOf, rows, divisions }: BoardPrintProps) {
  const t = useText('scoreboard');
  const nameOf = (division: BoardDivision | undefined) =>
    division?.kind ? `${division.name} (${t(`ui.kind.${division.kind}`)})` : (division?.name ?? '');
  return (
    <div className={classes.paper}>
      <h1>{title}</h1>
      <p>
        {t('scoreboard.asOf')} {formatTime(asOf, 'moment')} {zoneName(asOf)}
      </p>
      <table>
        <thead>
          <tr>
            <th>{t('scoreboard.column.rank')}</th>
            <th className={classes.name}>{t('scoreboard.column.team')}</th>
            {divisions.size > 0 && <th className={classes.name}>{t('scoreboard.filter.division')}</th>}
            <th>{t('scoreboard.column.solved')}</th>
            <th>{t('scoreboard.column.bloods')}</th>
            <th>{t('scoreboard.column.last')}</th>
            <th>{t('scoreboard.column.score')}</th>
          </tr>
        </thead>
        <tbody>
          {rows.map((row) => (
            <tr key={row.id}>
              <td>{row.rank || '–'}</td>
              <td className={classes.name}>{row.name}</td>
              {divisions.size > 0 && (
                <td className={classes.name}>
                  {row.divisionId !== null && `${nameOf(divisions.get(row.divisionId))} #${row.divisionRank ?? '–'}`}
                </td>
              )}
              <td>{row.solvedCount}</td>
              <td>{bloodCounts(row).join(' / ')}</td>
              <td>{row.lastSubmissionTime > 0 ? formatTime(row.lastSubmissionTime, 'short') : '–'}</td>
              <td>{row.score}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}
