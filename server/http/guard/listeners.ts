import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { createServer, type Server, type Socket } from 'node:net';
import fp from 'fastify-plugin';

interface ListenAddress {
  port: number;
  host: string;
  backlog: number;
}

interface Listeners {
  /** Listens at one address with `count` handles, or with one where they cannot be copied; gives how many. */
  open(address: ListenAddress, count: number): Promise<number>;
  close(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    listeners: Listeners;
  }
}

/** Sends back as many copies of the handle as asked. */
const echo = `process.on('message', (count, handle) => {
  for (let sent = 0; sent < count; sent += 1) process.send(sent, handle);
  process.disconnect();
});`;

/** Only a message to another process copies a handle, so a short-lived child returns them. */
async function copyHandle(server: Server, count: number, onCopy: (handle: object) => void): Promise<void> {
  const { _handle: handle } = server as unknown as { _handle: Server };
  const child = spawn(process.execPath, ['-e', echo], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'], env: {} });
  child.on('message', (_index, copy) => {
    if (copy) onCopy(copy);
  });
  child.send(count, handle, () => undefined);
  await once(child, 'close');
}

/**
 * Since libuv 1.45 a listening handle accepts one connection per turn of the event loop: with turns of 50 ms, 500
 * browsers wait for 27 s. Several handles of one socket accept several per turn, from one queue. With one handle 100
 * connections took 100 turns, in Node 20.20 as in 24.22. Sixteen sockets with `reusePort` took 11 in 24.22, but Node 20 has
 * none of it, and with it a second server starts at a taken port without a word.
 */
export const listenersPlugin = fp(async (app) => {
  const servers = new Set<Server>();
  let isClosed = false;

  function accept(socket: Socket): void {
    (socket as Socket & { server: unknown }).server = app.server;
    app.server.emit('connection', socket);
  }

  function listenWith(handle: object): void {
    const server = createServer({ allowHalfOpen: true, noDelay: true }, accept);
    server.on('error', (err) => app.log.warn({ event: 'listeners.copy_failed', err }, 'Copy of the listener failed'));
    server.listen(handle);
    if (isClosed) server.close();
    else servers.add(server);
  }

  const listeners: Listeners = {
    async open(address, count) {
      await app.listen(address);
      if (count < 2 || process.platform !== 'linux') return 1;
      await copyHandle(app.server, count - 1, listenWith).catch((err) =>
        app.log.warn({ event: 'listeners.copy_failed', err }, 'Copying the listener failed, accepting one by one'),
      );
      return 1 + servers.size;
    },
    close() {
      isClosed = true;
      for (const server of servers) server.close();
    },
  };
  app.decorate('listeners', listeners);
  app.addHook('preClose', async () => listeners.close());
});
