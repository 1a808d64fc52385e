import type { Executor } from '@vexil/db';
import { captureFindings } from '@vexil/db/schema/capture';
import { challenges } from '@vexil/db/schema/challenge';
import { cheatFindings, submissions } from '@vexil/db/schema/submission';
import { type AnswerFact, answerTeamsMax, type DeviceFact, type SolveFact } from '@vexil/rules/evidence.rules';
import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';

export const milliseconds = (column: SQL) => sql`(extract(epoch from ${column}) * 1000)::float8`;

/** Teams whose play counts, or counted until they were suspended. */
export const isPlaying = sql`p.status in ('Accepted', 'Suspended')`;

/**
 * Plan, at 30,000 solves and 200,000 traces: solves by their index by game; traces of each kind in one scan of those of the
 * game and a hash join, which is cheaper than a probe per solve; containers by game, hashed.
 */
export async function listSolveFacts(db: Executor, gameId: number): Promise<SolveFact[]> {
  const traceOf = (kind: string, name: string) => sql`
    left join play_traces ${sql.raw(name)} on ${sql.raw(name)}.participation_id = s.participation_id
      and ${sql.raw(name)}.challenge_id = s.challenge_id and ${sql.raw(name)}.kind = ${kind}
      and ${sql.raw(name)}.game_id = s.game_id`;
  const rows = await db.execute<SolveFact & Record<string, unknown>>(sql`
    select s.participation_id as "participationId", s.challenge_id as "challengeId", s.account_id as "accountId",
      ${milliseconds(sql`s.solved_at`)} as at, ${milliseconds(sql`o.happened_at`)} as "openedAt",
      ${milliseconds(sql`l.happened_at`)} as "loadedAt", n.happened_at is not null or k.id is not null as "hasInstance"
    from solves s join participations p on p.id = s.participation_id and ${isPlaying}
    ${traceOf('Opened', 'o')} ${traceOf('Loaded', 'l')} ${traceOf('Connected', 'n')}
    left join (
      select participation_id, challenge_id, count(*) as id from containers
      where game_id = ${gameId} and kind = 'Team' group by 1, 2
    ) k on k.participation_id = s.participation_id and k.challenge_id = s.challenge_id
    where s.game_id = ${gameId} and s.reversed_at is null`);
  return [...rows];
}

/**
 * Wrong ones that few teams have in common. Plan: hash aggregates of the game's submissions and of these, and a hash join:
 * a window over all of them would sort them on disk.
 */
export async function listSharedAnswers(db: Executor, gameId: number): Promise<AnswerFact[]> {
  const rows = await db.execute<AnswerFact & Record<string, unknown>>(sql`
    with sent as (
      select s.participation_id as "participationId", s.challenge_id as "challengeId", s.answer_hash as "answerHash",
        min(s.id) as "submissionId", ${milliseconds(sql`min(s.submitted_at)`)} as at
      from submissions s join participations p on p.id = s.participation_id and ${isPlaying}
      where s.game_id = ${gameId} and s.status = 'WrongAnswer'
      group by s.participation_id, s.challenge_id, s.answer_hash
    ), common as (
      select "challengeId", "answerHash" from sent group by 1, 2 having count(*) between 2 and ${answerTeamsMax}
    )
    select * from sent join common using ("challengeId", "answerHash")`);
  return [...rows];
}

/**
 * Devices that accounts of several teams used. Plan: submissions and openings of the game, each reduced to a few rows for
 * each member by a hash aggregate, before anything is sorted.
 */
export async function listSharedDevices(db: Executor, gameId: number): Promise<DeviceFact[]> {
  const rows = await db.execute<DeviceFact & Record<string, unknown>>(sql`
    with used as (
      select participation_id, device_hash, account_id, min(submitted_at) as at from submissions
      where game_id = ${gameId} and device_hash is not null group by 1, 2, 3
      union all
      select participation_id, device_hash, account_id, min(happened_at) from play_traces
      where game_id = ${gameId} and device_hash is not null and kind = 'Opened' group by 1, 2, 3
    )
    select u.participation_id as "participationId", u.device_hash as "deviceHash", ${milliseconds(sql`min(u.at)`)} as at,
      coalesce(jsonb_agg(distinct u.account_id) filter (where u.account_id is not null), '[]') as accounts
    from used u join participations p on p.id = u.participation_id and ${isPlaying}
    where u.device_hash in (
      select device_hash from used group by device_hash having min(participation_id) <> max(participation_id))
    group by u.participation_id, u.device_hash`);
  return [...rows];
}

/** Challenges with a file that we serve. Plan: challenges by game; attachments_pkey and attachments_first_id_idx. */
export async function listWithFiles(db: Executor, gameId: number): Promise<Set<number>> {
  const rows = await db.execute<{ id: number }>(sql`
    select c.id from challenges c
    where c.game_id = ${gameId} and (c.type = 'DynamicAttachment' or exists (
      select from attachments a
      where (a.id = c.attachment_id or a.first_id = c.attachment_id) and a.type = 'Local'))`);
  return new Set(rows.map(({ id }) => id));
}

/** Whether every opening is recorded since the start of the game. An event that was imported began before it was here. */
export async function isRecorded(db: Executor, gameId: number): Promise<boolean> {
  const rows = await db.execute(
    sql`select 1 from games g join trace_epochs e on greatest(e.since, g.created_at) <= g.start_at where g.id = ${gameId}`,
  );
  return rows.length > 0;
}

/** Plan: submissions_findings_idx. */
export const listFoundSubmissions = (db: Executor, gameId: number) =>
  db
    .select({
      submissionId: submissions.id,
      isCanary: submissions.isCanary,
      participationId: submissions.participationId,
      challengeId: submissions.challengeId,
      at: submissions.submittedAt,
      otherId: cheatFindings.sourceParticipationId,
    })
    .from(submissions)
    .leftJoin(cheatFindings, eq(cheatFindings.submissionId, submissions.id))
    .where(
      and(eq(submissions.gameId, gameId), sql`(${submissions.isCanary} or ${submissions.status} = 'CheatDetected')`),
    );

/** Plan: capture_findings_game_id_idx. */
export const listCaptureHits = (db: Executor, gameId: number) =>
  db
    .select({
      id: captureFindings.id,
      participationId: captureFindings.participationId,
      otherId: captureFindings.sourceParticipationId,
      challengeId: captureFindings.challengeId,
      at: captureFindings.happenedAt,
    })
    .from(captureFindings)
    .where(eq(captureFindings.gameId, gameId));

export async function listTitles(db: Executor, ids: readonly number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db
    .select({ id: challenges.id, title: challenges.title })
    .from(challenges)
    .where(inArray(challenges.id, [...ids]));
  return new Map(rows.map(({ id, title }) => [id, title]));
}
