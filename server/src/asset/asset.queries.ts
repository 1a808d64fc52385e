import type { Executor, Tx } from '@vexil/db';
import { type FileRow, files } from '@vexil/db/schema/file';
import { eq, sql } from 'drizzle-orm';

/** Storing and deleting the same content wait for each other, else a row could be left without its content. */
export async function lockFile(tx: Tx, hash: string): Promise<void> {
  await tx.execute(sql`select pg_advisory_xact_lock(hashtextextended(${`file:${hash}`}, 0))`);
}

export async function findFile(db: Executor, hash: string): Promise<FileRow | undefined> {
  const [row] = await db.select().from(files).where(eq(files.hash, hash));
  return row;
}

export async function insertFile(tx: Tx, file: typeof files.$inferInsert): Promise<void> {
  await tx.insert(files).values(file).onConflictDoNothing();
}

/** false when there is no such file; refused by a foreign key while something uses it. */
export async function deleteFileRow(tx: Tx, hash: string): Promise<boolean> {
  const rows = await tx.delete(files).where(eq(files.hash, hash)).returning({ hash: files.hash });
  return rows.length > 0;
}
