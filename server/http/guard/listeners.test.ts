import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenersPlugin } from './listeners';

let app: FastifyInstance;
let clients: Socket[];
const address = { port: 0, host: '127.0.0.1', backlog: 1024 };
const isCopied = process.platform === 'linux';
const portOf = () => (app.server.address() as AddressInfo).port;

beforeEach(async () => {
  app = fastify({ forceCloseConnections: 'idle' }) as unknown as FastifyInstance;
  await app.register(listenersPlugin);
  app.get('/', async (request) => request.ip);
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

/** Connects so many at once; gives how many the server accepted in each turn of the event loop that accepted any. */
async function acceptedByTurn(count: number): Promise<number[]> {
  const turns: number[] = [];
  let inTurn = 0;
  app.server.on('connection', () => {
    if (inTurn++ > 0) return;
    setImmediate(() => {
      turns.push(inTurn);
      inTurn = 0;
    });
  });
  clients.push(...Array.from({ length: count }, () => connect(portOf(), '127.0.0.1')));
  await vi.waitFor(() => expect(turns.reduce((sum, one) => sum + one, 0)).toBe(count), 10_000);
  return turns;
}

const get = (port = portOf()) => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });

describe('listening sockets', () => {
  it('accept one connection each in one turn of the event loop', async () => {
    expect(await app.listeners.open(address, 16)).toBe(isCopied ? 16 : 1);
    const most = Math.max(...(await acceptedByTurn(64)));
    if (isCopied) expect(most).toBeGreaterThan(4);
    else expect(most).toBe(1);
  });

  it('answer alike, and stop together', async () => {
    await app.listeners.open(address, 4);
    const port = portOf();
    const replies = await Promise.all(Array.from({ length: 40 }, () => get()));
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(Array(40).fill('127.0.0.1'));
    const idle = await fetch(`http://127.0.0.1:${port}/`);
    expect(idle.status).toBe(200);
    await app.close();
    await expect(get(port)).rejects.toThrow('fetch failed');
  });

  it('are refused at the port of another process', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await vi.waitFor(() => expect(other.listening).toBe(true), 30_000);
    const { port } = other.address() as AddressInfo;
    await expect(app.listeners.open({ ...address, port }, 4)).rejects.toMatchObject({ code: 'EADDRINUSE' });
    other.close();
  });

  it('leave nothing behind when the server closes while they are opened', async () => {
    const opening = app.listeners.open(address, 16);
    await vi.waitFor(() => expect(app.server.listening).toBe(true), 30_000);
    const port = portOf();
    await app.close();
    await opening;
    await expect(get(port)).rejects.toThrow('fetch failed');
  });
});
