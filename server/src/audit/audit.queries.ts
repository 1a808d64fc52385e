import type { Executor, Tx } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { type AuditEntryRow, auditEntries } from '@vexil/db/schema/audit';
import { and, count, desc, eq, getTableColumns, gte, ilike, like, lte } from 'drizzle-orm';

export interface SeenAuditEntry extends AuditEntryRow {
  userName: string | null;
}

export interface AuditFilter {
  gameId?: number | undefined;
  who?: string | undefined;
  action?: string | undefined;
  target?: string | undefined;
  from?: number | undefined;
  until?: number | undefined;
}

const escaped = (text: string) => text.replace(/[\\%_]/g, '\\$&');

const fits = ({ gameId, who, action, target, from, until }: AuditFilter) =>
  and(
    gameId === undefined ? undefined : eq(auditEntries.gameId, gameId),
    who ? ilike(accounts.userName, `%${escaped(who)}%`) : undefined,
    action ? like(auditEntries.action, `${escaped(action)}%`) : undefined,
    target ? like(auditEntries.target, `${escaped(target)}%`) : undefined,
    from === undefined ? undefined : gte(auditEntries.createdAt, new Date(from)),
    until === undefined ? undefined : lte(auditEntries.createdAt, new Date(until)),
  );

export async function listAuditEntries(
  db: Executor,
  wanted: AuditFilter & { count: number; skip: number },
): Promise<{ rows: SeenAuditEntry[]; total: number }> {
  const filter = fits(wanted);
  const [rows, [total]] = await Promise.all([
    db
      .select({ ...getTableColumns(auditEntries), userName: accounts.userName })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .where(filter)
      .orderBy(desc(auditEntries.id))
      .limit(wanted.count)
      .offset(wanted.skip),
    db
      .select({ value: count() })
      .from(auditEntries)
      .leftJoin(accounts, eq(accounts.id, auditEntries.accountId))
      .where(filter),
  ]);
  return { rows, total: total?.value ?? 0 };
}

export async function insertAuditEntry(tx: Tx, values: typeof auditEntries.$inferInsert): Promise<void> {
  await tx.insert(auditEntries).values(values);
}
