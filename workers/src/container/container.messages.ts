import type { ContainerRow } from '@vexil/db/schema/container';
import { containerEntry, shownEndReason } from '@vexil/rules/container.rules';
import { publish } from '@vexil/runtime/live';
import type { WorkerDeps } from '../deps';

/** Tells the owning team how its container stands; test containers belong to nobody's team. */
export async function announceContainer(
  deps: WorkerDeps,
  container: ContainerRow,
  userName: string | null,
): Promise<void> {
  const { participationId } = container;
  if (participationId === null) return;
  const running = container.state === 'running';
  await publish(deps, `participation:${participationId}`, 'ContainerChanged', {
    challengeId: container.challengeId,
    containerId: container.id,
    state: container.state,
    // Where the settings name no host, each browser asks the server it came by.
    entry: running ? containerEntry(container, null) : null,
    expectStopAt: running ? container.expiresAt.getTime() : null,
    position: null,
    userName,
    endReason: shownEndReason(container),
  });
}
