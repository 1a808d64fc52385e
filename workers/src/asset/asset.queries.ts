import type { Executor, Tx } from '@vexil/db';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { posts } from '@vexil/db/schema/post';
import { and, asc, eq, gt, lt, not, or, type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Texts that may embed a picture by its address. */
const texts: readonly AnyPgColumn[] = [
  games.summary,
  games.content,
  games.writeupNote,
  challenges.content,
  challenges.hints,
  attachments.remoteUrl,
  posts.summary,
  posts.content,
  notices.values,
  configEntries.value,
];

const mentions = texts.map(
  (column) => sql`exists (select 1 from ${column.table} where ${column}::text like '%' || ${files.hash} || '%')`,
);

/** Every foreign key to files, read from the catalogue so that a new one is never missed. */
async function listUses(db: Executor): Promise<SQL[]> {
  const columns = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${'files'}::regclass`);
  return columns.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.raw(table)} used where used.${sql.raw(column)} = ${files.hash})`,
  );
}

/** Rows of files not referenced, not mentioned, and last stored before. Plan: scans the texts once per file. */
export async function unusedSince(db: Executor, before: Date): Promise<SQL> {
  const used = or(...(await listUses(db)), ...mentions) ?? sql`false`;
  return and(lt(files.createdAt, before), not(used)) ?? sql`false`;
}

export async function listUnused(db: Executor, unused: SQL, after: string, limit: number): Promise<string[]> {
  const where = and(gt(files.hash, after), unused);
  const rows = await db.select({ hash: files.hash }).from(files).where(where).orderBy(asc(files.hash)).limit(limit);
  return rows.map(({ hash }) => hash);
}

/** false when it is gone or in use by now; a concurrent use fails the deletion by its foreign key. */
export async function deleteIfUnused(tx: Tx, unused: SQL, hash: string): Promise<boolean> {
  const where = and(eq(files.hash, hash), unused);
  return (await tx.delete(files).where(where).returning({ hash: files.hash })).length > 0;
}

export async function listKnown(db: Executor, hashes: readonly string[]): Promise<Set<string>> {
  // One array parameter, because a list may be longer than a statement may have parameters.
  const rows = await db
    .select({ hash: files.hash })
    .from(files)
    .where(sql`${files.hash} = any(${sql.param(hashes)}::text[])`);
  return new Set(rows.map(({ hash }) => hash));
}

/** A name unique to this database; a copy of it elsewhere has another. */
export async function nameDatabase(db: Executor): Promise<string> {
  const [row] = await db.execute<{ name: string }>(sql`
    select system_identifier || '-' || (select oid from pg_database where datname = current_database()) as name
    from pg_control_system()`);
  return row?.name ?? '';
}
