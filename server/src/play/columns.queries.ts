import type { Database } from '@vexil/db';
import { getTableColumns } from 'drizzle-orm';
import type { PgTable } from 'drizzle-orm/pg-core';

type Sql = Database['sql'];
/** A part of a statement. */
export type Fragment = ReturnType<Sql['unsafe']>;

type NameOf<T extends PgTable> = keyof T['$inferSelect'] & string;
type Read<Value> = Value extends Date ? number : Value;

/** What `columnsOf` reads: times are Unix milliseconds. */
export type ColumnsOf<T extends PgTable, Names extends readonly NameOf<T>[]> = {
  [Name in Names[number]]: Read<T['$inferSelect'][Name]>;
};

/** Columns of a table or of its alias, by their names in the schema. */
export function columnsOf<T extends PgTable>(sql: Sql, table: T, alias: string, names: readonly NameOf<T>[]): Fragment {
  const columns = new Map(Object.entries(getTableColumns(table)));
  const read = names.map((name) => {
    const column = columns.get(name);
    const value = `${alias}.${column?.name}`;
    return `${column?.dataType === 'date' ? `(extract(epoch from ${value}) * 1000)::float8` : value} as "${name}"`;
  });
  return sql.unsafe(read.join(', '));
}
