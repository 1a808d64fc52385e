import type { Database, Executor, Tx } from '@vexil/db';
import type { FieldValues } from '@vexil/db/enums/own-field';
import { accounts } from '@vexil/db/schema/account';
import { consents, consentTexts } from '@vexil/db/schema/consent';
import { and, desc, eq, isNull, lt } from 'drizzle-orm';

export interface Consent {
  accountId: string;
  /** null for the terms of the platform. */
  gameId: number | null;
  hash: string;
  text: string;
}

/** Accepting a text once more changes nothing. */
export async function insertConsent(tx: Tx, { text, ...consent }: Consent): Promise<void> {
  await tx.insert(consentTexts).values({ hash: consent.hash, text }).onConflictDoNothing();
  await tx.insert(consents).values(consent).onConflictDoNothing();
}

/** Whether the account has accepted these terms of the platform. Plan: by the index of both. */
export async function hasConsent({ sql }: Pick<Database, 'sql'>, accountId: string, hash: string): Promise<boolean> {
  const rows = await sql`select from consents where account_id = ${accountId} and hash = ${hash} and game_id is null`;
  return rows.length > 0;
}

export async function findAccountFields({ sql }: Pick<Database, 'sql'>, accountId: string): Promise<FieldValues> {
  const [row] = await sql<{ fields: FieldValues }[]>`select fields from accounts where id = ${accountId}`;
  return row?.fields ?? {};
}

export interface ConsentFilter {
  gameId: number | null;
  hash?: string | undefined;
  beforeId?: number | undefined;
}

const fits = ({ gameId, hash, beforeId }: ConsentFilter) =>
  and(
    gameId === null ? isNull(consents.gameId) : eq(consents.gameId, gameId),
    hash === undefined ? undefined : eq(consents.hash, hash),
    beforeId === undefined ? undefined : lt(consents.id, beforeId),
  );

/** The newest first. */
export const listConsents = (db: Executor, filter: ConsentFilter, { count, skip }: { count: number; skip: number }) =>
  db
    .select({
      ...{ id: consents.id, userId: accounts.id, userName: accounts.userName },
      ...{ acceptedAt: consents.createdAt, hash: consents.hash },
    })
    .from(consents)
    .innerJoin(accounts, eq(accounts.id, consents.accountId))
    .where(fits(filter))
    .orderBy(desc(consents.id))
    .limit(count)
    .offset(skip);

export type ConsentRow = Awaited<ReturnType<typeof listConsents>>[number];

export const countConsents = (db: Executor, filter: ConsentFilter): Promise<number> =>
  db.$count(consents, fits(filter));

/** Of a consent that fits, so that organisers read no text of elsewhere. */
export async function findConsentText(db: Executor, filter: ConsentFilter): Promise<string | undefined> {
  const [row] = await db
    .select({ text: consentTexts.text })
    .from(consents)
    .innerJoin(consentTexts, eq(consentTexts.hash, consents.hash))
    .where(fits(filter))
    .limit(1);
  return row?.text;
}
