import type { fileOrders } from '@vexil/contract/asset';
import { listFileReferences, textsWithFiles } from '@vexil/data/asset/file-uses.queries';
import type { Executor, Tx } from '@vexil/db';
import { type FileRow, files } from '@vexil/db/schema/file';
import { and, asc, count, desc, eq, getTableColumns, ilike, not, or, type SQL, sql } from 'drizzle-orm';

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

export interface FileFilter {
  hint?: string | undefined;
  unused: boolean;
  order: (typeof fileOrders)[number];
  descending?: boolean | undefined;
}

const orders = { name: files.name, size: files.sizeBytes, time: files.createdAt } as const;

/** Reads every text once and not once per file. */
const mentioned = sql`(${sql.join(
  textsWithFiles.map(
    (column) =>
      sql`select (regexp_matches(${sql.identifier(column.name)}::text, '[0-9a-f]{64}', 'g'))[1] from ${column.table}`,
  ),
  sql` union `,
)})`;

async function conditions(db: Executor, { hint, unused }: FileFilter): Promise<{ isUsed: SQL<boolean>; where?: SQL }> {
  const isUsed = sql<boolean>`(${or(...(await listFileReferences(db))) ?? sql`false`} or ${files.hash} in ${mentioned})`;
  const pattern = `%${(hint ?? '').replace(/[\\%_]/g, '\\$&')}%`;
  const hasHint = hint ? or(ilike(files.name, pattern), ilike(files.hash, pattern)) : undefined;
  const where = and(hasHint, unused ? not(isUsed) : undefined);
  return { isUsed, ...(where ? { where } : {}) };
}

export async function listFiles(
  db: Executor,
  { count: limit, skip, ...filter }: FileFilter & { count: number; skip: number },
): Promise<{ rows: (FileRow & { isUsed: boolean })[]; total: number }> {
  const { isUsed, where } = await conditions(db, filter);
  const direction = (filter.descending ?? filter.order !== 'name') ? desc : asc;
  const [rows, [counted]] = await Promise.all([
    db
      .select({ ...getTableColumns(files), isUsed })
      .from(files)
      .where(where)
      .orderBy(direction(orders[filter.order]), asc(files.hash))
      .limit(limit)
      .offset(skip),
    db.select({ total: count() }).from(files).where(where),
  ]);
  return { rows, total: counted?.total ?? 0 };
}

/** undefined when there is no such file; refused by a foreign key while something uses it. */
export async function deleteFileRow(tx: Tx, hash: string): Promise<FileRow | undefined> {
  const [row] = await tx.delete(files).where(eq(files.hash, hash)).returning();
  return row;
}
