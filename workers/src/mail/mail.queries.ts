import type { Executor } from '@vexil/db';
import { accounts, type MailTokenRow, mailTokens } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { and, asc, eq, gt, isNull, lt } from 'drizzle-orm';

const isUnsent = and(isNull(mailTokens.sentAt), isNull(mailTokens.droppedAt));

export async function findUnsentMail(db: Executor, mailId: string) {
  const [row] = await db
    .select({ mail: mailTokens, account: accounts })
    .from(mailTokens)
    .innerJoin(accounts, eq(accounts.id, mailTokens.accountId))
    .where(and(eq(mailTokens.id, mailId), isUnsent));
  return row;
}
export type UnsentMail = NonNullable<Awaited<ReturnType<typeof findUnsentMail>>>;

export async function updateMail(db: Executor, mailId: string, values: Partial<MailTokenRow>): Promise<void> {
  await db.update(mailTokens).set(values).where(eq(mailTokens.id, mailId));
}

/** Ids of mails from before `before` that are unsent and can still be used, oldest first. */
export async function listUnsentMails(db: Executor, before: Date, now: Date, limit: number): Promise<string[]> {
  const rows = await db
    .select({ id: mailTokens.id })
    .from(mailTokens)
    .where(and(isUnsent, gt(mailTokens.expiresAt, now), lt(mailTokens.createdAt, before)))
    .orderBy(asc(mailTokens.createdAt))
    .limit(limit);
  return rows.map(({ id }) => id);
}

export async function deleteMailsExpiredBefore(db: Executor, before: Date): Promise<void> {
  await db.delete(mailTokens).where(lt(mailTokens.expiresAt, before));
}

export async function listTitleSettings(db: Executor) {
  return db.select().from(configEntries).where(eq(configEntries.key, 'globalConfig.title'));
}

export async function findSetting(db: Executor, key: string): Promise<string | undefined> {
  const [row] = await db.select({ value: configEntries.value }).from(configEntries).where(eq(configEntries.key, key));
  return row?.value;
}
