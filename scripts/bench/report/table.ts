import { type Budget, type Measure, passes, type RowResult } from '../rows/row';

const significant = (value: number) =>
  Math.abs(value) >= 100 ? value.toFixed(0) : Math.abs(value) >= 10 ? value.toFixed(1) : value.toFixed(2);

const sayBudget = (budget: Budget) => ('atLeast' in budget ? `≥ ${budget.atLeast}` : `≤ ${budget.atMost}`);

const mark = (measure: Measure) => ({ true: 'pass', false: 'FAIL', null: '' })[String(passes(measure)) as 'true'];

function pad(cells: readonly string[][]): string[] {
  const widths = cells[0]?.map((_, column) => Math.max(...cells.map((row) => row[column]?.length ?? 0))) ?? [];
  return cells.map((row) =>
    row
      .map((cell, column) => cell.padEnd(widths[column] ?? 0))
      .join('  ')
      .trimEnd(),
  );
}

/** Notes are below the table, numbered, because they are long. */
export function writeTable(results: readonly (Omit<RowResult, 'row'> & { row: string })[]): string {
  const notes: string[] = [];
  const cells = results.flatMap(({ row, measures, skipped, failure }) => {
    if (skipped !== undefined) return [[row, 'skipped', '', '', '', skipped]];
    if (failure !== undefined) return [[row, 'did not run', '', '', 'FAIL', failure.split('\n')[0] ?? '']];
    return measures.map((measure) => {
      const number = measure.note === '' ? '' : `[${notes.push(measure.note)}]`;
      const value = `${significant(measure.value)} ${measure.unit}`.trim();
      return [row, measure.what, value, measure.budgets.map(sayBudget).join(', '), mark(measure), number];
    });
  });
  const lines = pad([['row', 'what', 'value', 'budget', '', ''], ...cells]);
  return [...lines, '', ...notes.map((note, index) => `[${index + 1}] ${note}`)].join('\n');
}
