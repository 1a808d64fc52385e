import { containerJobs } from '@vexil/contract/container';
import { addJob } from '@vexil/runtime/queues';
import { handle } from '../run-job';
import { announceContainer } from './container.messages';
import { findChallengeTitle, findContainer, moveContainer } from './container.queries';
import { whileEngineUp } from './engine-health';

/** Ends a container. The row changes first, so that no concurrent start can complete. */
export const stopContainer = handle(containerJobs.stop, async (deps, { containerId }) => {
  await moveContainer(deps.db, containerId, ['requested', 'starting', 'running'], { state: 'stopping' });
  const { engine } = deps;
  // The reconcile after an outage adds this job again.
  if (engine && !(await whileEngineUp(deps.engineHealth, () => engine.stop(containerId)))) return;
  const row = await moveContainer(deps.db, containerId, ['stopping'], {
    state: 'destroyed',
    endedAt: deps.clock.now(),
    publicPort: null,
  });
  if (!row) return;
  await announceContainer(deps, row, null);
  const { gameId, challengeId, participationId, endReason } = row;
  const title = await findChallengeTitle(deps.db, challengeId);
  deps.log.info(
    { event: 'container.stopped', gameId, challengeId, participationId, endReason, status: 'Success' },
    `A container of ${title ?? 'a challenge'} was stopped`,
  );
});

/** Ends an expired container; after an extension the job runs again at the new time. */
export const expireContainer = handle(containerJobs.expire, async (deps, { containerId }) => {
  const container = await findContainer(deps.db, containerId);
  if (container?.state !== 'running') return;
  const remainingMs = container.expiresAt.getTime() - deps.clock.now().getTime();
  if (remainingMs > 0) {
    return addJob(deps, containerJobs.expire, { containerId }, { delayMs: remainingMs });
  }
  const row = await moveContainer(deps.db, containerId, ['running'], { state: 'stopping', endReason: 'expired' });
  if (row) await addJob(deps, containerJobs.stop, { containerId });
});
