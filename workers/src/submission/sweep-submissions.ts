import type { WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import { listOverduePartitions } from './judge.queries';
import { judgeSubmissions } from './judge-submissions';

/** A submission that has waited this long was left by a crash or by a flushed queue. */
const overdueMs = 5_000;

/** Judges directly: a job of a killed worker counts as running for some seconds and would deduplicate a new one. */
export async function sweepSubmissions(deps: WorkerDeps, _payload: unknown, run: JobRun): Promise<void> {
  const overdue = await listOverduePartitions(deps.database.sql, new Date(deps.clock.now().getTime() - overdueMs));
  for (const { gameId, partition } of overdue) {
    if (run.signal.aborted) return;
    try {
      await judgeSubmissions(deps, { gameId, partition }, { ...run, repeated: false });
    } catch (error) {
      const details = { event: 'submission.judge_failed', err: error, gameId, partition };
      deps.log.error(details, `Judging partition ${partition} of game ${gameId} failed, retrying in 5 s`);
    }
  }
}
