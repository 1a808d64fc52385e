import type { Socket } from 'node:net';
import { mainPortName } from '@vexil/contract/container-options';
import { DomainError } from '@vexil/contract/errors';
import type { ContainerKind } from '@vexil/db/enums/container';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import type { Admission, RelayAdmission } from './admission';
import { findAccount, findById } from './proxy.queries';
import { findPort, type ProxyTarget } from './target';
import { connectTcp } from './tcp';
import { readTicket } from './ticket';

export interface OpenTarget {
  target: ProxyTarget;
  tcp: Socket;
  admission: Admission;
}

/** A miss is not cached, because the container may be starting. Throws `proxy.off` or `container.notFound`. */
export async function getTarget(
  deps: Deps,
  {
    id,
    kinds,
    portName = mainPortName,
  }: { id: string; kinds: readonly ContainerKind[]; portName?: string | undefined },
): Promise<ProxyTarget> {
  if (deps.config.containerPortMapping !== 'proxy') throw new DomainError('proxy.off');
  const instance = await findById(deps.db, id);
  const isRunning = instance?.state === 'running' && kinds.includes(instance.kind);
  const target = isRunning ? findPort(instance, portName) : undefined;
  if (!target) throw new DomainError('container.notFound');
  return target;
}

/** The account of a ticket with its current role; null when the ticket is invalid. */
export async function findTicketActor(deps: Deps, ticket: string, containerId: string): Promise<Actor | null> {
  const accountId = readTicket(deps, ticket, containerId);
  const account = accountId === null ? undefined : await findAccount(deps.db, accountId);
  return account ? { ...account, sessionHash: null, token: null } : null;
}

/**
 * Connects before the client is accepted, so that it can read why that failed. Throws `request.unavailable`,
 * `request.tooMany`, `proxy.full`, `container.notFound`, `proxy.hostUnknown` or `proxy.unreachable`.
 */
export async function openTarget(
  relays: RelayAdmission,
  target: ProxyTarget,
  { peer, isCounted }: { peer: RelayPeer; isCounted: boolean },
): Promise<OpenTarget> {
  const admission = await relays.admit(target, peer, isCounted);
  try {
    if (!target.isProxy) throw new DomainError('container.notFound');
    if (target.host === null || target.port === null) throw new DomainError('proxy.unreachable');
    return { target, tcp: await connectTcp(target.host, target.port), admission };
  } catch (error) {
    await admission.release();
    throw error;
  }
}
