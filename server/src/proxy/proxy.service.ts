import type { Socket } from 'node:net';
import { DomainError } from '../contract/errors';
import { proxyConnectionsMax } from '../contract/proxy.rules';
import type { Deps } from '../deps';
import { findRunning, type ProxyTarget } from './proxy.queries';
import type { Relays } from './relays';
import type { Slot } from './slots';
import { connectTcp } from './tcp';

/** A connection to a container that waits for its client. */
export interface OpenTarget {
  target: ProxyTarget;
  tcp: Socket;
  /** null where connections are not counted. */
  slot: Slot | null;
}

/**
 * The container that runs under an id; test containers only where asked for. Nothing is remembered of ids that name
 * none, because the next start may be theirs.
 * @throws DomainError `proxy.off` or `container.notFound`.
 */
export async function getTarget(deps: Deps, id: string, { testOnly = false } = {}): Promise<ProxyTarget> {
  if (deps.config.containerPortMapping !== 'proxy') throw new DomainError('proxy.off');
  const target = await findRunning(deps.db, id);
  if (!target || (testOnly && target.kind !== 'Test')) throw new DomainError('container.notFound');
  return target;
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
