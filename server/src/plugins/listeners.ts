import { once } from 'node:events';
import { createServer, type ListenOptions, type Server, type Socket } from 'node:net';
import fp from 'fastify-plugin';

interface ListenAddress {
  port: number;
  host: string;
  backlog: number;
}

interface Listeners {
  /** Listens with `count` sockets at one address, or with one where a port cannot be shared; gives how many. */
  open(address: ListenAddress, count: number): Promise<number>;
  close(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    listeners: Listeners;
  }
}

/** Since 22.12 and 23.1; the option is ignored before. */
export function hasReusePort(version: string): boolean {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  return major > 23 || (major === 23 && minor >= 1) || (major === 22 && minor >= 12);
}

/** Fails where another process listens: sockets that share a port would hide that. */
async function requireFreePort(address: ListenAddress): Promise<void> {
  const probe = createServer().listen({ port: address.port, host: address.host });
  await once(probe, 'listening');
  probe.close();
  await once(probe, 'close');
}

/**
 * Since libuv 1.45 a listening socket accepts one connection per turn of the event loop: with turns of 50 ms, 500
 * browsers wait for 27 s. Several sockets accept several per turn.
 */
export const listenersPlugin = fp(async (app) => {
  const servers = new Set<Server>();
  let isClosed = false;

  function accept(socket: Socket): void {
    (socket as Socket & { server: unknown }).server = app.server;
    app.server.emit('connection', socket);
  }

  async function listenBeside(options: ListenOptions): Promise<void> {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    servers.add(server);
    server.listen(options);
    await once(server, 'listening');
    if (isClosed) server.close();
  }

  const listeners: Listeners = {
    async open(address, count) {
      if (count < 2 || process.platform !== 'linux' || !hasReusePort(process.versions.node)) {
        await app.listen(address);
        return 1;
      }
      if (address.port !== 0) await requireFreePort(address);
      const options = { ...address, reusePort: true };
      await app.listen(options);
      const bound = app.server.address();
      const port = bound !== null && typeof bound === 'object' ? bound.port : address.port;
      await Promise.all(Array.from({ length: count - 1 }, () => listenBeside({ ...options, port })));
      return count;
    },
    close() {
      isClosed = true;
      for (const server of servers) server.close();
    },
  };
  app.decorate('listeners', listeners);
  app.addHook('preClose', async () => listeners.close());
});
