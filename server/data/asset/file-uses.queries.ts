import type { Executor, Tx } from '@vexil/db';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { configEntries } from '@vexil/db/schema/config';
import { files } from '@vexil/db/schema/file';
import { games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { posts } from '@vexil/db/schema/post';
import { type SQL, sql } from 'drizzle-orm';
import type { AnyPgColumn } from 'drizzle-orm/pg-core';

/** Texts that may embed a picture by its address. */
export const textsWithFiles: readonly AnyPgColumn[] = [
  games.summary,
  games.content,
  games.writeupNote,
  games.rules,
  challenges.content,
  challenges.connection,
  challenges.hints,
  attachments.remoteUrl,
  posts.summary,
  posts.content,
  notices.values,
  configEntries.value,
];

/** Every foreign key to files, read from the catalogue so that a new one is never missed. */
export async function listFileReferences(db: Executor): Promise<SQL[]> {
  const columns = await db.execute<{ table: string; column: string }>(sql`
    select c.conrelid::regclass::text as "table", quote_ident(a.attname) as "column"
    from pg_constraint c join pg_attribute a on a.attrelid = c.conrelid and a.attnum = c.conkey[1]
    where c.contype = 'f' and c.confrelid = ${'files'}::regclass`);
  return columns.map(
    ({ table, column }) =>
      sql`exists (select 1 from ${sql.raw(table)} used where used.${sql.raw(column)} = ${files.hash})`,
  );
}

/** Which of the contents a row names. */
export async function listKnownFiles(db: Executor, hashes: readonly string[]): Promise<Set<string>> {
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

/** Serialises storing and deleting the same content, else a row could lose its content. */
export async function lockFile(tx: Tx, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file:${hash}`}, 0))`);
}
