import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { addressGroup } from '@vexil/runtime/address.rules';
import { readOpenFilesMax } from '@vexil/runtime/process-limits';
import fp from 'fastify-plugin';
import { idleMax, idlePartOfAddress, idlePartOfFiles, refusedReportMs } from './limits';
import { trustedProxies } from './trusted-proxies';

/** Connections without a request: those that have sent none or a part of one, and those kept after a reply. */
export interface IdleLimits {
  all: number;
  address: number;
}

export function idleLimitsOf(openFilesMax: number | null): IdleLimits {
  const all = Math.min(idleMax, Math.floor((openFilesMax ?? idleMax / idlePartOfFiles) * idlePartOfFiles));
  return { all, address: Math.ceil(all * idlePartOfAddress) };
}

declare module 'fastify' {
  interface FastifyInstance {
    /** A request has come: its connection is not idle until the reply is complete. */
    noteRequest(request: IncomingMessage, response: ServerResponse): void;
  }
}

const key = Symbol('connection');
/** Without a group where a trusted proxy carries all clients. */
type Known = Socket & { [key]?: { group: string | undefined; requests: number } };

/** Bounds idle connections per address and in all: each holds a descriptor. The oldest is closed. */
export const connectionsPlugin = fp<{ limits?: IdleLimits | undefined }>(async (app, { limits }) => {
  const { all, address } = limits ?? idleLimitsOf(await readOpenFilesMax());
  const isTrusted = trustedProxies(app.deps.config.trustProxy);
  // A Set has the oldest first.
  const idle = new Set<Known>();
  const byGroup = new Map<string, Set<Known>>();
  let closed = 0;
  let loggedAt = Number.NEGATIVE_INFINITY;

  function leave(socket: Known): void {
    if (!idle.delete(socket)) return;
    const { group = '' } = socket[key] ?? {};
    const own = byGroup.get(group);
    own?.delete(socket);
    if (own?.size === 0) byGroup.delete(group);
  }

  function closeOldest([oldest]: Iterable<Known>, excess: string): void {
    if (!oldest) return;
    leave(oldest);
    oldest.destroy();
    closed += 1;
    const now = performance.now();
    if (now - loggedAt < refusedReportMs) return;
    app.log.warn(
      { event: 'connections.closed', count: closed, idle: idle.size },
      `Idle connections closed, the oldest first: ${closed}. Now more than ${excess}`,
    );
    closed = 0;
    loggedAt = now;
  }

  function enter(socket: Known): void {
    idle.add(socket);
    const group = socket[key]?.group;
    if (group !== undefined) {
      const own = byGroup.get(group) ?? new Set();
      byGroup.set(group, own.add(socket));
      if (own.size > address) closeOldest(own, `${address} of ${group}`);
    }
    if (idle.size > all) closeOldest(idle, `${all} of all addresses`);
  }

  function onClose(this: Known): void {
    leave(this);
  }
  function onReplied(this: ServerResponse): void {
    const socket: Known = this.req.socket;
    const known = socket[key];
    if (!known) return;
    known.requests -= 1;
    // Pipelined requests come before the reply to the first.
    if (known.requests === 0 && !socket.destroyed) enter(socket);
  }

  app.decorate('noteRequest', (request, response) => {
    const socket: Known = request.socket;
    if (!socket[key]) return;
    socket[key].requests += 1;
    leave(socket);
    response.once('close', onReplied);
  });
  app.server.on('connection', (socket: Known) => {
    const { remoteAddress = '' } = socket;
    const group = isTrusted?.(remoteAddress, 0) ? undefined : addressGroup(remoteAddress);
    socket[key] = { group, requests: 0 };
    socket.once('close', onClose);
    enter(socket);
  });
  app.addHook('onRequest', (request, reply, done) => {
    app.noteRequest(request.raw, reply.raw);
    done();
  });
});
