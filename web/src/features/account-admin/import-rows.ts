import { AdminUserImportBody, importedAccountsMax } from '@vexil/contract/account-admin';
import { isStrongPassword } from '@vexil/rules/password.rules';
import type { BaseFeature, Translate } from '../../i18n/texts';
import { describeIssue } from '../../ui/describe-issue';
import { parseCsv } from '../../ui/read-csv';
import type { ImportedAccount } from './account-admin.queries';
import { makePassword } from './make-password';

type T = Translate<'account-admin' | BaseFeature>;

export const importColumns = [
  'userName',
  'email',
  'password',
  'realName',
  'stdNumber',
  'phone',
  'teamName',
] as const satisfies readonly (keyof ImportedAccount)[];
type Column = (typeof importColumns)[number];

export type ImportRow = {
  /** In the file, from 1. */
  line: number;
  values: ImportedAccount;
  /** Otherwise one was made. */
  hasPassword: boolean;
  errors: string[];
};

/** Names that spreadsheets of schools and other platforms give their columns. */
const aliases: Record<Column, RegExp> = {
  userName: /^(user|login|account|nick)?_?(name)?$/,
  email: /^(e_?)?mail(_?address)?$/,
  password: /^(password|pass|pwd)$/,
  realName: /^(real|full)_?name$/,
  stdNumber: /^(std|student)_?(number|id|no)$/,
  phone: /^(phone|mobile|tel)(_?number)?$/,
  teamName: /^team(_?name)?$/,
};

const columnOf = (head: string): Column | undefined => {
  const name = head
    .trim()
    .toLowerCase()
    .replace(/[\s-]+/g, '_');
  return name === '' ? undefined : importColumns.find((column) => aliases[column].test(name));
};

export type ReadImport = { rows: ImportRow[]; unknown: string[]; missing: Column[]; isTooLong: boolean };

const needed = ['userName', 'email'] as const;

/** Rows with what is wrong in each; the server has the last word about names that are taken. */
export function readImport(text: string, t: T): ReadImport {
  const [head = [], ...lines] = parseCsv(text);
  const columns = head.map(columnOf);
  const missing = needed.filter((column) => !columns.includes(column));
  const unknown = head.filter((_, index) => columns[index] === undefined && head[index] !== '');
  const rows = lines.map((cells, index): ImportRow => {
    const values = Object.fromEntries(
      columns.flatMap((column, at) => (column && cells[at] ? [[column, cells[at]]] : [])),
    ) as Partial<ImportedAccount>;
    const hasPassword = values.password !== undefined;
    const full = { userName: '', email: '', password: makePassword(), ...values };
    return { line: index + 2, values: full, hasPassword, errors: missing.length > 0 ? [] : findErrors(full, t) };
  });
  markTwice(rows, t);
  return { rows, unknown, missing, isTooLong: rows.length > importedAccountsMax };
}

function findErrors(values: ImportedAccount, t: T): string[] {
  const issues = AdminUserImportBody.element.safeParse(values).error?.issues ?? [];
  const found = issues.map((issue) => {
    const column = String(issue.path[0]) as Column;
    return `${t(`account-admin.field.${column}`)}: ${describeIssue(issue, values[column], t)}`;
  });
  const isWeak = !isStrongPassword(values.password);
  return isWeak ? [...found, t('account-admin.import.weak')] : found;
}

function markTwice(rows: ImportRow[], t: T): void {
  for (const column of ['userName', 'email'] as const) {
    const lines = new Map<string, number>();
    for (const row of rows) {
      const key = row.values[column].toLowerCase();
      const first = lines.get(key);
      if (key === '') continue;
      if (first === undefined) lines.set(key, row.line);
      else row.errors.push(t('account-admin.import.twice', { field: t(`account-admin.field.${column}`), line: first }));
    }
  }
}
