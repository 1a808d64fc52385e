import type { Executor, Tx } from '@vexil/db';
import { type AccountExportRow, accountExports } from '@vexil/db/schema/own-data';
import { eq } from 'drizzle-orm';

export async function findExport(db: Executor, accountId: string): Promise<AccountExportRow | undefined> {
  const [row] = await db.select().from(accountExports).where(eq(accountExports.accountId, accountId));
  return row;
}

/** In place of the one before. */
export async function storeExport(
  tx: Tx,
  request: Pick<AccountExportRow, 'accountId' | 'requestedAt' | 'language' | 'origin'>,
): Promise<AccountExportRow> {
  const set = { ...request, mailedAt: null, finishedAt: null, sizeBytes: null };
  const insert = tx.insert(accountExports).values(set);
  const [row] = await insert.onConflictDoUpdate({ target: accountExports.accountId, set }).returning();
  if (!row) throw new Error('The export was not stored.');
  return row;
}
