import type { Database, Tx } from '@vexil/db';
import type { FieldValues } from '@vexil/db/enums/own-field';
import { consents, consentTexts } from '@vexil/db/schema/consent';

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
