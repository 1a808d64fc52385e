// Every call with a cookie begins here, so these are prepared statements by hand, shared by all that come at once.

import type { Database } from '@vexil/db';
import type { Role } from '@vexil/db/enums/account';
import { batchFor } from '../batch';

export interface SessionFacts {
  id: string;
  userName: string;
  role: Role;
  /** Unix milliseconds. */
  expiresAt: number;
  /** Unix milliseconds; null before the first visit. */
  lastVisitedAt: number | null;
}

/** The session and the account of a token's hash, as stored now; undefined where there is none. */
export const findSession = batchFor((sql: Database['sql']) => ({
  async run(hashes: readonly string[]) {
    // The inner select keeps to the index, however many the planner expects.
    const rows = await sql<(SessionFacts & { hash: string })[]>`
      select asked.hash, s.id, s.user_name as "userName", s.role,
        (extract(epoch from s.expires_at) * 1000)::float8 as "expiresAt",
        (extract(epoch from s.last_visited_at) * 1000)::float8 as "lastVisitedAt"
      from unnest(${hashes as string[]}::text[]) as asked(hash)
      cross join lateral (
        select a.id, a.user_name, a.role, a.last_visited_at, k.expires_at
        from sessions k join accounts a on a.id = k.account_id
        where k.token_hash = asked.hash limit 1
      ) s`;
    const found = new Map(rows.map(({ hash, ...facts }) => [hash, facts]));
    return hashes.map((hash) => found.get(hash));
  },
}));

/** Moves the end of a session; one that has ended meanwhile stays so. */
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

export interface Visit {
  accountId: string;
  at: Date;
  ip: string;
}

/** Notes visits of different accounts, where the last noted one is older than `intervalMs`. */
export async function storeVisits(sql: Database['sql'], visits: readonly Visit[], intervalMs: number): Promise<void> {
  // Whoever is being noted by another server at this moment needs no second note.
  await sql`
    with due as materialized (
      select a.id, v.at::timestamptz, left(v.ip, 45) as ip
      from unnest(${visits.map(({ accountId }) => accountId)}::uuid[],
        ${visits.map(({ at }) => at.toISOString())}::text[],
        ${visits.map(({ ip }) => ip)}::text[]) as v(id, at, ip)
      join accounts a on a.id = v.id
      where a.last_visited_at is null or a.last_visited_at < v.at::timestamptz - ${intervalMs}::int * interval '1 ms'
      order by a.id for no key update of a skip locked
    )
    update accounts a set last_visited_at = due.at, ip = due.ip from due where a.id = due.id`;
}
