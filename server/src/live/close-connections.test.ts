import { liveTargets } from '@vexil/contract/live';
import type { Notice } from '@vexil/contract/notice';
import { notices } from '@vexil/db/schema/notice';
import { buildGame } from '@vexil/db/testing/game';
import { systemRandom } from '@vexil/runtime/deps';
import { publish } from '@vexil/runtime/live';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '../../testing/app';
import { openTestHub } from '../../testing/hub';
import { connectRaw, handshake, listen, type RawClient, separator } from '../../testing/live';
import { buildApp } from '../app';
import { reconnectDelays, retryAfterSeconds, spreadMs } from './close-connections';

const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

/** Counts per interval of this many milliseconds. */
function countPer(ms: number, times: readonly number[]): number[] {
  const counts = new Map<number, number>();
  for (const time of times) counts.set(Math.floor(time / ms), (counts.get(Math.floor(time / ms)) ?? 0) + 1);
  return [...counts.values()];
}

describe('reconnect delays', () => {
  it.each([1, 10, 2000, 5000, 40_000])('are spread evenly for %d connections', (count) => {
    const delays = reconnectDelays(systemRandom, count);
    const spread = spreadMs(count);
    expect(delays).toHaveLength(count);
    expect(Math.min(...delays)).toBeGreaterThanOrEqual(500);
    expect(Math.max(...delays)).toBeLessThanOrEqual(500 + spread);
    const fair = (100 * count) / spread;
    expect(Math.max(...countPer(100, delays))).toBeLessThanOrEqual(Math.ceil(fair) + 2);
  });

  it('are some seconds for thousands, and never more than half a minute', () => {
    expect(spreadMs(0)).toBe(1000);
    expect(spreadMs(5000)).toBe(10_000);
    expect(spreadMs(1_000_000)).toBe(30_000);
  });

  it('are in random order', () => {
    const delays = reconnectDelays(systemRandom, 1000);
    const rising = delays.filter((delay, at) => at > 0 && delay > (delays[at - 1] ?? 0)).length;
    expect(rising).toBeGreaterThan(300);
    expect(rising).toBeLessThan(700);
  });

  it('are whole seconds in Retry-After', () => {
    const seconds = Array.from({ length: 200 }, () => retryAfterSeconds(systemRandom, 5000));
    expect(new Set(seconds)).toEqual(new Set(numbers(1, 10)));
  });
});

describe('a server that shuts down', () => {
  let test: TestApp;
  const started: FastifyInstance[] = [];

  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(async () => {
    for (const app of started) await app.close();
    await test.close();
  });

  async function startApp(
    prepare: (app: FastifyInstance) => unknown = () => {},
  ): Promise<{ app: FastifyInstance; address: string }> {
    const app = await buildApp(test.deps);
    prepare(app);
    started.push(app);
    return { app, address: await listen(app) };
  }

  async function connect(url: string): Promise<RawClient> {
    const client = await connectRaw(url);
    client.say(handshake);
    await client.receive(url.includes('live=1') ? 2 : 1);
    return client;
  }

  const closing = (client: RawClient) => vi.waitFor(() => expect(client.closed()).toBeDefined(), 30_000);

  it('sends a reconnect delay with live=1 and allows the other clients to reconnect', async () => {
    const { id: gameId } = await buildGame(test.db);
    const { app, address } = await startApp();
    const url = `${address}/hub/user?game=${gameId}`;
    const [full, plain] = [await connect(`${url}&live=1`), await connect(url)];
    await app.close();
    await Promise.all([closing(full), closing(plain)]);
    const [hint, closed] = full.records.slice(-2) as [{ target: string; arguments: unknown[] }, unknown];
    expect(hint).toEqual({ type: 1, target: 'Reconnect', arguments: [{ afterMs: expect.any(Number) }] });
    expect(liveTargets.Reconnect.payload.parse(hint.arguments[0]).afterMs).toBeGreaterThanOrEqual(500);
    expect(closed).toEqual({ type: 7, allowReconnect: true });
    expect(plain.records).toEqual([{}, { type: 7, allowReconnect: true }]);
  });

  it('closes connections without live=1 in batches', async () => {
    const { id: gameId } = await buildGame(test.db);
    const testHub = await openTestHub(test.deps, {});
    const clients: RawClient[] = [];
    for (let from = 0; from < 4; from += 1) {
      clients.push(...(await Promise.all(numbers(1, 50).map(() => connect(testHub.url(gameId))))));
    }
    const left: number[] = [];
    for (const { socket } of clients) socket.on('close', () => left.push(performance.now()));
    await testHub.close();
    await vi.waitFor(() => expect(left).toHaveLength(clients.length), 30_000);
    expect(clients.every(({ records }) => JSON.stringify(records.at(-1)) === '{"type":7,"allowReconnect":true}')).toBe(
      true,
    );
    expect(testHub.hub.stats.closedForReconnect).toBe(clients.length);
  });

  it('refuses new requests with Retry-After while it shuts down', async () => {
    const { id: gameId } = await buildGame(test.db);
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    // Holds the shutdown until all requests were sent, however slow this machine is.
    const { app, address } = await startApp((one) => one.addHook('preClose', () => held));
    const kept = await fetch(`${address}/healthz`);
    expect(kept.status).toBe(200);
    const stays = await connect(`${address}/hub/user?game=${gameId}`);
    // The server waits because this socket does not close.
    stays.socket.pause();
    const stopped = app.close();
    const reply = await fetch(`${address}/hub/user/negotiate?negotiateVersion=1`, { method: 'POST' });
    expect(reply.status).toBe(503);
    expect(Number(reply.headers.get('Retry-After'))).toBeGreaterThanOrEqual(1);
    await expect(connectRaw(`${address}/hub/user?game=${gameId}&live=1`)).rejects.toThrow('HTTP 503');
    release();
    stays.socket.terminate();
    await stopped;
  });

  it('refuses clients while it is full, until one disconnects', async () => {
    const full = await createTestApp({ liveConnectionsMax: 2 });
    try {
      const { id: gameId } = await buildGame(full.db);
      const address = await listen(full.app);
      const url = `${address}/hub/user?game=${gameId}`;
      const [leaves] = [await connect(`${url}&live=1`), await connect(url)];
      const refusal = await full.send({ method: 'POST', url: '/hub/user/negotiate?negotiateVersion=1' });
      expect(refusal).toMatchObject({ status: 503, body: { code: 'request.unavailable' } });
      expect(Number(refusal.headers['retry-after'])).toBeGreaterThanOrEqual(1);
      await expect(connectRaw(url)).rejects.toThrow('HTTP 503');
      leaves.socket.close();
      await closing(leaves);
      await vi.waitFor(async () => (await connectRaw(url)).socket.terminate(), 30_000);
      expect(full.app.live.stats.refusedFull).toBeGreaterThanOrEqual(2);
    } finally {
      await full.close();
    }
  });
});

/** The connection logic of the web client: reconnects after the given delay, with its cursor. */
class Browser {
  readonly received: number[] = [];
  readonly reconnectAfter: number[] = [];
  refetches = 0;
  isCaughtUp = false;
  private cursor = '';
  private socket: WebSocket | undefined;
  private pings: NodeJS.Timeout | undefined;

  constructor(private readonly addressNow: () => string) {}

  connect(): Promise<void> {
    const cursor = this.cursor && `&cursor=${this.cursor}`;
    const socket = new WebSocket(`${this.addressNow().replace(/^http/, 'ws')}${cursor}`);
    this.socket = socket;
    let afterMs: number | undefined;
    return new Promise((resolve, reject) => {
      socket.on('error', reject);
      socket.on('open', () => {
        socket.send(JSON.stringify(handshake) + separator);
        this.pings = setInterval(() => socket.send(`{"type":6}${separator}`), 10_000);
      });
      socket.on('message', (data) => {
        for (const record of data.toString().split(separator).slice(0, -1)) {
          const { target, arguments: args = [] } = JSON.parse(record) as { target?: string; arguments?: unknown[] };
          const [payload, cursor] = args as [{ id: number; afterMs: number }, string | undefined];
          if (cursor) this.cursor = cursor;
          if (target === 'ReceivedGameNotice') this.received.push(payload.id);
          if (target === 'Refetch') this.refetches += 1;
          if (target === 'Reconnect') afterMs = payload.afterMs;
          if (target !== 'CaughtUp') continue;
          this.isCaughtUp = true;
          resolve();
        }
      });
      socket.on('close', () => {
        this.isCaughtUp = false;
        clearInterval(this.pings);
        if (afterMs !== undefined) this.reconnectAfter.push(afterMs);
        this.reconnectIn(afterMs ?? 500);
      });
    });
  }

  private reconnectIn(ms: number): void {
    setTimeout(() => void this.connect().catch(() => this.reconnectIn(500)), ms);
  }

  leave(): void {
    clearInterval(this.pings);
    this.socket?.removeAllListeners('close');
    this.socket?.terminate();
  }
}

describe('2000 connections to two servers, one of which shuts down', () => {
  it('all reconnect to the other, spread over time, and receive every notice once', async () => {
    const test = await createTestApp();
    const [stops, stays] = [await buildApp(test.deps), test.app];
    const { id: gameId } = await buildGame(test.db);
    const addresses = { stops: await listen(stops), stays: await listen(stays) };
    let balanced = Object.values(addresses);
    let turn = 0;
    // A round-robin load balancer.
    const addressNow = () => `${balanced[turn++ % balanced.length]}/hub/user?game=${gameId}&live=1`;
    const count = 2000;
    const browsers = Array.from({ length: count }, () => new Browser(addressNow));
    let said = 0;
    let isTalking = true;
    let talk = Promise.resolve();
    try {
      for (let from = 0; from < count; from += 50) {
        await Promise.all(browsers.slice(from, from + 50).map((browser) => browser.connect()));
      }
      expect(stops.live.countConnections().user).toBe(count / 2);

      const sayNext = async () => {
        said += 1;
        // A replay repeats what is stored.
        await test.db.insert(notices).values({ gameId, type: 'Normal', values: [] });
        const notice: Notice = { id: said, type: 'Normal', values: [], time: said };
        await publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', notice);
      };
      talk = (async () => {
        while (isTalking) {
          await sayNext();
          await new Promise((resolve) => setTimeout(resolve, 1000));
        }
      })();
      balanced = [addresses.stays];
      await stops.close();
      await vi.waitFor(() => expect(browsers.every(({ isCaughtUp }) => isCaughtUp)).toBe(true), {
        timeout: 150_000,
        interval: 200,
      });
      isTalking = false;
      await talk;
      await sayNext();
      await vi.waitFor(() => expect(browsers.every(({ received }) => received.at(-1) === said)).toBe(true), 60_000);

      for (const { received, refetches } of browsers) {
        expect(received).toEqual(numbers(1, said));
        expect(refetches).toBe(0);
      }
      const delays = browsers.flatMap(({ reconnectAfter }) => reconnectAfter);
      expect(delays).toHaveLength(count / 2);
      expect(Math.max(...countPer(100, delays))).toBeLessThanOrEqual(52);
      expect(Math.max(...delays) - Math.min(...delays)).toBeGreaterThan(1500);
      expect(stays.live.countConnections().user).toBe(count);
      expect(stays.live.stats).toMatchObject({ refetches: 0, droppedSlow: 0, droppedByBudget: 0 });
      expect(stays.live.stats.replays).toBeGreaterThanOrEqual(count / 2);
    } finally {
      isTalking = false;
      await talk.catch(() => {});
      for (const browser of browsers) browser.leave();
      await test.close();
    }
  });
});
