import type { Executor } from '@vexil/db';
import { accounts, apiTokens, sessions } from '@vexil/db/schema/account';
import { gameStaff, games } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { and, eq, gt, inArray } from 'drizzle-orm';
import { isValidToken } from '../plugins/auth';
import { type AccessFacts, type Asked, pairKey } from './live.policy';

/** All that decides what these connections may hear, in a statement per kind of fact. */
export async function loadAccessFacts(db: Executor, asked: readonly Asked[], now: Date): Promise<AccessFacts> {
  const gameIds = [...new Set(asked.flatMap(({ gameId }) => gameId ?? []))];
  const hashes = [...new Set(asked.flatMap(({ sessionHash }) => sessionHash ?? []))];
  const accountIds = [...new Set(asked.flatMap(({ accountId }) => accountId ?? []))];
  const [gameRows, sessionRows, tokenRows, staffRows, memberRows] = await Promise.all([
    gameIds.length === 0 ? [] : db.select({ id: games.id }).from(games).where(inArray(games.id, gameIds)),
    hashes.length === 0
      ? []
      : db
          .select({ hash: sessions.tokenHash, role: accounts.role })
          .from(sessions)
          .innerJoin(accounts, eq(accounts.id, sessions.accountId))
          .where(and(inArray(sessions.tokenHash, hashes), gt(sessions.expiresAt, now))),
    listTokens(db, asked, now),
    listStaff(db, asked),
    gameIds.length === 0 || accountIds.length === 0
      ? []
      : db
          .select()
          .from(participationMembers)
          .where(
            and(inArray(participationMembers.gameId, gameIds), inArray(participationMembers.accountId, accountIds)),
          ),
  ]);
  return {
    games: new Set(gameRows.map(({ id }) => id)),
    roles: new Map(sessionRows.map(({ hash, role }) => [hash, role])),
    tokens: new Map(tokenRows.map(({ hash, role, scopes }) => [hash, { role, scopes }])),
    staff: new Set(staffRows.map(({ gameId, accountId }) => pairKey(gameId, accountId))),
    participations: new Map(
      memberRows.map(({ gameId, accountId, participationId }) => [pairKey(gameId, accountId), participationId]),
    ),
  };
}

async function listTokens(db: Executor, asked: readonly Asked[], now: Date) {
  const hashes = [...new Set(asked.flatMap(({ tokenHash }) => tokenHash ?? []))];
  if (hashes.length === 0) return [];
  return db
    .select({ hash: apiTokens.tokenHash, role: accounts.role, scopes: apiTokens.scopes })
    .from(apiTokens)
    .innerJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .where(isValidToken(inArray(apiTokens.tokenHash, hashes), now));
}

async function listStaff(db: Executor, asked: readonly Asked[]) {
  const watching = asked.filter(({ hub, live }) => hub === 'monitor' || (hub === 'user' && live));
  const gameIds = [...new Set(watching.flatMap(({ gameId }) => gameId ?? []))];
  const accountIds = [...new Set(watching.flatMap(({ accountId }) => accountId ?? []))];
  if (gameIds.length === 0 || accountIds.length === 0) return [];
  return db
    .select({ gameId: gameStaff.gameId, accountId: gameStaff.accountId })
    .from(gameStaff)
    .where(and(inArray(gameStaff.gameId, gameIds), inArray(gameStaff.accountId, accountIds)));
}
