import { invariant } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { type AttachmentRow, attachments } from '@vexil/db/schema/challenge';
import { files } from '@vexil/db/schema/file';
import { asc, eq, getTableColumns, inArray, sql } from 'drizzle-orm';

export type NewAttachmentRow = typeof attachments.$inferInsert;

export interface AttachmentFile extends AttachmentRow {
  sizeBytes: number | null;
  storedName: string | null;
}

// One array parameter, because a statement takes at most 65,534 parameters.
const anyOf = (ids: readonly number[]) => sql`any(${sql.param(ids)}::integer[])`;

/** The lists that begin with these. Plan: attachments_pkey and attachments_first_id_idx. */
export async function listAttachments(
  db: Executor,
  firstIds: readonly (number | null)[],
): Promise<Map<number, AttachmentFile[]>> {
  const wanted = anyOf(firstIds.filter((id) => id !== null));
  const rows = await db
    .select({ ...getTableColumns(attachments), sizeBytes: files.sizeBytes, storedName: files.name })
    .from(attachments)
    .leftJoin(files, eq(files.hash, attachments.fileHash))
    .where(sql`${attachments.id} = ${wanted} or ${attachments.firstId} = ${wanted}`)
    .orderBy(asc(attachments.id));
  const lists = new Map<number, AttachmentFile[]>();
  for (const row of rows) {
    const firstId = row.firstId ?? row.id;
    const list = lists.get(firstId);
    if (list) list.push(row);
    else lists.set(firstId, [row]);
  }
  return lists;
}

export async function findFileNames(db: Executor, hashes: readonly string[]): Promise<Map<string, string>> {
  const rows = await db
    .select({ hash: files.hash, name: files.name })
    .from(files)
    .where(inArray(files.hash, [...hashes]));
  return new Map(rows.map(({ hash, name }) => [hash, name]));
}

const rowsAtOnce = 5000;

async function insertRows(tx: Tx, rows: NewAttachmentRow[]): Promise<number[]> {
  const ids: number[] = [];
  for (let at = 0; at < rows.length; at += rowsAtOnce) {
    const part = rows.slice(at, at + rowsAtOnce);
    const inserted = await tx.insert(attachments).values(part).returning({ id: attachments.id });
    ids.push(...inserted.map(({ id }) => id));
  }
  invariant(ids.length === rows.length, 'Every inserted attachment is returned.');
  return ids;
}

/** Returns the id of the first of each list, null for an empty one. */
export async function insertAttachments(tx: Tx, lists: readonly NewAttachmentRow[][]): Promise<(number | null)[]> {
  const ids = await insertRows(
    tx,
    lists.flatMap(([first]) => first ?? []),
  );
  let next = 0;
  const firstIds = lists.map(({ length }) => (length === 0 ? null : (ids[next++] ?? null)));
  const others = lists.flatMap(([, ...rest], index) => rest.map((row) => ({ ...row, firstId: firstIds[index] })));
  await insertRows(tx, others);
  return firstIds;
}

/** Each with the list that it begins. */
export async function deleteAttachments(tx: Tx, firstIds: readonly number[]): Promise<void> {
  if (firstIds.length === 0) return;
  await tx.delete(attachments).where(sql`${attachments.id} = ${anyOf(firstIds)}`);
}
