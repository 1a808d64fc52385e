import type { Socket } from 'node:net';
import { DomainError } from '@vexil/contract/errors';
import type { ContainerKind } from '@vexil/db/enums/container';
import { proxyConnectionsMax } from '@vexil/rules/proxy.rules';
import type { Deps } from '../deps';
import type { Actor } from '../plugins/auth';
import { findAccount, findRunning, type ProxyTarget } from './proxy.queries';
import type { Relays } from './relays';
import type { Slot } from './slots';
import { connectTcp } from './tcp';
import { readTicket } from './ticket';

export interface OpenTarget {
  target: ProxyTarget;
  tcp: Socket;
  slot: Slot | null;
}

/** A miss is not cached, because the container may be starting. Throws `proxy.off` or `container.notFound`. */
export async function getTarget(deps: Deps, id: string, kind: ContainerKind): Promise<ProxyTarget> {
  if (deps.config.containerPortMapping !== 'proxy') throw new DomainError('proxy.off');
  const target = await findRunning(deps.db, id);
  if (target?.kind !== kind) throw new DomainError('container.notFound');
  return target;
}

/** The account of a ticket with its current role; null when the ticket is invalid. */
export async function findTicketActor(deps: Deps, ticket: string, containerId: string): Promise<Actor | null> {
  const accountId = readTicket(deps, ticket, containerId);
  const account = accountId === null ? undefined : await findAccount(deps.db, accountId);
  return account ? { ...account, sessionHash: null, token: null } : null;
}

/**
 * Connects before the client is accepted, so that it can read why that failed. Throws `proxy.full`,
 * `container.notFound`, `proxy.hostUnknown` or `proxy.unreachable`.
 */
export async function openTarget(relays: Relays, target: ProxyTarget, { counted = true } = {}): Promise<OpenTarget> {
  if (relays.isClosing) throw new DomainError('request.unavailable');
  const slot = counted ? await relays.slots.take(target.id) : null;
  if (counted && !slot) throw new DomainError('proxy.full', { params: { limit: proxyConnectionsMax } });
  try {
    if (!target.isProxy) throw new DomainError('container.notFound');
    if (target.host === null || target.port === null) throw new DomainError('proxy.unreachable');
    return { target, tcp: await connectTcp(target.host, target.port), slot };
  } catch (error) {
    await slot?.release();
    throw error;
  }
}
