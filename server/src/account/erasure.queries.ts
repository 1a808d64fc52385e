import type { Executor, Tx } from '@vexil/db';
import { type AccountErasureRow, accountErasures } from '@vexil/db/schema/own-data';
import { and, eq, inArray, isNull } from 'drizzle-orm';

export async function findErasure(db: Executor, accountId: string): Promise<AccountErasureRow | undefined> {
  const [row] = await db.select().from(accountErasures).where(eq(accountErasures.accountId, accountId));
  return row;
}

export async function storeErasure(tx: Tx, values: typeof accountErasures.$inferInsert): Promise<AccountErasureRow> {
  const [row] = await tx.insert(accountErasures).values(values).returning();
  if (!row) throw new Error('The erasure was not stored.');
  return row;
}

export async function deleteErasure(tx: Tx, accountId: string): Promise<boolean> {
  const pending = and(eq(accountErasures.accountId, accountId), isNull(accountErasures.erasedAt));
  return (await tx.delete(accountErasures).where(pending).returning()).length > 0;
}

/** Read after the lock of those that it is about: a statement sees nothing that was stored while it waited for one. */
export async function listLeaving(tx: Tx, accountIds: readonly string[]): Promise<Set<string>> {
  const { accountId } = accountErasures;
  const rows = await tx
    .select({ accountId })
    .from(accountErasures)
    .where(inArray(accountId, [...accountIds]));
  return new Set(rows.map((row) => row.accountId));
}
