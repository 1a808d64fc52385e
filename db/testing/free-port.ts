import { createServer } from 'node:net';

/**
 * A port of 127.0.0.1 that nobody listens on, below those that systems hand out by themselves: a program that is told
 * this one has some time to take it.
 */
export async function freePort(): Promise<number> {
  for (;;) {
    const port = 20_000 + Math.floor(Math.random() * 10_000);
    const server = createServer();
    const listened = await new Promise<boolean>((resolve) => {
      server.once('error', () => resolve(false));
      server.listen(port, '127.0.0.1', () => resolve(true));
    });
    if (!listened) continue;
    await new Promise((resolve) => server.close(resolve));
    return port;
  }
}
