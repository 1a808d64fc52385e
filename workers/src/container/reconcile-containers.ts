import { containerJobs } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import { startDeadlineMs } from '@vexil/rules/container.rules';
import { announceContainers } from '@vexil/runtime/container-announce';
import { addEngineJob, addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { handle } from '../run-job';
import { listUnfinished, moveContainer, stopExpired } from './container.queries';
import { listEngines } from './engine.queries';
import { reportFailed } from './report-failed';
import { requestPulls } from './request-pulls';
import { requeueStarts } from './requeue-starts';

/** The job of a pending start is added again after this time. */
const startQuietMs = 20_000;
/** Workers report their engines every five seconds; one that none has reported for so long is lost. */
const lostSeconds = 30;

/** Repairs what a crash, a flushed Redis or an operator left behind; each engine is then compared by its workers. */
export const reconcileContainers = handle(containerJobs.reconcile, async (deps) => {
  await announceContainers(deps, await stopExpired(deps.db, deps.clock.now()));
  for (const { container, readyTimeoutMs } of await listUnfinished(deps.db)) {
    if (container.state === 'stopping') await addJob(deps, containerJobs.stop, { containerId: container.id });
    else await reconcileStart(deps, container, startDeadlineMs + readyTimeoutMs);
  }
  // A removed one as well, as long as it is there: what was given up on it is then removed.
  for (const { name: engine, unseenSeconds } of await listEngines(deps.db)) {
    if (unseenSeconds > lostSeconds) await requeueStarts(deps, engine);
    else await addEngineJob(deps, engine, containerJobs.reconcileEngine, { engine });
  }
  await addJob(deps, containerJobs.place, {});
  await addJob(deps, containerJobs.keep, {});
  await requestPulls(deps);
});

async function reconcileStart(deps: WorkerDeps, row: ContainerRow, deadlineMs: number): Promise<void> {
  const waitedMs = deps.clock.now().getTime() - (row.placedAt ?? row.requestedAt).getTime();
  if (waitedMs < startQuietMs) return;
  const { engine } = row;
  if (waitedMs < deadlineMs) {
    // One without an engine is a start of a worker of an earlier release.
    if (engine === null) return;
    return addEngineJob(deps, engine, containerJobs.start, { containerId: row.id, isTakenOver: false });
  }
  const ended = await moveContainer(deps.db, row.id, ['requested', 'starting'], {
    state: 'failed',
    endedAt: deps.clock.now(),
    endReason: 'tooLate',
  });
  if (ended) await reportFailed(deps, [ended]);
}
