// The tables of a CTFd export, read row by row: one of them may have hundreds of thousands of rows.

import { setImmediate } from 'node:timers/promises';
import type { Remark } from '@vexil/code/model';
import { type Findings, isMapping, issueRemark, Source, type Tree } from '@vexil/code/readers/source';
import { int32Max } from '@vexil/contract/wire';
import { z } from 'zod';
import type { Archive } from './package.archive';

const rowsMax = 500_000;
const rowLengthMax = 1_000_000;
/** Then others have the event loop: rows of one part of a table come without a break. */
const rowsPerTurn = 200;
const problemsMax = 100;

const Id = z.int().min(1).max(int32Max);
const Key = Id.nullish().transform((id) => id ?? null);
const Text = z
  .string()
  .nullish()
  .transform((text) => text ?? '');
/** `0` and `1` where the database has no booleans. */
const Flag = z.union([z.boolean(), z.literal([0, 1])]).nullish();
const isSet = Flag.transform(Boolean);
/** UTC without saying so. */
const When = z
  .string()
  .regex(/^\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(\.\d{1,9})?(Z|\+00:00)?$/)
  .transform((text, ctx) => {
    const time = Date.parse(`${text.replace(/Z|\+00:00$/, '').replace(' ', 'T')}Z`);
    if (Number.isNaN(time)) ctx.addIssue({ code: 'custom', message: 'no time' });
    return time;
  });
/** A decimal is a text. */
const Points = z.union([z.int(), z.string().regex(/^-?\d{1,9}(\.0+)?$/)]).transform(Number);

const row = <Shape extends z.ZodRawShape>(shape: Shape) => z.object({ ...shape, index: z.int() });

export const tables = {
  config: row({ key: Text, value: z.union([z.string(), z.number(), z.boolean()]).nullish().transform(String) }),
  users: row({
    ...{ id: Id, name: Text, email: Text, password: Text, type: Text, team_id: Key },
    ...{ hidden: isSet, banned: isSet, verified: isSet, created: When.nullish() },
  }),
  teams: row({ id: Id, name: Text, captain_id: Key, hidden: isSet, banned: isSet }),
  challenges: row({ id: Id, value: Points.nullish() }),
  hints: row({ id: Id, challenge_id: Key }),
  submissions: row({
    ...{ id: Id, challenge_id: Key, user_id: Key, team_id: Key, provided: Text, type: Text, date: When },
  }),
  solves: row({ id: Id, challenge_id: Key, user_id: Key, team_id: Key }),
  awards: row({
    ...{ id: Id, user_id: Key, team_id: Key, name: Text, description: Text, category: Text },
    ...{ value: Points, date: When },
  }),
} as const;

/** The others have what a game is made of. */
export const peopleTables = ['users', 'teams', 'submissions', 'solves', 'awards'] as const;

export type TableName = keyof typeof tables;
export type Row<Name extends TableName> = z.output<(typeof tables)[Name]>;
export const fileOf = (name: TableName) => `db/${name}.json`;

/** Where the rows begin and end in a text that comes in parts: objects in a list of the outermost one. */
class RowScanner {
  #depth = 0;
  #isText = false;
  #isEscaped = false;

  get isInRow(): boolean {
    return this.#depth > 2;
  }

  get isComplete(): boolean {
    return this.#depth === 0 && !this.#isText;
  }

  step(code: number): 'begins' | 'ends' | null {
    if (this.#isText) this.#stepText(code);
    else if (code === 0x22) this.#isText = true;
    else if (code === 0x7b || code === 0x5b) {
      this.#depth += 1;
      return this.#depth === 3 ? 'begins' : null;
    } else if (code === 0x7d || code === 0x5d) {
      this.#depth -= 1;
      return this.#depth === 2 ? 'ends' : null;
    }
    return null;
  }

  #stepText(code: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (code === 0x5c) this.#isEscaped = true;
    else if (code === 0x22) this.#isText = false;
  }
}

/** Throws a SyntaxError where the text ends too early, and a TypeError where it is not UTF-8. */
async function* splitRows(chunks: AsyncIterable<Uint8Array>): AsyncGenerator<string> {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const scanner = new RowScanner();
  let row = '';
  for await (const chunk of chunks) {
    const text = decoder.decode(chunk, { stream: true });
    let start = scanner.isInRow ? 0 : text.length;
    for (let at = 0; at < text.length; at += 1) {
      const place = scanner.step(text.charCodeAt(at));
      if (place === 'begins') start = at;
      if (place !== 'ends') continue;
      yield row + text.slice(start, at + 1);
      row = '';
      start = text.length;
    }
    row += text.slice(start);
    if (row.length > rowLengthMax) throw new SyntaxError(`A row is longer than ${rowLengthMax} characters`);
  }
  if (!scanner.isComplete) throw new SyntaxError('Unexpected end of JSON input');
}

export type TableSchema = z.ZodType<{ index: number; id?: number }>;

/** Its rows without those that have a problem. */
class TableReader<Schema extends TableSchema> {
  readonly rows: z.output<Schema>[] = [];
  readonly #ids = new Set<number>();
  #index = 0;

  constructor(
    readonly file: string,
    readonly schema: Schema,
    readonly found: Findings,
  ) {}

  problem(field: string, what: Remark['what'], values: Remark['values'] = {}): void {
    this.found.problems.push({ file: this.file, line: null, field, what, values });
  }

  async read(chunks: AsyncIterable<Uint8Array>): Promise<void> {
    try {
      for await (const text of splitRows(chunks)) {
        if (this.found.problems.length > problemsMax) return;
        if (this.#index >= rowsMax) return this.problem('', 'field.tooLong', { limit: rowsMax });
        this.#take(JSON.parse(text) as Tree);
        this.#index += 1;
        if (this.#index % rowsPerTurn === 0) await setImmediate();
      }
    } catch (error) {
      if (!(error instanceof SyntaxError || error instanceof TypeError)) throw error;
      this.problem(`${this.#index}`, 'json.invalid', { reason: error.message.slice(0, 200) });
    }
  }

  #take(tree: Tree): void {
    const index = this.#index;
    const parsed = this.schema.safeParse(isMapping(tree) ? { ...tree, index } : tree);
    if (parsed.success) {
      const { id = -1 - index } = parsed.data;
      if (this.#ids.size === this.#ids.add(id).size) this.problem(`${index}.id`, 'field.twice');
      this.rows.push(parsed.data);
      return;
    }
    const source = new Source(this.file, tree, undefined, { field: `${index}.`, line: 1 });
    for (const issue of parsed.error.issues) {
      this.found.problems.push(issueRemark(source, issue.path.join('.'), issue));
    }
  }
}

/** A table that is not there has no rows, which `isNeeded` makes a problem; one without rows is an empty file. */
export async function readTable<Schema extends TableSchema>(
  archive: Archive,
  file: string,
  schema: Schema,
  { found, isNeeded }: { found: Findings; isNeeded: boolean },
): Promise<z.output<Schema>[]> {
  const reader = new TableReader(file, schema, found);
  if (!archive.paths.includes(file)) {
    if (isNeeded) reader.problem('', 'file.missing', { value: file });
    return [];
  }
  await reader.read(archive.read(file));
  return reader.rows;
}
