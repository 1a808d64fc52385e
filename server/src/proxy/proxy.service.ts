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

/** A connection to a container that waits for its client. */
export interface OpenTarget {
  target: ProxyTarget;
  tcp: Socket;
  /** null where connections are not counted. */
  slot: Slot | null;
}

/**
 * The container of the given kind that runs under an id. Nothing is remembered of ids that name
 * none, because the next start may be theirs.
 * @throws DomainError `proxy.off` or `container.notFound`.
 */
export async function getTarget(deps: Deps, id: string, kind: ContainerKind): Promise<ProxyTarget> {
  if (deps.config.containerPortMapping !== 'proxy') throw new DomainError('proxy.off');
  const target = await findRunning(deps.db, id);
  if (target?.kind !== kind) throw new DomainError('container.notFound');
  return target;
}

/** Whom a ticket of a container speaks for, with the role of this moment; null when it opens nothing. */
export async function findTicketActor(deps: Deps, ticket: string, containerId: string): Promise<Actor | null> {
  const accountId = readTicket(deps, ticket, containerId);
  const holder = accountId === null ? undefined : await findAccount(deps.db, accountId);
  return holder ? { ...holder, sessionHash: null, token: null } : null;
}

/**
 * Connects to a container before its client is accepted, so that a failure is a refusal the client can read.
 * @throws DomainError `proxy.full`, `container.notFound`, `proxy.hostUnknown` or `proxy.unreachable`.
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
    // A refusal may not use up a place.
    await slot?.release();
    throw error;
  }
}
