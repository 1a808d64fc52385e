import { containerJobs } from '@vexil/contract/container';
import { solverJobs } from '@vexil/contract/solver';
import { createSolverCheck } from '@vexil/data/solver/checks.queries';
import { isCheckDue, solverChecksAtOnce } from '@vexil/rules/solver.rules';
import { addEngineJob } from '@vexil/runtime/queues';
import { inTransaction } from '@vexil/runtime/transaction';
import type { WorkerDeps } from '../deps';
import { endCheck } from './end-check';
import { type CheckOrder, listRunningChecks, listScheduled } from './solver.queries';

export async function sweepSolverChecks(deps: WorkerDeps): Promise<void> {
  const running = await listRunningChecks(deps.db);
  for (const order of running) await advance(deps, order);
  if (deps.config.containerEngine === 'none') return;
  await beginDue(deps, solverChecksAtOnce - running.length);
}

/** What a crash or an emptied Redis left behind, and checks whose instance ended before its solver. */
async function advance(deps: WorkerDeps, order: CheckOrder): Promise<void> {
  const { check, container } = order;
  switch (container?.state) {
    case 'requested':
    case 'starting':
      return;
    case 'running':
      if (check.startedAt === null && container.engine !== null) {
        await addEngineJob(deps, container.engine, solverJobs.run, { checkId: check.id });
      }
      return;
    default:
      await endCheck(deps, order, { result: 'error', error: container?.endReason ?? 'notRunning' });
  }
}

async function beginDue(deps: WorkerDeps, count: number): Promise<void> {
  if (count <= 0) return;
  const now = deps.clock.now();
  const due = (await listScheduled(deps.db)).filter(({ challenge, game, lastRequestedAt }) =>
    isCheckDue({ ...challenge, everyMinutes: challenge.solver.everyMinutes, game, lastRequestedAt }, now),
  );
  for (const { challenge } of due.slice(0, count)) {
    await inTransaction(deps, async (work) => {
      await createSolverCheck(work.tx, deps.random, { challenge, accountId: null, at: now });
      work.job(containerJobs.place, {});
    });
  }
}
