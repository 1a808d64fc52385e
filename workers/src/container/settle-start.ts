import { containerJobs } from '@vexil/contract/container';
import { solverJobs } from '@vexil/contract/solver';
import type { ContainerRow } from '@vexil/db/schema/container';
import { announceContainers } from '@vexil/runtime/container-announce';
import { publish } from '@vexil/runtime/live';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { countStart } from './container.metrics';
import { addActivity, type ContainerOrder, moveContainer, type StartRun } from './container.queries';
import { scheduleExpiry } from './schedule-expiry';

/** Whether a team got it after it had been started ahead. */
export const isFromPool = ({ kind, specHash }: Pick<ContainerRow, 'kind' | 'specHash'>): boolean =>
  kind === 'Team' && specHash !== null;

/** Makes a container that answers the team's; undefined when it was ended meanwhile, or another run has settled it. */
export async function settleStart(
  deps: WorkerDeps,
  order: ContainerOrder,
  fence: StartRun,
  addresses: Partial<ContainerRow>,
): Promise<ContainerRow | undefined> {
  const now = deps.clock.now();
  const { container, challenge, teamId, userName } = order;
  // What belongs to no team ends with the game; a team's time begins when its container answers.
  const endsWithGame = container.kind === 'Shared' || container.kind === 'Warm';
  const waitedMs = endsWithGame ? 0 : now.getTime() - container.requestedAt.getTime();
  const expiresAt = new Date(container.expiresAt.getTime() + waitedMs);
  const { row, activityId } = await deps.db.transaction(async (tx) => {
    const changes = { ...addresses, state: 'running', startedAt: now, expiresAt } as const;
    // The queue's waits are predicted from the times of starts, and this one did not start anything.
    const placedAt = isFromPool(container) ? { placedAt: now } : {};
    const moved = await moveContainer(tx, container.id, ['starting'], { ...changes, ...placedAt }, fence);
    if (moved?.kind !== 'Team') return { row: moved, activityId: null };
    const id = await addActivity(tx, {
      gameId: moved.gameId,
      type: 'ContainerStart',
      values: [`${challenge.id}`, challenge.title],
      participationId: moved.participationId,
      accountId: moved.accountId,
      happenedAt: now,
    });
    return { row: moved, activityId: id };
  });
  if (!row) return undefined;
  countStart(deps, row, 'started');
  await announceContainers(deps, [row]);
  await addJob(deps, containerJobs.place, {});
  if (row.kind === 'Check') await addJob(deps, solverJobs.sweep, {});
  await scheduleExpiry(deps, { id: row.id, expiresAt });
  const { gameId, challengeId, participationId } = row;
  deps.log.info(
    { event: 'container.started', gameId, challengeId, teamId, participationId, userName, status: 'Success' },
    `A container of ${challenge.title} was started`,
  );
  if (activityId !== null) await publish(deps, `monitor:${gameId}`, 'ReceivedGameEvent', { ids: [activityId] });
  return row;
}
