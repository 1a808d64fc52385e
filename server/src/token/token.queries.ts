import { DomainError } from '@vexil/contract/errors';
import { gameTokensMax } from '@vexil/contract/token';
import type { Database, Executor, Tx } from '@vexil/db';
import type { Role } from '@vexil/db/enums/account';
import { type ApiTokenRow, accounts, apiTokens } from '@vexil/db/schema/account';
import { gameTokens } from '@vexil/db/schema/game-token';
import { batchFor } from '@vexil/http/reads/batch';
import { and, asc, eq, isNull, lt, or } from 'drizzle-orm';

export interface TokenWithCreator {
  token: ApiTokenRow;
  creator: string | null;
  gameId: number | null;
}

/** Of staff; of one game, where it is named. */
export function listTokens(db: Executor, gameId?: number): Promise<TokenWithCreator[]> {
  return db
    .select({ token: apiTokens, creator: accounts.userName, gameId: gameTokens.gameId })
    .from(apiTokens)
    .leftJoin(accounts, eq(accounts.id, apiTokens.creatorId))
    .leftJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .where(and(isNull(gameTokens.participationId), gameId === undefined ? undefined : eq(gameTokens.gameId, gameId)))
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
  const ofStaff = and(eq(gameTokens.gameId, gameId), isNull(gameTokens.participationId));
  if ((await tx.$count(gameTokens, ofStaff)) >= limit) {
    throw new DomainError('token.tooMany', { params: { limit } });
  }
  await tx.insert(gameTokens).values({ tokenId, gameId });
}

export type Bound = typeof gameTokens.$inferSelect;

/** undefined for tokens of the platform. */
export async function findGameOfToken(tx: Tx, tokenId: string): Promise<Bound | undefined> {
  const [row] = await tx.select().from(gameTokens).where(eq(gameTokens.tokenId, tokenId));
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

export interface ValidToken {
  id: string;
  userName: string;
  /** A player's token has no rights of staff. */
  role: Role;
  tokenId: string;
  scopes: string[];
  /** Unix milliseconds. */
  lastUsedAt: number | null;
  gameId: number | null;
  /** Of a player's token. */
  teamId: number | null;
  isPeopleOnly: boolean;
}

/**
 * undefined for tokens that are over, by time or with what they stand for: the role of their maker in the game, or the
 * place in the team. Plan: api_tokens_token_hash_key per call, then primary keys.
 */
export const findValidToken = batchFor((sql: Database['sql']) => ({
  async run(calls: readonly { hash: string; now: Date }[]): Promise<(ValidToken | undefined)[]> {
    const rows = await sql<(ValidToken & { ordinal: number })[]>`
      select k.ordinal::int4, a.id, a.user_name as "userName", t.id as "tokenId", t.scopes, g.game_id as "gameId",
        case when g.participation_id is not null and a.role <> 'Banned' then 'User' else a.role end as role,
        (extract(epoch from t.last_used_at) * 1000)::float8 as "lastUsedAt",
        p.team_id as "teamId", coalesce(d.kind = 'People', false) as "isPeopleOnly"
      from unnest(${calls.map(({ hash }) => hash)}::text[], ${calls.map(({ now }) => now.toISOString())}::text[])
        with ordinality as k(hash, now, ordinal)
      join api_tokens t on t.token_hash = k.hash
      join accounts a on a.id = t.creator_id
      left join game_tokens g on g.token_id = t.id
      left join game_staff s on s.game_id = g.game_id and s.account_id = a.id
      left join participation_members m on m.game_id = g.game_id and m.account_id = a.id
        and m.participation_id = g.participation_id
      left join participations p on p.id = m.participation_id
      left join divisions d on d.id = p.division_id
      where t.revoked_at is null and (t.expires_at is null or t.expires_at > k.now::timestamptz)
        and case
          when g.game_id is null then true
          when g.participation_id is not null then p.id is not null
          else a.role <> 'Banned' and (a.role = 'Admin' or s.role = 'organiser')
        end`;
    const found = new Map(rows.map((row) => [row.ordinal, row]));
    return calls.map((_, index) => found.get(index + 1));
  },
}));

/** Stores when a token was used, unless that was stored after `before`: of concurrent calls only the first writes. */
export async function updateLastUsed(db: Executor, id: string, now: Date, before: Date): Promise<void> {
  await db
    .update(apiTokens)
    .set({ lastUsedAt: now })
    .where(and(eq(apiTokens.id, id), or(isNull(apiTokens.lastUsedAt), lt(apiTokens.lastUsedAt, before))));
}
