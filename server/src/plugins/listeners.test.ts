import { type AddressInfo, connect, type Socket } from 'node:net';
import fastify, { type FastifyInstance } from 'fastify';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { listenersPlugin } from './listeners';

let app: FastifyInstance;
let port: number;
let clients: Socket[];

beforeEach(async () => {
  app = fastify({ forceCloseConnections: 'idle' }) as unknown as FastifyInstance;
  await app.register(listenersPlugin);
  app.get('/', async (request) => request.ip);
  await app.listen({ port: 0, host: '127.0.0.1', backlog: 1024 });
  port = (app.server.address() as AddressInfo).port;
  clients = [];
});
afterEach(async () => {
  for (const client of clients) client.destroy();
  await app.close();
});

/** Connects so many at once; gives how many the server took in each turn of the event loop that took any. */
async function takenByTurn(count: number): Promise<number[]> {
  const turns: number[] = [];
  let inTurn = 0;
  app.server.on('connection', () => {
    if (inTurn++ > 0) return;
    setImmediate(() => {
      turns.push(inTurn);
      inTurn = 0;
    });
  });
  clients.push(...Array.from({ length: count }, () => connect(port, '127.0.0.1')));
  await vi.waitFor(() => expect(turns.reduce((sum, one) => sum + one, 0)).toBe(count), 10_000);
  return turns;
}

const get = () => fetch(`http://127.0.0.1:${port}/`, { headers: { connection: 'close' } });

describe('more listening sockets', () => {
  it('take one connection each in one turn of the event loop', async () => {
    expect(Math.max(...(await takenByTurn(20)))).toBe(1);
    expect(await app.listeners.open(7, 1024)).toBe(7);
    expect(Math.max(...(await takenByTurn(64)))).toBeGreaterThan(4);
  });

  it('answer as the first one does, and stop with it', async () => {
    await app.listeners.open(3, 1024);
    const replies = await Promise.all(Array.from({ length: 40 }, get));
    expect(await Promise.all(replies.map((reply) => reply.text()))).toEqual(Array(40).fill('127.0.0.1'));
    const idle = await fetch(`http://127.0.0.1:${port}/`);
    expect(idle.status).toBe(200);
    await app.close();
    await expect(get()).rejects.toThrow('fetch failed');
  });

  it('leave nothing behind when the server closes while they are made', async () => {
    const opening = app.listeners.open(15, 1024);
    await app.close();
    await opening;
    await expect(get()).rejects.toThrow('fetch failed');
    expect(await app.listeners.open(3, 1024)).toBe(0);
  });
});
