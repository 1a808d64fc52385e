import type { ContainerRow } from '@vexil/db/schema/container';
import type { ContainerInfo } from '../contract/container';
import { containerEntry, containerStatus } from '../contract/container.rules';

export function viewContainer(row: ContainerRow): ContainerInfo {
  return {
    status: containerStatus(row.state),
    startedAt: (row.startedAt ?? row.requestedAt).getTime(),
    expectStopAt: row.expiresAt.getTime(),
    entry: containerEntry(row) ?? '',
  };
}
