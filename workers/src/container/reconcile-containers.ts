import { containerJobs } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { ContainerEngine } from '@vexil/engine/engine';
import { startDeadlineMs } from '@vexil/rules/container.rules';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { handle } from '../run-job';
import { announceContainer } from './container.messages';
import { countStart } from './container.metrics';
import { listLive, listWanted, moveContainer, stopExpired } from './container.queries';
import { whileEngineUp } from './engine-health';
import { giveUpStarts } from './monitor-engine';

/** The job of a pending start is added again after this time. */
const startQuietMs = 20_000;

/** Repairs what a crash, a flushed Redis or an operator at the engine left behind. */
export const reconcileContainers = handle(containerJobs.reconcile, async (deps) => {
  const expired = await stopExpired(deps.db, deps.clock.now());
  for (const row of expired) await announceContainer(deps, row, null);
  if (!(await whileEngineUp(deps.engineHealth, () => compare(deps)))) await giveUpStarts(deps);
});

async function compare(deps: WorkerDeps): Promise<void> {
  const rows = await listLive(deps.db);
  const present = deps.engine ? await listPresent(deps.engine) : null;
  for (const row of rows) await reconcileRow(deps, row, present);
  const removed = await deps.engine?.removeLeftovers((ids) => listWanted(deps.db, ids));
  if (!removed || removed.length === 0) return;
  deps.metrics.orphanedContainers.inc(removed.length);
  deps.log.info({ event: 'container.orphans_removed', count: removed.length }, 'Orphaned containers were removed');
}

async function listPresent(engine: ContainerEngine): Promise<Set<string>> {
  const containers = await engine.list();
  return new Set(containers.filter(({ state }) => state !== 'exited').map(({ id }) => id));
}

async function reconcileRow(deps: WorkerDeps, row: ContainerRow, present: Set<string> | null): Promise<void> {
  switch (row.state) {
    case 'requested':
    case 'starting':
      return reconcileStart(deps, row);
    case 'stopping':
      return addJob(deps, containerJobs.stop, { containerId: row.id });
    case 'running':
      if (present && !present.has(row.id)) return endLost(deps, row);
      return;
  }
}

async function reconcileStart(deps: WorkerDeps, row: ContainerRow): Promise<void> {
  const waitedMs = deps.clock.now().getTime() - row.requestedAt.getTime();
  if (waitedMs < startQuietMs) return;
  if (waitedMs < startDeadlineMs) {
    return addJob(deps, containerJobs.start, { containerId: row.id });
  }
  const ended = await moveContainer(deps.db, row.id, ['requested', 'starting'], {
    state: 'failed',
    endedAt: deps.clock.now(),
    endReason: 'tooLate',
  });
  if (!ended) return;
  countStart(deps, ended, 'tooLate');
  await deps.engine?.stop(row.id);
  await announceContainer(deps, ended, null);
}

async function endLost(deps: WorkerDeps, row: ContainerRow): Promise<void> {
  const ended = await moveContainer(deps.db, row.id, ['running'], { state: 'stopping', endReason: 'exited' });
  if (!ended) return;
  await addJob(deps, containerJobs.stop, { containerId: row.id });
}
