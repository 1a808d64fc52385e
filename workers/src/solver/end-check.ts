import { containerJobs } from '@vexil/contract/container';
import type { SolverCheckRow } from '@vexil/db/schema/container';
import { addJob } from '@vexil/runtime/queues';
import { moveContainer } from '../container/container.queries';
import type { WorkerDeps } from '../deps';
import { type CheckOrder, deleteOldChecks, endRunningCheck } from './solver.queries';

export type CheckEnd = Pick<SolverCheckRow, 'result'> &
  Partial<Pick<SolverCheckRow, 'outputSealed' | 'exitCode' | 'error'>>;

/** Stores how a check ended, and ends its instance. */
export async function endCheck(deps: WorkerDeps, { check, container }: CheckOrder, end: CheckEnd): Promise<void> {
  const row = await endRunningCheck(deps.db, check, { ...end, endedAt: deps.clock.now() });
  if (!row) return;
  const { gameId, challengeId, result, error } = row;
  deps.metrics.solverChecks.inc({ result });
  const status = result === 'passed' ? 'Success' : 'Failed';
  const details = { event: 'solver.checked', gameId, challengeId, result, reason: error, status };
  deps.log[result === 'passed' ? 'info' : 'warn'](details, 'The solver of a challenge was run');
  await deleteOldChecks(deps.db, challengeId);
  if (container) await stopInstance(deps, container.id);
}

export async function stopInstance(deps: WorkerDeps, containerId: string): Promise<void> {
  const live = ['requested', 'starting', 'running'] as const;
  const row = await moveContainer(deps.db, containerId, live, { state: 'stopping', endReason: 'checked' });
  if (row) await addJob(deps, containerJobs.stop, { containerId });
}
