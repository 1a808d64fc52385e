import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { type ApiTokenRow, accounts, apiTokens } from '@vexil/db/schema/account';
import { asc, eq } from 'drizzle-orm';

/** A token with the user name of its creator, null when that account is gone. */
export interface TokenWithCreator {
  token: ApiTokenRow;
  creator: string | null;
}

export function listTokens(db: Executor): Promise<TokenWithCreator[]> {
  return db
    .select({ token: apiTokens, creator: accounts.userName })
    .from(apiTokens)
    .leftJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .orderBy(asc(apiTokens.createdAt), asc(apiTokens.id));
}

export async function insertToken(tx: Tx, values: typeof apiTokens.$inferInsert): Promise<ApiTokenRow> {
  const [row] = await tx.insert(apiTokens).values(values).returning();
  if (!row) throw new Error('The API token was not stored.');
  return row;
}

/** The token, which nobody else changes until the transaction ends; throws `token.notFound`. */
export async function lockToken(tx: Tx, id: string): Promise<ApiTokenRow> {
  const [row] = await tx.select().from(apiTokens).where(eq(apiTokens.id, id)).for('update');
  if (!row) throw new DomainError('token.notFound');
  return row;
}

export async function setRevoked(tx: Tx, id: string, revokedAt: Date | null): Promise<void> {
  await tx.update(apiTokens).set({ revokedAt }).where(eq(apiTokens.id, id));
}

export async function deleteToken(tx: Tx, id: string): Promise<void> {
  await tx.delete(apiTokens).where(eq(apiTokens.id, id));
}
