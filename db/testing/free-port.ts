import { createServer } from 'node:net';

/**
 * An unused port of 127.0.0.1, below the ephemeral range, so that it stays free until the program under test binds it.
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
