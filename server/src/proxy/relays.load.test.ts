import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import type { Socket } from 'node:net';
import { containers } from '@vexil/db/schema/container';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { proxyConnectionsMax } from '@vexil/rules/proxy.rules';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '../../testing/app';
import { listen } from '../../testing/live';
import { startTcpService, type TcpService } from '../../testing/tcp';

const timeoutMs = 120_000;

describe('many relays of one server', () => {
  let test: TestApp;
  let url: string;
  let gameId: number;
  let participationId: number;
  const clients: WebSocket[] = [];
  const services: TcpService[] = [];

  beforeAll(async () => {
    test = await createTestApp({ containerPortMapping: 'proxy' });
    url = (await listen(test.app)).replace(/^http/, 'ws');
    gameId = (await buildGame(test.db)).id;
    participationId = (await buildParticipation(test.db, { gameId })).participation.id;
  });
  afterEach(async () => {
    for (const client of clients.splice(0)) client.terminate();
    for (const service of services.splice(0)) await service.close();
  });
  afterAll(() => test.close());

  async function runInstances(count: number, serve: (socket: Socket) => void): Promise<string[]> {
    const service = await startTcpService(serve);
    services.push(service);
    const ids: string[] = [];
    for (let index = 0; index < count; index += 1) {
      const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer' });
      const id = randomUUID();
      await test.db.insert(containers).values({
        id,
        kind: 'Team',
        gameId,
        challengeId: challenge.id,
        participationId,
        image: 'x',
        state: 'running',
        isProxy: true,
        internalHost: '127.0.0.1',
        internalPort: service.port,
        expiresAt: new Date(Date.now() + 3_600_000),
      });
      ids.push(id);
    }
    return ids;
  }

  async function open(id: string): Promise<WebSocket> {
    const client = new WebSocket(`${url}/api/proxy/${id}`, { perMessageDeflate: false });
    client.on('error', () => {});
    await once(client, 'open');
    clients.push(client);
    return client;
  }

  async function openMany(ids: readonly string[], count: number): Promise<void> {
    for (let from = 0; from < count; from += 100) {
      const batch = Math.min(100, count - from);
      await Promise.all(Array.from({ length: batch }, (_, index) => open(ids[(from + index) % ids.length] ?? '')));
    }
  }

  it(
    'are 2,000, each with its own bytes, and leave nothing behind',
    async () => {
      const ids = await runInstances(Math.ceil(2000 / proxyConnectionsMax), (socket) => socket.pipe(socket));
      await openMany(ids, 2000);
      expect(test.app.relays.admission.size).toBe(2000);
      const answers = clients.map(async (client, index) => {
        const answer = once(client, 'message');
        client.send(`message ${index}`);
        return String((await answer)[0]);
      });
      expect(await Promise.all(answers)).toEqual(clients.map((_, index) => `message ${index}`));
      for (const client of clients) client.close();
      await vi.waitFor(() => expect(test.app.relays.admission.size).toBe(0), timeoutMs);
      expect(test.app.relays.all()).toEqual([]);
      expect(await test.deps.redis.keys(`${test.deps.keyPrefix}proxy:*`)).toEqual([]);
    },
    timeoutMs,
  );

  it(
    'hold little for clients that do not read',
    async () => {
      // More than all buffers of the kernel on the way take.
      const much = Buffer.alloc(48 * 1024 * 1024, 1);
      const [id = ''] = await runInstances(1, (socket) => socket.once('data', () => socket.write(much)));
      await openMany([id], 20);
      for (const client of clients) {
        client.pause();
        client.send('begin');
      }
      let before = -1;
      // Until every buffer of the kernel is full as well.
      await vi.waitFor(
        () => {
          const { toClientBytes } = test.app.relays.countBytes();
          const isStill = toClientBytes === before;
          before = toClientBytes;
          expect(isStill && toClientBytes > 0).toBe(true);
        },
        { timeout: timeoutMs, interval: 500 },
      );
      const relays = test.app.relays.all();
      expect(relays).toHaveLength(20);
      const held = relays.map((relay) => relay.buffered().forClient);
      // One read of 64 KiB beyond the mark at which reading pauses.
      expect(Math.max(...held)).toBeLessThanOrEqual(129 * 1024);
      expect(Math.min(...held)).toBeGreaterThan(0);
    },
    timeoutMs,
  );
});
