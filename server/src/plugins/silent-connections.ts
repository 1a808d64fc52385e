import type { Socket } from 'node:net';
import { addressGroup } from '@vexil/runtime/address.rules';
import fp from 'fastify-plugin';
import { trustedProxies } from '../trusted-proxies';

/** Per address. Browsers open some in advance and lose nothing when an old one is closed. */
export const silentMax = 512;

declare module 'fastify' {
  interface FastifyInstance {
    /** The connection has sent a request. */
    leaveSilent(socket: Socket): void;
  }
}

const key = Symbol('silent');
type Silent = Socket & { [key]?: string | undefined };

/** Bounds the half-sent headers that an address can hold. A trusted proxy carries all clients and is not counted. */
export const silentConnectionsPlugin = fp(async (app) => {
  const isTrusted = trustedProxies(app.deps.config.trustProxy);
  const byGroup = new Map<string, Set<Silent>>();

  function leave(socket: Silent): void {
    const group = socket[key];
    if (group === undefined) return;
    socket[key] = undefined;
    const silent = byGroup.get(group);
    silent?.delete(socket);
    if (silent?.size === 0) byGroup.delete(group);
  }
  app.decorate('leaveSilent', leave);
  function onClose(this: Silent): void {
    leave(this);
  }

  app.server.on('connection', (socket: Silent) => {
    const address = socket.remoteAddress;
    if (address === undefined || isTrusted?.(address, 0)) return;
    const group = addressGroup(address);
    const silent = byGroup.get(group) ?? new Set<Silent>();
    byGroup.set(group, silent.add(socket));
    socket[key] = group;
    socket.once('close', onClose);
    if (silent.size <= silentMax) return;
    // A Set has the oldest first.
    const [oldest] = silent;
    oldest?.destroy();
    if (oldest) leave(oldest);
  });
  app.addHook('onRequest', (request, _reply, done) => {
    leave(request.raw.socket);
    done();
  });
});
