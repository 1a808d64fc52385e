import type { Database } from '@vexil/db';
import type { ChallengeCategory, CustomCategory } from '@vexil/db/enums/challenge';

type Sql = Database['sql'];

/** Newest submissions that the figures of the last hour are counted from; the plan walks the index by game and id. */
const recentRowsMax = 20_000;

export interface MinuteRow {
  /** Unix milliseconds. */
  minute: number;
  right: number;
  wrong: number;
}

export const listMinutes = (sql: Sql, gameId: number, since: Date) => sql<MinuteRow[]>`
  select (extract(epoch from date_trunc('minute', r.submitted_at)) * 1000)::float8 as minute,
    count(*) filter (where r.status = 'Accepted')::int as "right",
    count(*) filter (where r.status <> 'Accepted')::int as wrong
  from (
    select submitted_at, status from submissions where game_id = ${gameId} order by id desc limit ${recentRowsMax}
  ) r
  where r.submitted_at >= ${since.toISOString()}::timestamptz
  group by 1`;

export interface TeamRow {
  accepted: number;
  active: number;
  solved: number;
}

export async function countTeams(sql: Sql, gameId: number, since: Date): Promise<TeamRow> {
  const [row] = await sql<TeamRow[]>`
    select
      (select count(*)::int from participations where game_id = ${gameId} and status = 'Accepted') as accepted,
      (select count(distinct r.participation_id)::int from (
        select participation_id, submitted_at from submissions where game_id = ${gameId}
        order by id desc limit ${recentRowsMax}
      ) r where r.submitted_at >= ${since.toISOString()}::timestamptz) as active,
      (select count(distinct participation_id)::int from solves
        where game_id = ${gameId} and reversed_at is null) as solved`;
  return row ?? { accepted: 0, active: 0, solved: 0 };
}

export interface SubmissionCounts {
  right: number;
  wrong: number;
  shared: number;
  waiting: number;
  /** Unix milliseconds. */
  waitingSince: number | null;
}

export async function countSubmissions(sql: Sql, gameId: number): Promise<SubmissionCounts> {
  const [row] = await sql<SubmissionCounts[]>`
    select count(*) filter (where status = 'Accepted')::int as "right",
      count(*) filter (where status in ('WrongAnswer', 'NotFound'))::int as wrong,
      count(*) filter (where status = 'CheatDetected')::int as shared,
      count(*) filter (where status = 'FlagSubmitted')::int as waiting,
      floor(extract(epoch from min(submitted_at) filter (where status = 'FlagSubmitted')) * 1000)::float8
        as "waitingSince"
    from submissions where game_id = ${gameId}`;
  return row ?? { right: 0, wrong: 0, shared: 0, waiting: 0, waitingSince: null };
}

export interface InstanceRow {
  running: number;
  waiting: number;
  ending: number;
  failed: number;
}

export async function countInstances(sql: Sql, gameId: number, since: Date): Promise<InstanceRow> {
  const [row] = await sql<InstanceRow[]>`
    select count(*) filter (where state = 'running')::int as running,
      count(*) filter (where state in ('requested', 'starting'))::int as waiting,
      count(*) filter (where state = 'stopping')::int as ending,
      count(*) filter (where state = 'failed' and requested_at >= ${since.toISOString()}::timestamptz)::int as failed
    from containers where game_id = ${gameId} and kind = 'Team'`;
  return row ?? { running: 0, waiting: 0, ending: 0, failed: 0 };
}

export interface ChallengeRow {
  id: number;
  title: string;
  category: ChallengeCategory;
  customCategory: CustomCategory | null;
  solves: number;
  answers: number;
}

export const listChallengeFigures = (sql: Sql, gameId: number) => sql<ChallengeRow[]>`
  select c.id, c.title, c.category, c.custom_category as "customCategory", coalesce(s.solves, 0)::int as solves, coalesce(a.answers, 0)::int as answers
  from challenges c
  left join (select challenge_id, count(*) as solves from solves
    where game_id = ${gameId} and reversed_at is null group by 1) s
    on s.challenge_id = c.id
  left join (select challenge_id, sum(submission_count) as answers from team_challenges
    where game_id = ${gameId} group by 1) a on a.challenge_id = c.id
  where c.game_id = ${gameId} and c.is_enabled
  order by c.category, lower(c.custom_category ->> 'name') nulls first, c.title, c.id`;
