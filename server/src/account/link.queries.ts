import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import { type AccountLinkRow, accountLinks, linkConstraints } from '@vexil/db/schema/sign-in';
import { and, eq } from 'drizzle-orm';

type LinkKey = Pick<AccountLinkRow, 'accountId' | 'provider'>;

const isLink = ({ accountId, provider }: LinkKey) =>
  and(eq(accountLinks.accountId, accountId), eq(accountLinks.provider, provider));

export const listLinks = (db: Executor, accountId: string): Promise<AccountLinkRow[]> =>
  db.select().from(accountLinks).where(eq(accountLinks.accountId, accountId));

export async function findLinkOf(
  db: Executor,
  { issuer, subject }: Pick<AccountLinkRow, 'issuer' | 'subject'>,
): Promise<AccountLinkRow | undefined> {
  const isIdentity = and(eq(accountLinks.issuer, issuer), eq(accountLinks.subject, subject));
  const [row] = await db.select().from(accountLinks).where(isIdentity);
  return row;
}

/** Throws `account.linkTaken`: the identity has another account, or the account another identity there. */
export async function insertLink(tx: Tx, values: typeof accountLinks.$inferInsert): Promise<void> {
  await tx
    .insert(accountLinks)
    .values(values)
    .catch((error: unknown) => {
      const taken: readonly unknown[] = Object.values(linkConstraints);
      if (!taken.includes(violatedConstraint(error))) throw error;
      throw new DomainError('account.linkTaken', { cause: error });
    });
}

/** false when it was removed meanwhile. */
export async function updateLink(
  tx: Tx,
  key: LinkKey,
  values: Pick<AccountLinkRow, 'label' | 'divisionIds' | 'lastUsedAt'>,
): Promise<boolean> {
  const rows = await tx.update(accountLinks).set(values).where(isLink(key)).returning({ label: accountLinks.label });
  return rows.length > 0;
}

/** false when there is none. */
export async function deleteLink(tx: Tx, key: LinkKey): Promise<boolean> {
  const rows = await tx.delete(accountLinks).where(isLink(key)).returning({ label: accountLinks.label });
  return rows.length > 0;
}
