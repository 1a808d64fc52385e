import { containerJobs } from '@vexil/contract/container';
import { addJob } from '@vexil/runtime/queues';
import { handle } from '../run-job';
import { announceContainer } from './container.messages';
import { findChallengeTitle, findContainer, moveContainer } from './container.queries';
import { whileEngineUp } from './engine-health';

/** Ends a container that is not wanted any more. The row says so first, so that no start can finish behind our back. */
export const stopContainer = handle(containerJobs.stop, async (deps, { containerId }) => {
  await moveContainer(deps.db, containerId, ['requested', 'starting', 'running'], { state: 'stopping' });
  const { engine } = deps;
  // After an outage the reconcile adds this job again.
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
    { gameId, challengeId, participationId, endReason, status: 'Success' },
    `A container of ${title ?? 'a challenge'} was stopped`,
  );
});

/** Ends a container whose time is up; an extension meanwhile only moves the next look. */
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
