import type { ContainerChanged, ContainerInfo, TestContainerInfo } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Actor } from '@vexil/http/call/actor';
import { readerHostOf } from '@vexil/http/call/reader-host';
import type { Deps } from '@vexil/http/deps';
import { containerEntry, containerStatus, instancePorts } from '@vexil/rules/container.rules';
import { viewContainerChange } from '@vexil/runtime/container-announce';
import type { FastifyRequest } from 'fastify';
import { createTicket } from '../proxy/ticket';
import type { ListedContainer } from './container.service';

type ViewDeps = Pick<Deps, 'config'>;

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

export const viewListed = (
  deps: ViewDeps,
  listed: readonly ListedContainer[],
  readerHost: string | null,
): ContainerChanged[] =>
  listed.map(({ container, ...facts }) => {
    const times = { requestedAt: new Date(container.requestedAt), expiresAt: new Date(container.expiresAt) };
    return viewContainerChange(deps, { ...container, ...times }, { ...facts, readerHost });
  });

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
