import type { ContainerChanged, ContainerInfo, TestContainerInfo } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import { containerEntry, containerStatus, instancePorts, shownEndReason } from '@vexil/rules/container.rules';
import type { QueuePosition } from '@vexil/runtime/placement';
import type { FastifyRequest } from 'fastify';
import type { FoundTeamContainer } from '../challenge/team-container.service';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { createTicket } from '../proxy/ticket';
import { readerHostOf } from '../reader-host';

type ViewDeps = Pick<Deps, 'config'>;

interface TeamContainerFacts {
  userName: string | null;
  place?: QueuePosition;
  /** Host name of the reader's request; null for events, which have many readers. */
  readerHost: string | null;
}

export function viewTeamContainer(
  { config }: ViewDeps,
  row: Omit<FoundTeamContainer, 'userName' | 'engine'>,
  { userName, place, readerHost }: TeamContainerFacts,
): ContainerChanged {
  const reader = { host: readerHost, names: config };
  const running = row.state === 'running';
  return {
    challengeId: row.challengeId,
    containerId: row.id,
    state: row.state,
    entry: running ? containerEntry(row, reader) : null,
    ports: running ? instancePorts(row, reader) : [],
    expectStopAt: running ? row.expiresAt.getTime() : null,
    position: place?.position ?? null,
    waitSeconds: place?.waitSeconds ?? null,
    isFull: place?.isFull ?? false,
    userName,
    endReason: shownEndReason(row),
  };
}

export function viewContainer({ config }: ViewDeps, row: ContainerRow, readerHost: string | null): ContainerInfo {
  const reader = { host: readerHost, names: config };
  return {
    status: containerStatus(row.state),
    startedAt: (row.startedAt ?? row.requestedAt).getTime(),
    expectStopAt: row.expiresAt.getTime(),
    entry: containerEntry(row, reader) ?? '',
    ports: instancePorts(row, reader),
  };
}

export function viewTestContainer(
  deps: Pick<Deps, 'config' | 'sealing' | 'clock'>,
  row: ContainerRow,
  { actor, request }: { actor: Actor; request: FastifyRequest },
): TestContainerInfo {
  const isRelayed = row.isProxy && deps.config.containerPortMapping === 'proxy';
  const mayConnect = isRelayed && actor.token === null;
  const ticket = mayConnect ? createTicket(deps, { accountId: actor.id, containerId: row.id }) : null;
  return { ...viewContainer(deps, row, readerHostOf(request)), ticket };
}
