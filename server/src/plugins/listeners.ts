import { type ChildProcess, fork, type SendHandle } from 'node:child_process';
import { createServer, type Server, type Socket } from 'node:net';
import { fileURLToPath } from 'node:url';
import fp from 'fastify-plugin';

interface Listeners {
  /** Listens with `count` more sockets at the address where the server listens; resolves with how many there are. */
  open(count: number, backlog: number): Promise<number>;
  /** Takes no more connections; those that were taken stay. */
  close(): void;
}

declare module 'fastify' {
  interface FastifyInstance {
    listeners: Listeners;
  }
}

// The bundle has it beside itself as the source tree has.
const program = fileURLToPath(new URL('./listeners.process.mjs', import.meta.url));
const patienceMs = 10_000;

/** What Node calls the socket of a server, and its types do not name; channels between processes take it as it is. */
const handleOf = (server: Server) => (server as unknown as { _handle: SendHandle | null })._handle;

/**
 * More sockets that listen at one address. Since libuv 1.45 a listening socket gives one connection per turn of the event
 * loop, so a busy server lets a crowd in one by one, fewer a second the more it has to do: with turns of 50 ms 500 browsers
 * wait for 27 seconds. Several sockets of the same listening give several each turn.
 */
export const listenersPlugin = fp(async (app) => {
  const servers = new Set<Server>();
  let child: ChildProcess | undefined;
  let isClosed = false;

  function take(socket: Socket): void {
    (socket as Socket & { server: unknown }).server = app.server;
    app.server.emit('connection', socket);
  }

  async function listen(handle: unknown, backlog: number): Promise<void> {
    // As the server of HTTP makes its own connections.
    const server = createServer({ allowHalfOpen: true, noDelay: true }, take);
    servers.add(server);
    await new Promise<void>((resolve, reject) => {
      server.once('error', reject);
      server.listen(handle, backlog, resolve);
    });
    if (isClosed) server.close();
  }

  const listeners: Listeners = {
    async open(count, backlog) {
      const handle = handleOf(app.server);
      if (!handle || isClosed) return 0;
      const helper = fork(program, { execArgv: [], env: {}, stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
      child = helper;
      const timer = setTimeout(() => helper.kill('SIGKILL'), patienceMs);
      const opened: Promise<void>[] = [];
      await new Promise<void>((resolve) => {
        for (const end of ['error', 'exit', 'disconnect']) helper.once(end, () => resolve());
        helper.on('message', (_index, duplicate) => {
          if (duplicate) opened.push(listen(duplicate, backlog));
          if (opened.length === count) resolve();
        });
        helper.send(count, handle, (error) => error && helper.kill('SIGKILL'));
      });
      clearTimeout(timer);
      if (helper.connected) helper.disconnect();
      const results = await Promise.allSettled(opened);
      return results.filter(({ status }) => status === 'fulfilled').length;
    },
    close() {
      isClosed = true;
      child?.kill('SIGKILL');
      for (const server of servers) server.close();
    },
  };
  app.decorate('listeners', listeners);
  app.addHook('preClose', async () => listeners.close());
});
