import type { ContainerRow } from '@vexil/db/schema/container';
import type { ContainerChanged, ContainerInfo } from '../contract/container';
import { containerEntry, containerStatus, shownEndReason } from '../contract/container.rules';

/** As the owning team sees it; where it is and when it ends only while it runs. */
export function viewTeamContainer(
  row: ContainerRow,
  userName: string | null,
  position: number | null = null,
): ContainerChanged {
  const running = row.state === 'running';
  return {
    challengeId: row.challengeId,
    containerId: row.id,
    state: row.state,
    entry: running ? containerEntry(row) : null,
    expectStopAt: running ? row.expiresAt.getTime() : null,
    position,
    userName,
    endReason: shownEndReason(row),
  };
}

export function viewContainer(row: ContainerRow): ContainerInfo {
  return {
    status: containerStatus(row.state),
    startedAt: (row.startedAt ?? row.requestedAt).getTime(),
    expectStopAt: row.expiresAt.getTime(),
    entry: containerEntry(row) ?? '',
  };
}
