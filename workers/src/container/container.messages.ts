import type { ContainerRow } from '@vexil/db/schema/container';
import { containerEntry, shownEndReason } from '@vexil/rules/container.rules';
import { publish } from '@vexil/runtime/live';
import type { WorkerDeps } from '../deps';

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
    // Without a configured host, each client asks its own server for the address.
    entry: running ? containerEntry(container, null) : null,
    expectStopAt: running ? container.expiresAt.getTime() : null,
    position: null,
    userName,
    endReason: shownEndReason(container),
  });
}
