import { containerJobs } from '@vexil/contract/container';
import { publishMany, type RoomMessage } from '@vexil/runtime/live';
import { readQueue } from '@vexil/runtime/placement';
import type { WorkerDeps } from '../deps';
import { handle } from '../run-job';
import { viewChange } from './container.messages';
import { listWithNames } from './container.queries';

/** Sends each team that waits its position and how long it will probably take. */
export const announceQueue = handle(containerJobs.announceQueue, async (deps: WorkerDeps) => {
  const queue = await readQueue(deps.db, deps.clock.now());
  if (queue.size === 0) return;
  const rows = await listWithNames(deps.db, [...queue.keys()]);
  const messages = rows.flatMap(({ container, userName }): RoomMessage[] => {
    const place = queue.get(container.id);
    if (container.participationId === null || !place || container.engine !== null) return [];
    const payload = viewChange(deps, container, userName, place);
    return [{ room: `participation:${container.participationId}`, target: 'ContainerChanged', payload }];
  });
  await publishMany(deps.redis, deps.keyPrefix, messages);
});
