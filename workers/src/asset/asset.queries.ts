import { listFileReferences, textsWithFiles } from '@vexil/data/asset/file-uses.queries';
import type { Executor, Tx } from '@vexil/db';
import { files } from '@vexil/db/schema/file';
import { and, asc, eq, gt, lt, not, or, type SQL, sql } from 'drizzle-orm';

const mentions = textsWithFiles.map(
  (column) => sql`exists (select 1 from ${column.table} where ${column}::text like '%' || ${files.hash} || '%')`,
);

/** A condition on files. */
export type Unused = SQL;

/** Rows of files not referenced, not mentioned, and last stored before. Plan: scans the texts once per file. */
export async function unusedSince(db: Executor, before: Date): Promise<Unused> {
  const used = or(...(await listFileReferences(db)), ...mentions) ?? sql`false`;
  return and(lt(files.createdAt, before), not(used)) ?? sql`false`;
}

export async function listUnused(db: Executor, unused: Unused, after: string, limit: number): Promise<string[]> {
  const where = and(gt(files.hash, after), unused);
  const rows = await db.select({ hash: files.hash }).from(files).where(where).orderBy(asc(files.hash)).limit(limit);
  return rows.map(({ hash }) => hash);
}

/** false when it is gone or in use by now; a concurrent use fails the deletion by its foreign key. */
export async function deleteIfUnused(tx: Tx, unused: Unused, hash: string): Promise<boolean> {
  const where = and(eq(files.hash, hash), unused);
  return (await tx.delete(files).where(where).returning({ hash: files.hash })).length > 0;
}
