import { DomainError } from '@vexil/contract/errors';
import { gameTokensMax } from '@vexil/contract/token';
import type { Executor, Tx } from '@vexil/db';
import { type ApiTokenRow, accounts, apiTokens } from '@vexil/db/schema/account';
import { gameStaff } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { and, asc, eq, isNull, lt, ne, or } from 'drizzle-orm';
import { isValidToken } from '../play/caller.queries';

export interface TokenWithCreator {
  token: ApiTokenRow;
  creator: string | null;
  gameId: number | null;
}

/** Of one game, where it is named. */
export function listTokens(db: Executor, gameId?: number): Promise<TokenWithCreator[]> {
  return db
    .select({ token: apiTokens, creator: accounts.userName, gameId: gameTokens.gameId })
    .from(apiTokens)
    .leftJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .leftJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .where(gameId === undefined ? undefined : eq(gameTokens.gameId, gameId))
    .orderBy(asc(apiTokens.createdAt), asc(apiTokens.id));
}

export async function insertToken(tx: Tx, values: typeof apiTokens.$inferInsert): Promise<ApiTokenRow> {
  const [row] = await tx.insert(apiTokens).values(values).returning();
  if (!row) throw new Error('The API token was not stored.');
  return row;
}

/** Of a game that the transaction has locked. Throws `token.tooMany`. */
export async function bindToken(tx: Tx, tokenId: string, gameId: number): Promise<void> {
  const limit = gameTokensMax;
  if ((await tx.$count(gameTokens, eq(gameTokens.gameId, gameId))) >= limit) {
    throw new DomainError('token.tooMany', { params: { limit } });
  }
  await tx.insert(gameTokens).values({ tokenId, gameId });
}

export async function findGameOfToken(tx: Tx, tokenId: string): Promise<number | null> {
  const [row] = await tx.select().from(gameTokens).where(eq(gameTokens.tokenId, tokenId));
  return row?.gameId ?? null;
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
      gameId: gameTokens.gameId,
    })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .leftJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .leftJoin(gameStaff, and(eq(gameStaff.gameId, gameTokens.gameId), eq(gameStaff.accountId, accounts.id)))
    .where(
      and(
        isValidToken(eq(apiTokens.tokenHash, tokenHash), now),
        or(isNull(gameTokens.gameId), eq(accounts.role, 'Admin'), eq(gameStaff.role, 'organiser')),
        or(isNull(gameTokens.gameId), ne(accounts.role, 'Banned')),
      ),
    );
  return row;
}

/** Stores when a token was used, unless that was stored after `before`: of concurrent calls only the first writes. */
export async function updateLastUsed(db: Executor, id: string, now: Date, before: Date): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}
