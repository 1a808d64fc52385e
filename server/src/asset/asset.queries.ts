import type { Executor, Tx } from '@vexil/db';
import { type FileRow, files } from '@vexil/db/schema/file';
import { asc, count, eq, sql } from 'drizzle-orm';

export async function findFile(db: Executor, hash: string): Promise<FileRow | undefined> {
  const [row] = await db.select().from(files).where(eq(files.hash, hash));
  return row;
}

/** A known file counts as stored now, so that no sweep deletes it, and is renamed on request. */
export async function storeFileRow(tx: Tx, file: typeof files.$inferInsert, rename: boolean): Promise<void> {
  const storedNow = { createdAt: sql`now()` };
  await tx
    .insert(files)
    .values(file)
    .onConflictDoUpdate({ target: files.hash, set: rename ? { ...storedNow, name: file.name } : storedNow });
}

export function listFiles(db: Executor, { count: limit, skip }: { count: number; skip: number }): Promise<FileRow[]> {
  return db.select().from(files).orderBy(asc(files.name), asc(files.hash)).limit(limit).offset(skip);
}

export async function countFiles(db: Executor): Promise<number> {
  const [row] = await db.select({ total: count() }).from(files);
  return row?.total ?? 0;
}

/** undefined when there is no such file; refused by a foreign key while something uses it. */
export async function deleteFileRow(tx: Tx, hash: string): Promise<FileRow | undefined> {
  const [row] = await tx.delete(files).where(eq(files.hash, hash)).returning();
  return row;
}
