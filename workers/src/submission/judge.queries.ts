// Raw SQL: a batch is loaded in a fixed number of statements, whatever its size and number of challenges.

import { judgePartitions } from '@vexil/contract/submission';
import { listToJudge } from '@vexil/data/submission/to-judge.queries';
import type { Database, SqlTx } from '@vexil/db';
import { lockClasses } from '@vexil/db/schema/locks';
import type { WaitingSubmission } from '@vexil/rules/judge.rules';

export interface JudgePartition {
  gameId: number;
  partition: number;
}

/** Waiting submissions of the challenge are judged up to this id. */
export interface ArrivalMark {
  challengeId: number;
  mark: number;
}

/**
 * Ids are assigned under a shared lock before their rows are visible. The exclusive locks wait for those transactions,
 * so no smaller id can become visible later, and end with the statement. Plan: per challenge one backward look into the
 * partial index of waiting submissions.
 */
export async function readArrivalMarks(
  sql: Database['sql'],
  { gameId, partition }: JudgePartition,
): Promise<ArrivalMark[]> {
  // Unprepared, so that it is planned for the current table size, see `lockJudging`.
  return sql.unsafe<ArrivalMark[]>(
    `with waiting as materialized (
      select c.id as "challengeId", s.id as mark
      from challenges c cross join lateral (
        select w.id from submissions w where w.challenge_id = c.id and w.status = 'FlagSubmitted'
        order by w.id desc limit 1
      ) s
      where c.game_id = $1 and c.id % $2::int = $3
      order by c.id
    )
    select "challengeId", mark, pg_advisory_xact_lock($4::int, "challengeId") from waiting`,
    [gameId, judgePartitions, partition, lockClasses.submissionArrival],
  );
}

/** A table has useful statistics from this many rows, or is too small for its plan to matter. */
const analysedRowsMin = 1000;
const smallTableBytes = 65_536;

/**
 * Locks the challenges, given in ascending order, until the end of the transaction. Generic plans by index, because
 * planning costs more than judging; custom plans while statistics lag, because a generic plan made for a few rows would
 * scan the table for each submission until the next ANALYZE.
 */
export async function lockJudging(tx: SqlTx, marks: readonly ArrivalMark[]): Promise<void> {
  await tx`
    select set_config('enable_seqscan', 'off', true),
      set_config('plan_cache_mode', (
        select case when bool_and(c.reltuples >= ${analysedRowsMin}::int or pg_relation_size(c.oid) < ${smallTableBytes}::int)
          then 'force_generic_plan' else 'force_custom_plan' end
        from pg_class c where c.oid = any(array['submissions', 'solves', 'team_challenges', 'activities']::regclass[])
      ), true),
      count(pg_advisory_xact_lock(${lockClasses.challengeJudge}::int, id))
    from unnest(${marks.map(({ challengeId }) => challengeId)}::int[]) as judged(id)`;
}

export interface JudgedChallenge {
  id: number;
  gameId: number;
  gameTitle: string;
  title: string;
  deadline: number | null;
  disableBloodBonus: boolean;
  start: number;
  end: number;
  pausedAt: number | null;
  /** Later bloods are not public before the reveal; null is never. */
  freeze: number | null;
  /** Announced, by division that scores alone; of the others by 0. */
  bloodCounts: Record<string, number>;
  aloneIds: number[];
  /** Whether flags are compared otherwise than by the hash of the answer. */
  hasRules: boolean;
  /** Whether a challenge of the game requires it. */
  unlocks: boolean;
}

export async function loadChallenges(
  tx: SqlTx,
  marks: readonly ArrivalMark[],
): Promise<ReadonlyMap<number, JudgedChallenge>> {
  const rows = await tx<JudgedChallenge[]>`
    select c.id, c.game_id as "gameId", g.title as "gameTitle", c.title, c.disable_blood_bonus as "disableBloodBonus",
      (extract(epoch from c.deadline_at) * 1000)::float8 as deadline,
      (extract(epoch from g.start_at) * 1000)::float8 as start, (extract(epoch from g.end_at) * 1000)::float8 as end,
      (extract(epoch from g.freeze_at) * 1000)::float8 as freeze,
      (extract(epoch from g.paused_at) * 1000)::float8 as "pausedAt",
      (select coalesce(jsonb_object_agg(n.division_id, n.count), '{}') from (
        select division_id, count(*)::int from notices
        where challenge_id = c.id and type in ('FirstBlood', 'SecondBlood', 'ThirdBlood') group by 1
      ) n) as "bloodCounts",
      (select coalesce(jsonb_agg(d.id), '[]') from divisions d where d.game_id = c.game_id and d.scores_alone) as "aloneIds",
      exists (select from flags f where f.challenge_id = c.id and (f.match <> 'Exact' or f.is_canary)) as "hasRules",
      exists (select from challenges o where o.game_id = c.game_id and o.requires is not null
        and o.requires -> 'challengeIds' @> to_jsonb(c.id)) as unlocks
    from challenges c join games g on g.id = c.game_id
    where c.id = any(${marks.map(({ challengeId }) => challengeId)}::int[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

/** The oldest waiting submissions up to the marks, in order of arrival. */
export function listWaiting(tx: SqlTx, marks: readonly ArrivalMark[], limit: number): Promise<WaitingSubmission[]> {
  // Plan: per challenge the partial index of waiting submissions in its order, at most `limit` entries; all joins by key.
  const oldest = tx`
    select w.* from unnest(${marks.map(({ challengeId }) => challengeId)}::int[], ${marks.map(({ mark }) => mark)}::int[])
      as m(challenge_id, mark)
    cross join lateral (
      select w.id, w.challenge_id, w.participation_id, w.account_id, w.answer_hash, w.submitted_at, w.ip, w.status
      from submissions w
      where w.challenge_id = m.challenge_id and w.status = 'FlagSubmitted' and w.id <= m.mark
      order by w.id limit ${limit}
    ) w`;
  return listToJudge(tx, oldest, limit);
}

/** Partitions with a submission that has waited since before this time. Plan: the partial index of waiting submissions. */
export async function listOverduePartitions(sql: Database['sql'], before: Date): Promise<JudgePartition[]> {
  return sql<JudgePartition[]>`
    select distinct game_id as "gameId", challenge_id % ${judgePartitions}::int as partition from submissions
    where status = 'FlagSubmitted' and submitted_at <= ${before.toISOString()}`;
}
