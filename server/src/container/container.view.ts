import type { ContainerChanged, ContainerInfo, TestContainerInfo } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import { containerEntry, containerStatus, shownEndReason } from '@vexil/rules/container.rules';
import type { FastifyRequest } from 'fastify';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { createTicket } from '../proxy/ticket';
import { readerHostOf } from '../reader-host';

interface TeamContainerFacts {
  userName: string | null;
  position?: number | null;
  /** Host name of the reader's request; null for events, which have many readers. */
  readerHost: string | null;
}

export function viewTeamContainer(
  row: ContainerRow,
  { userName, position = null, readerHost }: TeamContainerFacts,
): ContainerChanged {
  const running = row.state === 'running';
  return {
    challengeId: row.challengeId,
    containerId: row.id,
    state: row.state,
    entry: running ? containerEntry(row, readerHost) : null,
    expectStopAt: running ? row.expiresAt.getTime() : null,
    position,
    userName,
    endReason: shownEndReason(row),
  };
}

export function viewContainer(row: ContainerRow, readerHost: string | null): ContainerInfo {
  return {
    status: containerStatus(row.state),
    startedAt: (row.startedAt ?? row.requestedAt).getTime(),
    expectStopAt: row.expiresAt.getTime(),
    entry: containerEntry(row, readerHost) ?? '',
  };
}

export function viewTestContainer(
  deps: Pick<Deps, 'sealing' | 'clock'>,
  row: ContainerRow,
  { actor, request }: { actor: Actor; request: FastifyRequest },
): TestContainerInfo {
  const mayConnect = row.isProxy && actor.token === null;
  const ticket = mayConnect ? createTicket(deps, { accountId: actor.id, containerId: row.id }) : null;
  return { ...viewContainer(row, readerHostOf(request)), ticket };
}
