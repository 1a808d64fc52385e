import { containerJobs } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { RunningContainer } from '@vexil/engine/engine';
import { announceContainers } from '@vexil/runtime/container-announce';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { handle } from '../run-job';
import { adoptContainers, listLiveOn, listWanted, moveContainer } from './container.queries';
import { listEngines } from './engine.queries';
import { whileEngineUp } from './engine-health';

/** Compares rows and containers of one engine from both sides. */
export const reconcileEngine = handle(containerJobs.reconcileEngine, async (deps, { engine: name }) => {
  const reached = deps.engines.get(name);
  if (reached) await whileEngineUp(reached.health, () => compare(deps, reached));
});

async function compare(deps: WorkerDeps, { name, engine }: WorkerEngine): Promise<void> {
  const rows = await listLiveOn(deps.db, name);
  const present = new Map((await engine.list()).map((container) => [container.id, container]));
  const own = await adopt(deps, name, rows, present);
  for (const row of own) {
    const found = present.get(row.id);
    if (row.state === 'running' && found?.state !== 'running' && found?.state !== 'starting')
      await endLost(deps, row, found);
  }
  const removed = await engine.removeLeftovers((ids) => listWanted(deps.db, name, ids));
  if (removed.length === 0) return;
  deps.metrics.orphanedContainers.inc({ engine: name }, removed.length);
  const details = { event: 'container.orphans_removed', engine: name, count: removed.length };
  deps.log.info(details, 'Orphaned containers were removed');
}

/** Rows of earlier releases name no engine: they belong to the one that has their container, or to the only one. */
async function adopt(
  deps: WorkerDeps,
  name: string,
  rows: readonly ContainerRow[],
  present: ReadonlyMap<string, RunningContainer>,
): Promise<ContainerRow[]> {
  const unnamed = rows.filter(({ engine }) => engine === null);
  if (unnamed.length === 0) return [...rows];
  const isOnly = (await listEngines(deps.db)).filter(({ state }) => state !== 'removed').length === 1;
  const adopted = unnamed.filter(({ id }) => isOnly || present.has(id));
  await adoptContainers(
    deps.db,
    adopted.map(({ id }) => id),
    name,
  );
  return [...rows.filter(({ engine }) => engine !== null), ...adopted];
}

async function endLost(deps: WorkerDeps, row: ContainerRow, found: RunningContainer | undefined): Promise<void> {
  const endReason = found?.outOfMemory ? 'outOfMemory' : 'exited';
  const endDetail = found?.exitCode == null ? null : { exitCode: found.exitCode };
  const ended = await moveContainer(deps.db, row.id, ['running'], { state: 'stopping', endReason, endDetail });
  if (!ended) return;
  deps.metrics.lostContainers.inc({ reason: endReason });
  await announceContainers(deps, [ended]);
  await addJob(deps, containerJobs.stop, { containerId: row.id });
}
