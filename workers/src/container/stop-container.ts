import { containerJobs } from '@vexil/contract/container';
import { recordEnds } from '@vexil/data/container/ends.queries';
import type { ContainerRow } from '@vexil/db/schema/container';
import { announceContainers } from '@vexil/runtime/container-announce';
import { publishMany } from '@vexil/runtime/live';
import { addEngineJob, addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { handle } from '../run-job';
import { findChallengeTitle, findContainer, moveContainer, stopExpired } from './container.queries';
import { whileEngineUp } from './engine-health';
import { scheduleExpiry } from './schedule-expiry';

/**
 * Ends a container. The row changes first, so that no concurrent start can complete. A worker that does not reach its
 * engine passes the job on.
 */
export const stopContainer = handle(containerJobs.stop, async (deps, { containerId }) => {
  const moved = await moveContainer(deps.db, containerId, ['requested', 'starting', 'running'], { state: 'stopping' });
  if (moved) await announceContainers(deps, [moved]);
  const current = await findContainer(deps.db, containerId);
  if (current?.state !== 'stopping') return;
  if (!(await removeFromEngine(deps, current))) return;
  const endedAt = deps.clock.now();
  const { row, events } = await deps.db.transaction(async (tx) => {
    const changes = { state: 'destroyed', endedAt, publicPort: null } as const;
    const ended = await moveContainer(tx, containerId, ['stopping'], changes);
    return { row: ended, events: ended ? await recordEnds(tx, [ended], endedAt) : [] };
  });
  if (!row) return;
  await announceContainers(deps, [row]);
  await publishMany(deps.redis, deps.keyPrefix, events);
  await addJob(deps, containerJobs.place, {});
  const { gameId, challengeId, participationId, endReason } = row;
  const title = await findChallengeTitle(deps.db, challengeId);
  deps.log.info(
    { event: 'container.stopped', gameId, challengeId, participationId, endReason, status: 'Success' },
    `A container of ${title ?? 'a challenge'} was stopped`,
  );
});

/** False when it is not done: another worker does it, or the comparison after an outage adds the job again. */
async function removeFromEngine(deps: WorkerDeps, { id, engine }: ContainerRow): Promise<boolean> {
  // It was never placed; what an earlier place may have left is removed by the comparison.
  if (engine === null) return true;
  const reached = deps.engines.get(engine);
  if (reached) return whileEngineUp(reached.health, () => reached.engine.stop(id));
  await addEngineJob(deps, engine, containerJobs.stopOnEngine, { containerId: id });
  return false;
}

/** Ends an expired container; after an extension or a pause the job runs again at the new time. */
export const expireContainer = handle(containerJobs.expire, async (deps, { containerId }) => {
  const container = await findContainer(deps.db, containerId);
  if (container?.state !== 'running') return;
  const now = deps.clock.now();
  if (container.expiresAt > now) return scheduleExpiry(deps, container);
  const [row] = await stopExpired(deps.db, now, containerId);
  if (!row) return;
  await announceContainers(deps, [row]);
  await addJob(deps, containerJobs.stop, { containerId });
});
