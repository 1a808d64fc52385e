import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { judgeChallenge } from './judge-challenge';

/** An answer that has waited this long was left by a crash, or by a queue that was emptied. */
const patienceMs = 5_000;

/**
 * Judges what has waited too long. It does so itself instead of enqueuing: a job of a worker that was killed counts as
 * running for some seconds, and keeps others of its kind out of the queue.
 */
export async function sweepSubmissions(deps: WorkerDeps, _payload: unknown, run: JobRun): Promise<void> {
  const waitingSince = new Date(deps.clock.now().getTime() - patienceMs).toISOString();
  const left = await deps.database.sql<{ challengeId: number }[]>`
    select distinct challenge_id as "challengeId" from submissions
    where status = 'FlagSubmitted' and submitted_at <= ${waitingSince}`;
  for (const { challengeId } of left) {
    if (run.signal.aborted) return;
    try {
      await judgeChallenge(deps, { challengeId }, { repeated: false });
    } catch (error) {
      deps.log.error({ err: error, challengeId }, 'What waits on a challenge could not be judged');
    }
  }
}
