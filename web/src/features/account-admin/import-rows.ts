import { AdminUserImportBody, importedAccountsMax } from '@vexil/contract/account-admin';
import type { OwnField } from '@vexil/db/enums/own-field';
import { readFieldValues } from '@vexil/rules/own-field-input.rules';
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
type Answers = NonNullable<ImportedAccount['fields']>;

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

const yes = /^(true|yes|y|1|x|ja|oui|sí|si|да|はい|예|ya|có|是)$/i;
const no = /^(false|no|n|0|nein|non|нет|いいえ|아니요|tidak|không|否)$/i;

/** undefined for an empty cell. */
function answerIn(cell: string, { kind }: OwnField): string | boolean | undefined {
  const text = cell.trim();
  if (text === '') return undefined;
  return kind !== 'YesNo' ? text : yes.test(text) ? true : no.test(text) ? false : text;
}

/** Rows with what is wrong in each; the server has the last word about names that are taken. */
export function readImport(text: string, t: T, asked: readonly OwnField[] = []): ReadImport {
  const [head = [], ...lines] = parseCsv(text);
  const columns = head.map(columnOf);
  // A field may have the name of one of ours, which then is meant.
  const named = new Map(asked.map((field) => [field.name.toLowerCase(), field]));
  const fields = head.flatMap((name, at) => {
    const field = columns[at] ? undefined : named.get(name.trim().toLowerCase());
    return field ? [{ at, field }] : [];
  });
  const isKnown = (index: number) => columns[index] !== undefined || fields.some(({ at }) => at === index);
  const missing = needed.filter((column) => !columns.includes(column));
  const unknown = head.filter((_, index) => !isKnown(index) && head[index] !== '');
  const rows = lines.map((cells, index): ImportRow => {
    const values = Object.fromEntries(
      columns.flatMap((column, at) => (column && cells[at] ? [[column, cells[at]]] : [])),
    ) as Partial<ImportedAccount>;
    const hasPassword = values.password !== undefined;
    const answers: Answers = Object.fromEntries(
      fields.flatMap(({ at, field }) => {
        const answer = answerIn(cells[at] ?? '', field);
        return answer === undefined ? [] : [[field.id, answer]];
      }),
    );
    const full = {
      ...{ userName: '', email: '', password: makePassword(), ...values },
      ...(Object.keys(answers).length > 0 && { fields: answers }),
    };
    const errors = missing.length > 0 ? [] : [...findErrors(full, t), ...wrongAnswers(asked, answers, t)];
    return { line: index + 2, values: full, hasPassword, errors };
  });
  markTwice(rows, t);
  return { rows, unknown, missing, isTooLong: rows.length > importedAccountsMax };
}

function wrongAnswers(asked: readonly OwnField[], answers: Answers, t: T): string[] {
  const { refusal } = readFieldValues(asked, answers, { isWhole: false });
  return refusal ? [`${refusal.name}: ${t('ui.invalid.value')}`] : [];
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
