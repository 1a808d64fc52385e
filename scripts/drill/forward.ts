import net from 'node:net';
import type { Lifecycle } from '../lib/lifecycle.mjs';

export interface Address {
  host: string;
  port: number;
}

/** Passes connections on as they are. */
export async function forward(lifecycle: Lifecycle, from: Address, to: Address): Promise<void> {
  const server = net.createServer((near) => {
    const far = net.connect(to);
    near.pipe(far).pipe(near);
    near.on('error', () => far.destroy());
    far.on('error', () => near.destroy());
  });
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(from, resolve));
  lifecycle.onStop(async () => void server.close());
}

/** @returns the address of a service of this machine as containers reach it, which see the machine as `host` */
export async function forwardUrl(lifecycle: Lifecycle, url: string, host: string): Promise<string> {
  const moved = new URL(url);
  const port = Number(moved.port);
  await forward(lifecycle, { host, port }, { host: '127.0.0.1', port });
  moved.hostname = host;
  return moved.href;
}
