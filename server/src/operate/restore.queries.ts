import type postgres from 'postgres';
import type { ArchivedTable, Manifest } from './archive.format';
import { type ForeignKey, quoteName } from './backup.queries';

type Tx = postgres.TransactionSql;

/** Takes the rows of a table in PostgreSQL's text format. */
export function openTable(tx: Tx, { name, columns }: ArchivedTable) {
  return tx.unsafe(`copy ${quoteName(name)} (${columns.map(quoteName).join(', ')}) from stdin`).writable();
}

/** The triggers of the history of rules see it, and leave the history to the archive. */
export async function markRestoring(tx: Tx): Promise<void> {
  await tx`select set_config('vexil.restoring', 'on', true)`;
}

export async function emptyDatabase(tx: Tx): Promise<void> {
  await tx`drop schema if exists drizzle cascade`;
  await tx`drop schema public cascade`;
  await tx`create schema public`;
}

export async function dropForeignKey(tx: Tx, { table, name }: ForeignKey): Promise<void> {
  await tx.unsafe(`alter table ${table} drop constraint ${quoteName(name)}`);
}

export async function addForeignKey(tx: Tx, { table, name, definition }: ForeignKey): Promise<void> {
  await tx.unsafe(`alter table ${table} add constraint ${quoteName(name)} ${definition}`);
}

export async function truncateTable(tx: Tx, name: string): Promise<void> {
  await tx.unsafe(`truncate ${quoteName(name)}`);
}

export async function setSequence(tx: Tx, { name, lastValue }: Manifest['sequences'][number]): Promise<void> {
  await tx`select setval(${quoteName(name)}::regclass, ${lastValue}::bigint)`;
}

export async function countRows(tx: Tx, table: string): Promise<number> {
  const [row] = await tx.unsafe<{ count: number }[]>(`select count(*)::float8 as count from ${quoteName(table)}`);
  return row?.count ?? 0;
}
