import type { ChallengeHealth } from '@vexil/contract/challenge';
import type postgres from 'postgres';

/** `lastFailure` is the id of the last container that did not start. */
export type ChallengeFigures = ChallengeHealth & { lastFailure: string | null };

/**
 * Plan: each part is grouped once. `team_challenges` is read by its challenge index, recent answers by
 * submissions_challenge_id_idx, instances by containers_game_id_idx.
 */
export function listChallengeHealth(sql: postgres.Sql, gameId: number, now: Date): Promise<ChallengeFigures[]> {
  const ago = (minutes: number) => sql`${new Date(now.getTime() - minutes * 60_000).toISOString()}::timestamptz`;
  return sql<ChallengeFigures[]>`
    with own as materialized (select id from challenges where game_id = ${gameId}),
    tried as (
      select challenge_id, count(*)::int as teams, sum(submission_count)::int as answers
      from team_challenges where challenge_id in (select id from own) and submission_count > 0 group by challenge_id
    ), solved as (
      select challenge_id, count(*)::int as teams from solves
      where game_id = ${gameId} and reversed_at is null group by challenge_id
    ), wrong as (
      select challenge_id, count(*) filter (where submitted_at > ${ago(10)})::int as recently,
        count(*) filter (where submitted_at <= ${ago(10)})::int as earlier
      from submissions
      where game_id = ${gameId} and status = 'WrongAnswer' and submitted_at > ${ago(70)} group by challenge_id
    ), starts as (
      select challenge_id, count(*)::int as asked, count(*) filter (where state = 'failed')::int as failed,
        (array_agg(id order by requested_at desc) filter (where state = 'failed'))[1] as last
      from containers
      where game_id = ${gameId} and kind = 'Team' and requested_at > ${ago(60)}
      group by challenge_id
    ), ends as (
      select challenge_id, count(*)::int as all, count(*) filter (where end_reason = 'outOfMemory')::int as memory
      from containers
      where game_id = ${gameId} and kind in ('Team', 'Shared') and end_reason in ('outOfMemory', 'exited')
        and ended_at > ${ago(60)}
      group by challenge_id
    )
    select own.id as "challengeId", coalesce(tried.teams, 0) as "teamsTried", coalesce(solved.teams, 0) as "teamsSolved",
      coalesce(tried.answers, 0) as answers, coalesce(wrong.recently, 0) as "wrongRecently",
      coalesce(wrong.earlier, 0) as "wrongEarlier", coalesce(starts.asked, 0) as "instanceStarts",
      coalesce(starts.failed, 0) as "failedStarts",
      starts.last as "lastFailure", coalesce(ends.all, 0) as "selfEnds",
      coalesce(ends.memory, 0) as "memoryEnds"
    from own
    left join tried on tried.challenge_id = own.id
    left join solved on solved.challenge_id = own.id
    left join wrong on wrong.challenge_id = own.id
    left join starts on starts.challenge_id = own.id
    left join ends on ends.challenge_id = own.id
    order by own.id`;
}
