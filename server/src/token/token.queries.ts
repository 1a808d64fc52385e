import { DomainError } from '@vexil/contract/errors';
import type { Executor, Tx } from '@vexil/db';
import { type ApiTokenRow, accounts, apiTokens } from '@vexil/db/schema/account';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';
import { isValidToken } from '../play/caller.queries';

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

/** The token, locked until the transaction ends; throws `token.notFound`. */
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

export async function findValidToken(db: Executor, tokenHash: string, now: Date) {
  const [row] = await db
    .select({
      id: accounts.id,
      userName: accounts.userName,
      role: accounts.role,
      tokenId: apiTokens.id,
      scopes: apiTokens.scopes,
      lastUsedAt: apiTokens.lastUsedAt,
    })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .where(isValidToken(eq(apiTokens.tokenHash, tokenHash), now));
  return row;
}

/** Stores when a token was used, unless that was stored after `before`: of concurrent calls only the first writes. */
export async function updateLastUsed(db: Executor, id: string, now: Date, before: Date): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}
