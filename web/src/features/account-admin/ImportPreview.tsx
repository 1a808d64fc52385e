import { useText } from '../../i18n/use-text';
import { tableClasses } from '../../ui/DataTable';
import { PreviewTable } from '../../ui/PreviewTable';
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
      <PreviewTable
        label={t('account-admin.import.preview')}
        head={[t('account-admin.import.line'), ...importColumns.map((column) => t(`account-admin.field.${column}`))]}
      >
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
      </PreviewTable>
    </>
  );
}
