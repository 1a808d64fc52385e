import { once } from 'node:events';
import { connect, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { idleLimitsOf } from './connections';

const idle = { all: 6, address: 3 };
let test: TestApp;
let proxied: TestApp;
const ports = new Map<TestApp, number>();
const open: Socket[] = [];

beforeAll(async () => {
  test = await createTestApp({}, { idle });
  proxied = await createTestApp({ trustProxy: ['127.0.0.1'] }, { idle });
  for (const one of [test, proxied]) ports.set(one, Number(new URL(await listen(one.app)).port));
});
afterAll(() => Promise.all([test.close(), proxied.close()]));

const connections = (at: TestApp) =>
  new Promise<number>((resolve, reject) =>
    at.app.server.getConnections((error, count) => (error ? reject(error) : resolve(count))),
  );
const left = (count: number, at = test) => vi.waitFor(async () => expect(await connections(at)).toBe(count), 30_000);

afterEach(async () => {
  for (const socket of open.splice(0)) socket.destroy();
  await Promise.all([left(0), left(0, proxied)]);
  vi.restoreAllMocks();
});

const health = 'GET /healthz HTTP/1.1\r\nHost: vexil.test\r\n\r\n';

/** Resolves when the server has the connection, or with `text` its answer. */
async function begin(text: string, from = '127.0.0.1', at = test): Promise<Socket> {
  const before = await connections(at);
  const socket = connect({ host: '127.0.0.1', port: ports.get(at) ?? 0, localAddress: from });
  open.push(socket);
  socket.on('error', () => {}).on('data', () => {});
  await once(socket, 'connect');
  if (text === health) {
    socket.write(text);
    await once(socket, 'data');
    return socket;
  }
  await vi.waitFor(async () => expect(await connections(at)).not.toBe(before), 30_000);
  if (text !== '') await new Promise<void>((resolve) => socket.write(text, () => resolve()));
  return socket;
}

async function beginAll(count: number, text: string, from?: string, at?: TestApp): Promise<Socket[]> {
  const sockets: Socket[] = [];
  for (let index = 0; index < count; index += 1) sockets.push(await begin(text, from, at));
  return sockets;
}

const ended = (sockets: readonly Socket[]) => sockets.map(({ destroyed, readableEnded }) => destroyed || readableEnded);

describe('idle connections', () => {
  it.each([
    ['that are kept after a reply', health],
    ['on which no request comes', ''],
    ['whose first request is not complete', 'GET /healthz HTTP/1.1\r\n'],
  ])('%s are bounded per address, and the oldest is closed', async (_name, text) => {
    const elsewhere = await begin(health, '127.0.0.2');
    const [oldest, ...others] = await beginAll(idle.address, text);
    const newest = await begin(health);
    await left(idle.address + 1);
    await vi.waitFor(() => expect(ended([oldest as Socket])).toEqual([true]), 30_000);
    expect(ended([elsewhere, ...others, newest])).toEqual([false, false, false, false]);
  });

  it('are bounded in all, trusted proxies included, and the log says so', async () => {
    const warn = vi.spyOn(proxied.app.log, 'warn');
    const [oldest, ...others] = await beginAll(idle.all, health, '127.0.0.1', proxied);
    const newest = await begin(health, '127.0.0.2', proxied);
    await left(idle.all, proxied);
    await vi.waitFor(() => expect(ended([oldest as Socket])).toEqual([true]), 30_000);
    expect(new Set(ended([...others, newest]))).toEqual(new Set([false]));
    expect(warn).toHaveBeenCalledExactlyOnceWith(
      { event: 'connections.closed', count: 1, idle: idle.all },
      expect.stringContaining(`more than ${idle.all} of all addresses`),
    );
  });

  it('are the youngest again after a further reply', async () => {
    const [first, second] = await beginAll(idle.address, health);
    first?.write(health);
    await once(first as Socket, 'data');
    await begin(health);
    await vi.waitFor(() => expect(ended([second as Socket])).toEqual([true]), 30_000);
    expect(ended([first as Socket])).toEqual([false]);
  });

  it('are not those of live connections, nor of requests that are under way', async () => {
    const upgrade =
      'GET /hub/user HTTP/1.1\r\nHost: vexil.test\r\nConnection: Upgrade\r\nUpgrade: websocket\r\n' +
      'Sec-WebSocket-Version: 13\r\nSec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r\n\r\n';
    const live = await begin('');
    live.write(upgrade);
    await once(live, 'data');
    const posting = await begin('');
    posting.write(
      'POST /api/account/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9\r\n\r\n{',
    );
    await vi.waitFor(() => expect(test.app.unfinished.size).toBe(1), 30_000);
    await beginAll(idle.address + 2, health);
    await left(idle.address + 2);
    expect(ended([live, posting])).toEqual([false, false]);
  });

  it('with pipelined requests are idle after the last reply', async () => {
    const pipelining = await begin(health.repeat(3));
    await vi.waitFor(() => expect(pipelining.bytesRead).toBeGreaterThan(0), 30_000);
    await beginAll(idle.address, health);
    await vi.waitFor(() => expect(ended([pipelining])).toEqual([true]), 30_000);
  });
});

describe('the bounds', () => {
  it.each([
    [256, 64, 16],
    [20_000, 5000, 1250],
    [1_048_576, 16_384, 4096],
    [null, 16_384, 4096],
  ])('with %s descriptors are %i in all and %i of an address', (files, all, address) => {
    expect(idleLimitsOf(files)).toEqual({ all, address });
  });
});
