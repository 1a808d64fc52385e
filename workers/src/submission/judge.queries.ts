// Raw SQL: a batch is loaded in a fixed number of statements, whatever its size and number of challenges.

import { judgePartitions } from '@vexil/contract/submission';
import type { Database, SqlTx } from '@vexil/db';
import type { FlagMatch } from '@vexil/db/enums/challenge';
import { lockClasses } from '@vexil/db/schema/locks';
import { type DivisionFacts, divisionPermissions } from '@vexil/rules/scoreboard.rules';
import type { BloodCandidate, WaitingSubmission } from './judge';

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
  bloodCount: number;
  /** Whether flags are compared otherwise than by the hash of the answer. */
  hasRules: boolean;
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
      (select count(*)::int from notices n
        where n.challenge_id = c.id and n.type in ('FirstBlood', 'SecondBlood', 'ThirdBlood')) as "bloodCount",
      exists (select from flags f where f.challenge_id = c.id and (f.match <> 'Exact' or f.is_canary)) as "hasRules"
    from challenges c join games g on g.id = c.game_id
    where c.id = any(${marks.map(({ challengeId }) => challengeId)}::int[])`;
  return new Map(rows.map((row) => [row.id, row]));
}

interface WaitingRow extends Omit<WaitingSubmission, 'teamChallenge' | 'isCanary'> {
  hasTeamChallenge: boolean;
  flagHash: string | null;
  flagId: number | null;
  submissionCount: number | null;
  solved: boolean;
  isShared: boolean;
  ownerId: number | null;
  ownerName: string | null;
}

/** The oldest waiting submissions up to the marks, in order of arrival. */
export async function listWaiting(
  tx: SqlTx,
  marks: readonly ArrivalMark[],
  limit: number,
): Promise<WaitingSubmission[]> {
  // Plan: per challenge the partial index of waiting submissions in its order, at most `limit` entries; all joins by key.
  const rows = await tx<WaitingRow[]>`
    select s.id, s.challenge_id as "challengeId", c.type, s.participation_id as "participationId",
      s.account_id as "accountId", coalesce(a.user_name, '') as "userName", t.name as "teamName",
      p.status as "participationStatus", p.division_id as "divisionId", s.answer_hash as "answerHash",
      (extract(epoch from s.submitted_at) * 1000)::float8 as time, s.ip,
      tc.participation_id is not null as "hasTeamChallenge", tc.flag_hash as "flagHash", tc.flag_id as "flagId",
      tc.submission_count as "submissionCount", v.participation_id is not null as solved,
      exists (select from flags f where f.challenge_id = s.challenge_id and f.hash = s.answer_hash) as "isShared",
      (extract(epoch from e.replaced_at) * 1000)::float8 as "replacedAt",
      o.participation_id as "ownerId", o.name as "ownerName"
    from unnest(${marks.map(({ challengeId }) => challengeId)}::int[], ${marks.map(({ mark }) => mark)}::int[])
      as m(challenge_id, mark)
    cross join lateral (
      select w.id, w.challenge_id, w.participation_id, w.account_id, w.answer_hash, w.submitted_at, w.ip
      from submissions w
      where w.challenge_id = m.challenge_id and w.status = 'FlagSubmitted' and w.id <= m.mark
      order by w.id limit ${limit}
    ) s
    join challenges c on c.id = s.challenge_id
    join participations p on p.id = s.participation_id
    join teams t on t.id = p.team_id
    left join accounts a on a.id = s.account_id
    left join team_challenges tc on tc.participation_id = s.participation_id and tc.challenge_id = s.challenge_id
    left join solves v on v.participation_id = s.participation_id and v.challenge_id = s.challenge_id
      and v.reversed_at is null
    left join lateral (
      select max(replaced_at) as replaced_at from earlier_flags own
      where c.type = 'DynamicContainer' and own.challenge_id = s.challenge_id and own.flag_hash = s.answer_hash
        and own.participation_id = s.participation_id
    ) e on true
    left join lateral (
      select holder.id as participation_id, team.name
      from (
        select participation_id from team_challenges
        where challenge_id = s.challenge_id and flag_hash = s.answer_hash
          and (c.type = 'DynamicContainer' or c.type = 'DynamicAttachment' and flag_id is not null)
        union all
        select participation_id from earlier_flags
        where challenge_id = s.challenge_id and flag_hash = s.answer_hash and c.type = 'DynamicContainer'
      ) other
      join participations holder on holder.id = other.participation_id
      join teams team on team.id = holder.team_id
      where other.participation_id <> s.participation_id
      order by other.participation_id limit 1
    ) o on true
    order by s.id limit ${limit}`;
  return rows.map(readWaiting);
}

/** Member by member: the rest of an object took three times as long, and reading from it afterwards did too. */
function readWaiting(row: WaitingRow): WaitingSubmission {
  // The hash of a deleted attachment flag stays until the team is assigned another.
  const flagHash = row.type === 'DynamicAttachment' && row.flagId === null ? null : row.flagHash;
  return {
    id: row.id,
    challengeId: row.challengeId,
    type: row.type,
    participationId: row.participationId,
    accountId: row.accountId,
    userName: row.userName,
    teamName: row.teamName,
    participationStatus: row.participationStatus,
    divisionId: row.divisionId,
    answerHash: row.answerHash,
    time: row.time,
    ip: row.ip,
    teamChallenge: row.hasTeamChallenge ? { flagHash, submissionCount: row.submissionCount ?? 0 } : null,
    solved: row.solved,
    isShared: row.isShared,
    isCanary: false,
    replacedAt: row.replacedAt,
    owner: row.ownerId === null ? null : { participationId: row.ownerId, teamName: row.ownerName ?? '' },
  };
}

export interface FlagRule {
  challengeId: number;
  match: FlagMatch;
  isCanary: boolean;
  sealed: string;
}

/** Plan: flags_rules_idx. */
export const listFlagRules = (tx: SqlTx, challengeIds: readonly number[]): Promise<FlagRule[]> =>
  tx<FlagRule[]>`
    select challenge_id as "challengeId", match, is_canary as "isCanary", sealed from flags
    where challenge_id = any(${[...challengeIds]}::int[]) and (match <> 'Exact' or is_canary)`;

/** Plan: by primary key. */
export async function readAnswersSealed(tx: SqlTx, ids: readonly number[]): Promise<ReadonlyMap<number, string>> {
  const rows = await tx<{ id: number; sealed: string }[]>`
    select id, answer_sealed as sealed from submissions where id = any(${[...ids]}::int[])`;
  return new Map(rows.map(({ id, sealed }) => [id, sealed]));
}

/** All solves of each challenge in order of arrival, with what bloods depend on. */
export async function listBloodCandidates(
  tx: SqlTx,
  challengeIds: readonly number[],
): Promise<(BloodCandidate & { challengeId: number })[]> {
  return tx<(BloodCandidate & { challengeId: number })[]>`
    select s.challenge_id as "challengeId", p.status as "participationStatus", p.division_id as "divisionId",
      (extract(epoch from s.solved_at) * 1000)::float8 as time
    from solves s join participations p on p.id = s.participation_id
    where s.challenge_id = any(${challengeIds}::int[]) and s.reversed_at is null order by s.submission_id`;
}

export async function loadDivisions(tx: SqlTx, gameId: number, challengeIds: readonly number[]) {
  const rows = await tx<DivisionFacts[]>`
    select d.id, d.name, d.default_permissions as "defaultPermissions", coalesce((
      select jsonb_agg(jsonb_build_object('challengeId', c.challenge_id, 'permissions', c.permissions))
      from division_challenges c
      where c.division_id = d.id and c.challenge_id = any(${challengeIds}::int[])
    ), '[]') as "challengeConfigs"
    from divisions d where d.game_id = ${gameId}`;
  return divisionPermissions(rows);
}

/** Partitions with a submission that has waited since before this time. Plan: the partial index of waiting submissions. */
export async function listOverduePartitions(sql: Database['sql'], before: Date): Promise<JudgePartition[]> {
  return sql<JudgePartition[]>`
    select distinct game_id as "gameId", challenge_id % ${judgePartitions}::int as partition from submissions
    where status = 'FlagSubmitted' and submitted_at <= ${before.toISOString()}`;
}
