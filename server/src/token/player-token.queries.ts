import type { Executor, Tx } from '@vexil/db';
import { accounts, apiTokens } from '@vexil/db/schema/account';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { participationMembers, participations } from '@vexil/db/schema/participation';
import { and, asc, eq, inArray, isNotNull } from 'drizzle-orm';

export type PlayerTokenRow = Awaited<ReturnType<typeof listPlayerTokens>>[number];

/** The oldest first. Plan: api_tokens_creator_id_idx, then primary keys. */
export function listPlayerTokens(db: Executor, accountId: string) {
  return db
    .select({
      token: apiTokens,
      gameId: gameTokens.gameId,
      game: games.title,
      playsAs: participationMembers.participationId,
      division: divisions.kind,
    })
    .from(apiTokens)
    .innerJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .innerJoin(games, eq(games.id, gameTokens.gameId))
    .leftJoin(
      participationMembers,
      and(
        eq(participationMembers.gameId, gameTokens.gameId),
        eq(participationMembers.accountId, accountId),
        eq(participationMembers.participationId, gameTokens.participationId),
      ),
    )
    .leftJoin(participations, eq(participations.id, participationMembers.participationId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(and(eq(apiTokens.creatorId, accountId), isNotNull(gameTokens.participationId)))
    .orderBy(asc(apiTokens.createdAt), asc(apiTokens.id));
}

/** Players' tokens of an account, counted under its lock. */
export async function lockPlayerTokens(tx: Tx, accountId: string): Promise<number> {
  await tx.select({ id: accounts.id }).from(accounts).where(eq(accounts.id, accountId)).for('no key update');
  return tx.$count(gameTokens, inArray(gameTokens.tokenId, playerTokensOf(tx, accountId)));
}

const playerTokensOf = (tx: Tx, accountId: string) =>
  tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .innerJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .where(and(eq(apiTokens.creatorId, accountId), isNotNull(gameTokens.participationId)));

/** Where the account plays in the game. */
export async function findPlace(tx: Tx, accountId: string, gameId: number) {
  const [row] = await tx
    .select({
      game: games.title,
      participationId: participations.id,
      status: participations.status,
      division: divisions.kind,
    })
    .from(participationMembers)
    .innerJoin(participations, eq(participations.id, participationMembers.participationId))
    .innerJoin(games, eq(games.id, participationMembers.gameId))
    .leftJoin(divisions, eq(divisions.id, participations.divisionId))
    .where(and(eq(participationMembers.gameId, gameId), eq(participationMembers.accountId, accountId)));
  return row;
}

export async function bindToPlayer(tx: Tx, values: typeof gameTokens.$inferInsert): Promise<void> {
  await tx.insert(gameTokens).values(values);
}
