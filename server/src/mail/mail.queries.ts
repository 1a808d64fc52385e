import type { Executor, Tx } from '@vexil/db';
import type { TokenPurpose } from '@vexil/db/enums/account';
import { type MailTokenRow, mailTokens } from '@vexil/db/schema/account';
import { and, eq, gt, isNull } from 'drizzle-orm';

export type NewMail = Omit<typeof mailTokens.$inferInsert, 'id'>;

export async function insertMail(tx: Tx, values: NewMail): Promise<MailTokenRow> {
  const [row] = await tx.insert(mailTokens).values(values).returning();
  if (!row) throw new Error('The mail was not stored.');
  return row;
}

export async function findMail(db: Executor, id: string): Promise<MailTokenRow | undefined> {
  const [row] = await db.select().from(mailTokens).where(eq(mailTokens.id, id));
  return row;
}

export async function endMails(tx: Tx, accountId: string, purpose: TokenPurpose, now: Date): Promise<void> {
  const open = and(eq(mailTokens.accountId, accountId), eq(mailTokens.purpose, purpose), isNull(mailTokens.usedAt));
  await tx.update(mailTokens).set({ usedAt: now }).where(open);
}

/** false when the link was used or has run out: of many at once one gets true. */
export async function useMail(tx: Tx, id: string, now: Date): Promise<boolean> {
  const rows = await tx
    .update(mailTokens)
    .set({ usedAt: now })
    .where(and(eq(mailTokens.id, id), isNull(mailTokens.usedAt), gt(mailTokens.expiresAt, now)))
    .returning({ id: mailTokens.id });
  return rows.length > 0;
}
