import { useText } from '../../i18n/use-text';
import { tableClasses } from '../../ui/DataTable';
import classes from './Accounts.module.css';
import { type ImportRow, importColumns } from './import-rows';

/** The wrong lines come first; so many lines are enough to see whether the columns are right. */
const shownMax = 50;

type ImportPreviewProps = {
  rows: ImportRow[];
  /** Indexes of rows whose name or address the server found taken. */
  taken: Set<number>;
  wrong: number;
};

export function ImportPreview({ rows, taken, wrong }: ImportPreviewProps) {
  const t = useText('account-admin');
  const errorsOf = (row: ImportRow) =>
    taken.has(rows.indexOf(row)) ? [...row.errors, t('account-admin.import.taken')] : row.errors;
  const isWrong = (row: ImportRow) => row.errors.length > 0 || taken.has(rows.indexOf(row));
  const made = rows.filter(({ hasPassword }) => !hasPassword).length;
  const shown = [...rows.filter(isWrong), ...rows.filter((row) => !isWrong(row))].slice(0, shownMax);
  return (
    <>
      <p role="status" className={tableClasses.dimmed}>
        {t('account-admin.import.lines', { count: rows.length })}
        {made > 0 && ` ${t('account-admin.import.made', { number: made })}`}
        {wrong > 0 && ` ${t('account-admin.import.wrong', { count: wrong })}`}
      </p>
      {/* biome-ignore lint/a11y/noNoninteractiveTabindex: a region that scrolls has to be reached with the keyboard */}
      <section className={classes.preview} tabIndex={0} aria-label={t('account-admin.import.preview')}>
        <table>
          <thead>
            <tr>
              <th scope="col">{t('account-admin.import.line')}</th>
              {importColumns.map((column) => (
                <th key={column} scope="col">
                  {t(`account-admin.field.${column}`)}
                </th>
              ))}
            </tr>
          </thead>
          <tbody>
            {shown.map((row) =>
              isWrong(row) ? (
                <tr key={row.line} data-wrong>
                  <td className="figures">{row.line}</td>
                  <td colSpan={importColumns.length}>
                    {row.values.userName} {errorsOf(row).join(' · ')}
                  </td>
                </tr>
              ) : (
                <tr key={row.line}>
                  <td className="figures">{row.line}</td>
                  {importColumns.map((column) => (
                    <td key={column}>{column === 'password' ? '••••••' : row.values[column]}</td>
                  ))}
                </tr>
              ),
            )}
          </tbody>
        </table>
      </section>
    </>
  );
}
