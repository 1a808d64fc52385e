import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { violatedConstraint } from '@vexil/db/errors';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { type AccountLinkRow, accountLinks, linkConstraints } from '@vexil/db/schema/sign-in';
import { and, eq, sql } from 'drizzle-orm';

type LinkKey = Pick<AccountLinkRow, 'accountId' | 'provider'>;

const isLink = ({ accountId, provider }: LinkKey) =>
  and(eq(accountLinks.accountId, accountId), eq(accountLinks.provider, provider));

export const listLinks = (db: Executor, accountId: string): Promise<AccountLinkRow[]> =>
  db.select().from(accountLinks).where(eq(accountLinks.accountId, accountId));

/** The link may have been removed while the account was waited for, which `updateLink` says. */
export async function lockLinkedAccount(
  tx: Tx,
  { issuer, subject }: Pick<AccountLinkRow, 'issuer' | 'subject'>,
): Promise<{ account: AccountRow; link: LinkKey } | undefined> {
  const { accountId, provider } = accountLinks;
  const [row] = await tx
    .select({ account: accounts, link: { accountId, provider } })
    .from(accountLinks)
    .innerJoin(accounts, eq(accounts.id, accountId))
    .where(and(eq(accountLinks.issuer, issuer), eq(accountLinks.subject, subject)))
    .for('no key update', { of: accounts });
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

interface LinkedFacts {
  hasFactor: boolean;
  /** Of a game, by groups of this provider. */
  isGrantedStaff: boolean;
}

/** undefined when it was removed meanwhile. The caller holds the lock of the account. */
export async function updateLink(
  tx: Tx,
  key: LinkKey,
  values: Pick<AccountLinkRow, 'label' | 'divisionIds' | 'lastUsedAt'>,
): Promise<LinkedFacts | undefined> {
  const { accountId, provider } = key;
  const [row] = await tx
    .update(accountLinks)
    .set(values)
    .where(isLink(key))
    .returning({
      hasFactor: sql<boolean>`exists (select from factors f where f.account_id = ${accountId})`,
      isGrantedStaff: sql<boolean>`exists (
        select from game_staff s where s.account_id = ${accountId} and s.granted_by = ${provider})`,
    });
  return row;
}

/** false when there is none. */
export async function deleteLink(tx: Tx, key: LinkKey): Promise<boolean> {
  const rows = await tx.delete(accountLinks).where(isLink(key)).returning({ label: accountLinks.label });
  return rows.length > 0;
}
