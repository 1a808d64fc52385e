import type { ContainerChanged } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import { containerEntry, instancePorts, shownEndReason } from '@vexil/rules/container.rules';
import { publishContainerMoved } from '@vexil/runtime/container-moved';
import { publish } from '@vexil/runtime/live';
import type { QueuePosition } from '@vexil/runtime/placement';
import type { WorkerDeps } from '../deps';

/** To the calls that wait for the container, and to its team. */
export async function announceContainer(
  deps: WorkerDeps,
  container: ContainerRow,
  userName: string | null,
): Promise<void> {
  await publishContainerMoved(deps, container.id);
  const { participationId } = container;
  if (participationId === null) return;
  await publish(deps, `participation:${participationId}`, 'ContainerChanged', viewChange(deps, container, userName));
}

export function viewChange(
  { config }: Pick<WorkerDeps, 'config'>,
  container: ContainerRow,
  userName: string | null,
  place?: QueuePosition,
): ContainerChanged {
  const reader = { host: null, names: config };
  const running = container.state === 'running';
  return {
    challengeId: container.challengeId,
    containerId: container.id,
    state: container.state,
    // Without a configured host, each client asks its own server for the address.
    entry: running ? containerEntry(container, reader) : null,
    ports: running ? instancePorts(container, reader) : [],
    expectStopAt: running ? container.expiresAt.getTime() : null,
    position: place?.position ?? null,
    waitSeconds: place?.waitSeconds ?? null,
    isFull: place?.isFull ?? false,
    userName,
    endReason: shownEndReason(container),
  };
}
