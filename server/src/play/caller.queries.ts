import type { Database } from '@vexil/db';
import { apiTokens } from '@vexil/db/schema/account';
import { type Caller, type CallerQuery, isBySession, type OwnReader, readForCallers } from '@vexil/http/reads/caller';
import { and, gt, isNull, or, type SQL } from 'drizzle-orm';
import type { Fragment } from './columns.queries';

type Sql = Database['sql'];

export type CallerRow = Caller & { ordinal: number };

/**
 * The query of callers: their columns, the ids of the call, and its ordinal from 1. Plan: per call, each lateral select
 * with `limit 1` keeps to sessions_pkey and accounts_pkey. Without the inner selects around the arrays the planner knows
 * their lengths, takes a plan for one call for cheaper than the kept one, and plans anew for each statement: 1.3 ms
 * instead of 0.5 ms for one call.
 */
export function callers(sql: Sql, calls: readonly CallerQuery[]): Fragment {
  const requested = sql`unnest(
    (select ${calls.map((call) => ('sessionHash' in call ? call.sessionHash : null))}::text[]),
    (select ${calls.map((call) => ('accountId' in call ? call.accountId : null))}::uuid[]),
    (select ${calls.map(({ gameId }) => gameId ?? null)}::int4[]),
    (select ${calls.map(({ challengeId }) => challengeId ?? null)}::int4[]),
    (select ${calls.map(({ submissionId }) => submissionId ?? null)}::int4[])
  ) with ordinality as k(hash, id, "gameId", "challengeId", "submissionId", ordinal)`;
  // Submissions come in bursts, and their accounts have been read.
  if (!calls.some(isBySession))
    return sql`select k.ordinal::int4, k.id, k."gameId", k."challengeId", k."submissionId" from ${requested}`;
  return sql`
    select k.ordinal::int4, a.id, a.user_name as "userName", a.role,
      (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt",
      (extract(epoch from a.last_visited_at) * 1000)::float8 as "lastSeenAt",
      (extract(epoch from s.last_seen_at) * 1000)::float8 as "sessionSeenAt", s.device_hash as "deviceHash",
      k."gameId", k."challengeId", k."submissionId"
    from ${requested}
    cross join lateral (
      (select account_id, expires_at, last_seen_at, device_hash from sessions where token_hash = k.hash limit 1)
      union all select k.id, null, null, null where k.id is not null
    ) s
    cross join lateral (select id, user_name, role, last_visited_at from accounts where id = s.account_id limit 1) a`;
}

/**
 * @param select from callers `c`, with all their columns and at most one row for each; of a call by account id, `c` has
 *   the ids only
 */
export const readOwn = <Row extends object>(select: (sql: Sql) => Fragment): OwnReader<Row> =>
  readForCallers(async (sql, calls) => {
    const rows = await sql<(CallerRow & Row)[]>`with callers as (${callers(sql, calls)}) ${select(sql)}`;
    const found = new Map(rows.map((row) => [row.ordinal, row]));
    return calls.map((call, index) => {
      const row = found.get(index + 1);
      return row && { caller: isBySession(call) ? row : null, own: row };
    });
  });

export const findCaller = readOwn<object>((sql) => sql`select c.* from callers c`);

/** Of a caller `c` and a game `g`: on its staff or in one of its accepted teams. */
export const isInvited = (sql: Sql): Fragment => sql`(
  exists (select from game_staff s where s.game_id = g.id and s.account_id = c.id)
  or exists (
    select from team_members m join participations p on p.team_id = m.team_id
    where m.account_id = c.id and p.game_id = g.id and p.status = 'Accepted'
  ))`;

/** Whether the reply about a game `g` depends on it. */
export const asksInvited = (sql: Sql): Fragment => sql`(g.hidden or g.board_visibility = 'Participants')`;

export const isValidToken = (isWanted: SQL | undefined, now: Date): SQL | undefined =>
  and(isWanted, isNull(apiTokens.revokedAt), or(isNull(apiTokens.expiresAt), gt(apiTokens.expiresAt, now)));
