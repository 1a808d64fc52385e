import type { Database, Executor } from '@vexil/db';
import { lockClasses } from '@vexil/db/schema/locks';
import { type SubmissionRow, submissions } from '@vexil/db/schema/submission';
import { and, eq } from 'drizzle-orm';

export interface Arrival {
  gameId: number;
  challengeId: number;
  participationId: number;
  accountId: string;
  answerHash: string;
  answerSealed: string;
  submittedAt: Date;
  /** Submissions of a team on the challenge, 0 for any number. */
  limit: number;
}

/**
 * Counts and stores an answer in one statement; undefined when the team's limit is used up. The parts depend on each
 * other so that they run in this order: the lock is held before the id is given out, so the judge, who takes it
 * exclusively, never finds a smaller id appear behind one it has judged.
 */
export async function insertSubmission(sql: Database['sql'], arrival: Arrival): Promise<number | undefined> {
  const { gameId, challengeId, participationId, accountId, answerHash, answerSealed, limit } = arrival;
  const [row] = await sql<{ id: number }[]>`
    with arriving as materialized (
      select pg_advisory_xact_lock_shared(${lockClasses.submissionArrival}::int, ${challengeId}::int)
    ), counted as (
      insert into instances as i (participation_id, challenge_id, game_id, submission_count)
      select ${participationId}::int, ${challengeId}::int, ${gameId}::int, 1 from arriving
      on conflict (participation_id, challenge_id) do update set submission_count = i.submission_count + 1
      where ${limit}::int = 0 or i.submission_count < ${limit}::int
      returning i.participation_id
    )
    insert into submissions
      (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed, submitted_at)
    select ${gameId}::int, ${challengeId}::int, counted.participation_id, ${accountId}::uuid, ${answerHash},
      ${answerSealed}, ${arrival.submittedAt.toISOString()}::timestamptz
    from counted
    returning id`;
  return row?.id;
}

export async function findOwnSubmission(
  db: Executor,
  key: { id: number; gameId: number; challengeId: number; accountId: string },
): Promise<Pick<SubmissionRow, 'status'> | undefined> {
  const [row] = await db
    .select({ status: submissions.status })
    .from(submissions)
    .where(
      and(
        eq(submissions.id, key.id),
        eq(submissions.gameId, key.gameId),
        eq(submissions.challengeId, key.challengeId),
        eq(submissions.accountId, key.accountId),
      ),
    );
  return row;
}
