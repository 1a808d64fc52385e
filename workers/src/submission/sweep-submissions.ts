import { judgeLanes } from '@vexil/contract/submission';
import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import type { JudgedLane } from './judge.queries';
import { judgeSubmissions } from './judge-submissions';

/** An answer that has waited this long was left by a crash, or by a queue that was emptied. */
const patienceMs = 5_000;

/**
 * Judges what has waited too long. It does so itself instead of enqueuing: a job of a worker that was killed counts as
 * running for some seconds, and keeps others of its kind out of the queue.
 */
export async function sweepSubmissions(deps: WorkerDeps, _payload: unknown, run: JobRun): Promise<void> {
  const waitingSince = new Date(deps.clock.now().getTime() - patienceMs).toISOString();
  const left = await deps.database.sql<JudgedLane[]>`
    select distinct game_id as "gameId", challenge_id % ${judgeLanes}::int as lane from submissions
    where status = 'FlagSubmitted' and submitted_at <= ${waitingSince}`;
  for (const lane of left) {
    if (run.signal.aborted) return;
    try {
      await judgeSubmissions(deps, lane, { ...run, repeated: false });
    } catch (error) {
      deps.log.error({ err: error, ...lane }, 'What waits in a lane could not be judged');
    }
  }
}
