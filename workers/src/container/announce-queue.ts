import { containerJobs } from '@vexil/contract/container';
import { readQueue } from '@vexil/data/container/placement.queries';
import { announceContainers } from '@vexil/runtime/container-announce';
import type { WorkerDeps } from '../deps';
import { handle } from '../run-job';
import { listUnplaced } from './container.queries';

/** Sends each team that waits its position and how long it will probably take. */
export const announceQueue = handle(containerJobs.announceQueue, async (deps: WorkerDeps) => {
  const queue = await readQueue(deps.db, deps.clock.now());
  if (queue.size === 0) return;
  await announceContainers(deps, await listUnplaced(deps.db, [...queue.keys()]), queue);
});
