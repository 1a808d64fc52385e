import type { Database } from '@vexil/db';

type Sql = Database['sql'];

/** Instants are Unix milliseconds. */
export interface OpenChallengeRow {
  id: number;
  title: string;
  isIncomplete: boolean;
  /** When it was announced to players; null where it was enabled before the start. */
  openedAt: number | null;
}

/** Enabled challenges. Plan: challenges_game_id_idx, then flags and notices of each. */
export const listOpenChallenges = (sql: Sql, gameId: number) => sql<OpenChallengeRow[]>`
  select c.id, c.title,
    (c.type in ('StaticContainer', 'DynamicContainer') and btrim(c.container_image) = '')
      or (c.type <> 'DynamicContainer' and not exists (select from flags f where f.challenge_id = c.id and not f.is_canary))
      as "isIncomplete",
    (
      select floor(extract(epoch from min(n.published_at)) * 1000)::float8 from notices n
      where n.game_id = ${gameId} and n.challenge_id = c.id and n.type = 'NewChallenge'
    ) as "openedAt"
  from challenges c
  where c.game_id = ${gameId} and c.is_enabled
  order by c.id`;

export interface TeamCounts {
  pending: number;
  pendingSince: number | null;
  unread: number;
  withoutWriteup: number;
}

export async function countTeams(sql: Sql, gameId: number): Promise<TeamCounts> {
  const [row] = await sql<TeamCounts[]>`
    select count(*) filter (where status = 'Pending')::int as pending,
      floor(extract(epoch from min(created_at) filter (where status = 'Pending')) * 1000)::float8 as "pendingSince",
      count(*) filter (where writeup_hash is not null and writeup_grade is null and writeup_comment = '')::int as unread,
      count(*) filter (where status = 'Accepted' and writeup_hash is null)::int as "withoutWriteup"
    from participations where game_id = ${gameId}`;
  return row ?? { pending: 0, pendingSince: null, unread: 0, withoutWriteup: 0 };
}

export interface CountSince {
  count: number;
  at: number | null;
}

const none: CountSince = { count: 0, at: null };

/** Answers from before this time should have a verdict. */
export async function countUnjudged(sql: Sql, gameId: number, before: Date): Promise<CountSince> {
  const [row] = await sql<CountSince[]>`
    select count(*)::int as count, floor(extract(epoch from min(submitted_at)) * 1000)::float8 as at
    from submissions
    where game_id = ${gameId} and status = 'FlagSubmitted' and submitted_at < ${before.toISOString()}::timestamptz`;
  return row ?? none;
}

/** Teams that sent another team's flag and are still accepted. */
export async function countCheating(sql: Sql, gameId: number): Promise<CountSince> {
  const [row] = await sql<CountSince[]>`
    select count(distinct p.id)::int as count, floor(extract(epoch from max(f.created_at)) * 1000)::float8 as at
    from cheat_findings f join participations p on p.id = f.submit_participation_id
      join submissions s on s.id = f.submission_id and s.status = 'CheatDetected'
    where f.game_id = ${gameId} and p.status = 'Accepted'`;
  return row ?? none;
}
