import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type NetConnectOpts, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';

export interface Gate {
  path: string;
  /** Of 127.0.0.1, where the gate was asked for one. */
  port: number;
  shut(): void;
  open(): void;
  close(): Promise<void>;
}

/** A socket in front of an engine's API that can be shut, as an engine that restarts does. */
export async function openGate(target: NetConnectOpts, { tcp = false } = {}): Promise<Gate> {
  const folder = await mkdtemp(join(tmpdir(), 'vexil-gate-'));
  const path = join(folder, 'api.sock');
  const sockets = new Set<Socket>();
  let isOpen = true;
  const keep = (socket: Socket) => {
    sockets.add(socket);
    socket.on('error', () => socket.destroy());
    socket.on('close', () => sockets.delete(socket));
  };
  const server = createServer((near) => {
    keep(near);
    if (!isOpen) return near.destroy();
    const far = connect(target);
    keep(far);
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => (tcp ? server.listen(0, '127.0.0.1', resolve) : server.listen(path, resolve)));
  const address = server.address();
  const breakOff = () => {
    for (const socket of sockets) socket.destroy();
  };
  return {
    path,
    port: address !== null && typeof address === 'object' ? address.port : 0,
    shut: () => {
      isOpen = false;
      breakOff();
    },
    open: () => {
      isOpen = true;
    },
    close: async () => {
      breakOff();
      await new Promise<void>((resolve) => server.close(() => resolve()));
      await rm(folder, { recursive: true });
    },
  };
}
