import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { type AuditEntryRow, auditEntries } from '@vexil/db/schema/audit';
import { count, desc, eq, getTableColumns } from 'drizzle-orm';

export interface SeenAuditEntry extends AuditEntryRow {
  userName: string | null;
}

export async function listAuditEntries(
  db: Executor,
  gameId: number | undefined,
  page: { count: number; skip: number },
): Promise<{ rows: SeenAuditEntry[]; total: number }> {
  const filter = gameId === undefined ? undefined : eq(auditEntries.gameId, gameId);
  const [rows, [total]] = await Promise.all([
    db
      .select({ ...getTableColumns(auditEntries), userName: accounts.userName })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .where(filter)
      .orderBy(desc(auditEntries.id))
      .limit(page.count)
      .offset(page.skip),
    db.select({ value: count() }).from(auditEntries).where(filter),
  ]);
  return { rows, total: total?.value ?? 0 };
}

export async function insertAuditEntry(tx: Tx, values: typeof auditEntries.$inferInsert): Promise<void> {
  await tx.insert(auditEntries).values(values);
}
