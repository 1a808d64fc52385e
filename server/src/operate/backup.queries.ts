import type postgres from 'postgres';
import type { ArchivedTable, Manifest } from './archive.format';

type Executor = postgres.Sql | postgres.TransactionSql;

export const quoteName = (name: string): string => `"${name.replaceAll('"', '""')}"`;

/** Base tables with the columns that can be written. */
export function listTables(sql: Executor): Promise<ArchivedTable[]> {
  return sql<ArchivedTable[]>`
    select c.relname as name,
      (select json_agg(a.attname order by a.attnum) from pg_attribute a
        where a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = '') as columns
    from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
    order by c.relname`;
}

/** `lastValue` is the next value to give, as text because it may exceed a JavaScript number. */
export async function listSequences(sql: Executor): Promise<Manifest['sequences']> {
  return sql<Manifest['sequences']>`
    select sequencename as name, last_value::text as "lastValue"
    from pg_sequences where schemaname = 'public' and last_value is not null order by sequencename`;
}

export function listMigrations(sql: Executor): Promise<Manifest['migrations']> {
  return sql<Manifest['migrations']>`
    select hash, created_at::float8 as "createdAt" from drizzle.__drizzle_migrations order by created_at, id`;
}

/** null where the database has none, or is of a version without one. */
export async function readKeyCheck(sql: Executor): Promise<string | null> {
  const [table] = await sql`select to_regclass('secret_key_checks') as name`;
  if (table?.name === null) return null;
  const [row] = await sql<{ value: string }[]>`select value from secret_key_checks`;
  return row?.value ?? null;
}

/** Rows in PostgreSQL's text format: a line is a row. */
export async function* copyRows(tx: postgres.TransactionSql, { name, columns }: ArchivedTable): AsyncGenerator<Buffer> {
  const statement = `copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) to stdout`;
  const rows = await tx.unsafe(statement).readable();
  yield* rows as AsyncIterable<Buffer>;
  // postgres.js 3.4.9 pauses the socket when the stream is full and resumes it in `_read`, which an ended stream does not
  // call: what follows the last row would never be read.
  rows._read(0);
}

/** Unix milliseconds. */
export async function readNow(sql: Executor): Promise<number> {
  const [row] = await sql<{ now: number }[]>`select floor(extract(epoch from now()) * 1000)::float8 as now`;
  return row?.now ?? 0;
}

export async function listGameIds(sql: Executor): Promise<number[]> {
  return (await sql<{ id: number }[]>`select id from games order by id`).map(({ id }) => id);
}

export function listFiles(sql: Executor): Promise<{ hash: string; name: string }[]> {
  return sql<{ hash: string; name: string }[]>`select hash, name from files order by hash`;
}

export interface ForeignKey {
  table: string;
  name: string;
  definition: string;
}

export function listForeignKeys(sql: Executor): Promise<ForeignKey[]> {
  return sql<ForeignKey[]>`
    select conrelid::regclass::text as table, conname as name, pg_get_constraintdef(oid) as definition
    from pg_constraint where contype = 'f' and connamespace = 'public'::regnamespace order by 1, 2`;
}

export async function hasTables(sql: Executor): Promise<boolean> {
  const rows = await sql`
    select 1 from pg_class where relkind in ('r', 'v', 'm') and relnamespace in (
      select oid from pg_namespace where nspname in ('public', 'drizzle')) limit 1`;
  return rows.length > 0;
}

/** Other programs of Vexil that are connected to this database. */
export async function listConnected(sql: Executor): Promise<string[]> {
  const rows = await sql<{ name: string }[]>`
    select distinct application_name as name from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and application_name ~ '^vexil-(server|worker)'
    order by 1`;
  return rows.map(({ name }) => name);
}
