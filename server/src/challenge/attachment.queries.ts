import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { type AttachmentRow, attachments } from '@vexil/db/schema/challenge';
import { files } from '@vexil/db/schema/file';
import { eq, getTableColumns, inArray, sql } from 'drizzle-orm';

export type NewAttachmentRow = typeof attachments.$inferInsert;

export interface AttachmentFile extends AttachmentRow {
  sizeBytes: number | null;
  storedName: string | null;
}

// One array parameter, because a statement takes at most 65,534 parameters. Plan: index scan of attachments_pkey.
const anyOf = (ids: readonly number[]) => sql`${attachments.id} = any(${sql.param(ids)}::integer[])`;

export function listAttachments(db: Executor, ids: readonly number[]): Promise<AttachmentFile[]> {
  return db
    .select({ ...getTableColumns(attachments), sizeBytes: files.sizeBytes, storedName: files.name })
    .from(attachments)
    .leftJoin(files, eq(files.hash, attachments.fileHash))
    .where(anyOf(ids));
}

export async function findFileNames(db: Executor, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ hash: files.hash, name: files.name })
    .from(files)
    .where(inArray(files.hash, [...hashes]));
  return new Map(rows.map(({ hash, name }) => [hash, name]));
}

/** Returns the ids in the order of the rows. */
export async function insertAttachments(tx: Tx, rows: NewAttachmentRow[]): Promise<number[]> {
  const inserted = await tx.insert(attachments).values(rows).returning({ id: attachments.id });
  invariant(inserted.length === rows.length, 'Every inserted attachment is returned.');
  return inserted.map(({ id }) => id);
}

export async function deleteAttachments(tx: Tx, ids: readonly number[]): Promise<void> {
  if (ids.length > 0) await tx.delete(attachments).where(anyOf(ids));
}
