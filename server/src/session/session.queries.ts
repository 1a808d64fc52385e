import type { Database, Tx } from '@vexil/db';
import { accounts, apiTokens, sessions } from '@vexil/db/schema/account';
import { gameTokens } from '@vexil/db/schema/game-token';
import { batchFor } from '@vexil/http/reads/batch';
import { and, eq, inArray, isNotNull, ne, sql } from 'drizzle-orm';
import { readOwn } from '../play/caller.queries';

/** Enough of the stored hash to be unique; the token cannot be found from it. */
export const sessionIdLength = 32;

export const renewSession = batchFor((sql: Database['sql']) => ({
  async run(renewals: readonly { hash: string; seenAt: Date; expiresAt: Date }[]) {
    // In one order everywhere, because other servers may renew the same ones.
    await sql`
      with due as materialized (
        select s.token_hash, r.seen_at::timestamptz, r.expires_at::timestamptz
        from unnest(${renewals.map(({ hash }) => hash)}::text[],
          ${renewals.map(({ seenAt }) => seenAt.toISOString())}::text[],
          ${renewals.map(({ expiresAt }) => expiresAt.toISOString())}::text[]) as r(hash, seen_at, expires_at)
        join sessions s on s.token_hash = r.hash
        order by s.token_hash for no key update of s
      )
      update sessions s set last_seen_at = due.seen_at, expires_at = greatest(s.expires_at, due.expires_at)
      from due where s.token_hash = due.token_hash`;
    return renewals.map(() => undefined);
  },
}));

export interface LastSeen {
  accountId: string;
  at: Date;
  ip: string;
}

/** Stores when accounts were last seen, where the stored time is older than `intervalMs`; one entry per account. */
export async function updateLastSeen(
  sql: Database['sql'],
  entries: readonly LastSeen[],
  intervalMs: number,
): Promise<void> {
  // A row that another server locks is being updated by it at this moment.
  await sql`
    with due as materialized (
      select a.id, v.at::timestamptz, left(v.ip, 45) as ip
      from unnest(${entries.map(({ accountId }) => accountId)}::uuid[],
        ${entries.map(({ at }) => at.toISOString())}::text[],
        ${entries.map(({ ip }) => ip)}::text[]) as v(id, at, ip)
      join accounts a on a.id = v.id
      where a.last_visited_at is null or a.last_visited_at < v.at::timestamptz - ${intervalMs}::int * interval '1 ms'
      order by a.id for no key update of a skip locked
    )
    update accounts a set last_visited_at = due.at, ip = due.ip from due where a.id = due.id`;
}

export interface SessionSeen {
  hash: string;
  at: Date;
  ip: string;
}

/** As `updateLastSeen`, by session; its address is that of the last use. */
export async function updateSessionsSeen(
  sql: Database['sql'],
  entries: readonly SessionSeen[],
  intervalMs: number,
): Promise<void> {
  await sql`
    with due as materialized (
      select s.token_hash, v.at::timestamptz, left(v.ip, 45) as ip
      from unnest(${entries.map(({ hash }) => hash)}::text[],
        ${entries.map(({ at }) => at.toISOString())}::text[],
        ${entries.map(({ ip }) => ip)}::text[]) as v(hash, at, ip)
      join sessions s on s.token_hash = v.hash
      where s.last_seen_at < v.at::timestamptz - ${intervalMs}::int * interval '1 ms'
      order by s.token_hash for no key update of s skip locked
    )
    update sessions s set last_seen_at = due.at, ip = due.ip from due where s.token_hash = due.token_hash`;
}

type NewSessionRow = typeof sessions.$inferInsert & { createdAt: Date };

/** With the account's last sign-in, in one statement: thousands open a session in the minute when a game begins. */
export async function insertSession(tx: Tx, values: NewSessionRow): Promise<void> {
  const { accountId, createdAt: at, ip } = values;
  const seen = tx.update(accounts).set({ lastSignedInAt: at, lastVisitedAt: at, ip }).where(eq(accounts.id, accountId));
  await tx.with(tx.$with('seen').as(seen)).insert(sessions).values(values);
}

/** Returns the accounts that had it. */
export async function deleteSession(tx: Tx, tokenHash: string): Promise<string[]> {
  const rows = await tx
    .delete(sessions)
    .where(eq(sessions.tokenHash, tokenHash))
    .returning({ accountId: sessions.accountId });
  return rows.map(({ accountId }) => accountId);
}

/** Times in Unix milliseconds. */
export interface OwnSessionRow {
  tokenHash: string;
  userAgent: string;
  ip: string;
  createdAt: number;
  lastSeenAt: number;
  expiresAt: number;
}

/** Latest use first. Plan: the index of sessions by account. */
export const findOwnSessions = readOwn<{ sessions: OwnSessionRow[] }>(
  (sql) => sql`
    select c.*, (
      select coalesce(json_agg(json_build_object(
        'tokenHash', s.token_hash, 'userAgent', s.user_agent, 'ip', s.ip,
        'createdAt', (extract(epoch from s.created_at) * 1000)::bigint,
        'lastSeenAt', (extract(epoch from s.last_seen_at) * 1000)::bigint,
        'expiresAt', (extract(epoch from s.expires_at) * 1000)::bigint
      ) order by s.last_seen_at desc, s.created_at desc), '[]')
      from sessions s where s.account_id = c.id
    ) as sessions
    from callers c`,
);

export async function deleteSessionById(tx: Tx, accountId: string, sessionId: string): Promise<void> {
  const isIt = sql`left(${sessions.tokenHash}, ${sessionIdLength}::int) = ${sessionId}`;
  await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), isIt));
}

export async function deleteSessionsExcept(tx: Tx, accountId: string, keptHash: string | null): Promise<void> {
  const others = keptHash === null ? undefined : ne(sessions.tokenHash, keptHash);
  await tx.delete(sessions).where(and(eq(sessions.accountId, accountId), others));
}

/** Those that play for the account, in any game. */
export async function deletePlayerTokens(tx: Tx, accountId: string): Promise<void> {
  const own = tx
    .select({ id: apiTokens.id })
    .from(apiTokens)
    .innerJoin(gameTokens, eq(gameTokens.tokenId, apiTokens.id))
    .where(and(eq(apiTokens.creatorId, accountId), isNotNull(gameTokens.participationId)));
  await tx.delete(apiTokens).where(inArray(apiTokens.id, own));
}
