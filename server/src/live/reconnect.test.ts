import type { Notice } from '@vexil/contract/notice';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { publish } from '@vexil/runtime/live';
import type { FastifyInstance } from 'fastify';
import { afterAll, afterEach, beforeAll, describe, expect, it, onTestFinished, vi } from 'vitest';
import { createTestApp, emptyRedis, type TestApp } from '../../testing/app';
import { connectHub, type HubClient, listen } from '../../testing/live';
import { buildApp } from '../app';
import { sinceOf } from './replay';
import { replayMax } from './room';

/** Longer than a fetched reply is old, shorter than silent connections stay open. */
const aheadMs = 10_000;

const notice = (id: number): Notice => ({ id, type: 'Normal', values: [], time: id });
const verdict = (id: number) =>
  ({ id, challengeId: 1, status: 'WrongAnswer', time: 1, userName: 'player', attempts: 1 }) as const;

describe('reconnecting to a hub', () => {
  let test: TestApp;
  const addresses: string[] = [];
  const apps: FastifyInstance[] = [];
  const clients: HubClient[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    addresses.push(await listen(test.app), await startApp());
  });
  afterEach(async () => {
    await Promise.all(clients.splice(0).map((client) => client.connection.stop()));
  });
  afterAll(async () => {
    for (const app of apps) await app.close();
    await test.close();
  });

  /** One more process over the same database and Redis. */
  async function startApp(): Promise<string> {
    const app = await buildApp(test.deps);
    apps.push(app);
    return listen(app);
  }

  async function buildScenario() {
    const { participation, captain } = await buildParticipation(test.db);
    const { gameId } = participation;
    const cookie = await test.signIn(captain);
    const path = `/hub/user?game=${gameId}&live=1`;
    /** Numbered messages, every third one to the team only. */
    const say = (id: number) =>
      id % 3 === 0
        ? publish(test.deps, `participation:${participation.id}`, 'SubmissionJudged', verdict(id))
        : publish(test.deps, `game:${gameId}`, 'ReceivedGameNotice', notice(id));
    async function connectWith(query: string, address = addresses[0]): Promise<HubClient> {
      const client = await connectHub(`${address}${path}${query}`, cookie);
      clients.push(client);
      return client;
    }
    const connect = (cursor = '', address = addresses[0]) => connectWith(cursor && `&cursor=${cursor}`, address);
    return { gameId, say, connect, connectWith };
  }

  const idsOf = (client: HubClient) => client.received.flatMap(({ payload }) => (payload as { id?: number }).id ?? []);
  const targets = (client: HubClient) => client.received.map(({ target }) => target);
  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it('replays missed messages once and in order, at every position of the disconnect', async () => {
    const { say, connect } = await buildScenario();
    const last = 12;
    let said = 0;
    const sayNext = () => {
      said += 1;
      return say(said);
    };
    for (let drop = 0; drop <= last; drop += 1) {
      const first = await connect('', addresses[drop % 2]);
      const start = said;
      while (said < start + drop) await sayNext();
      await vi.waitFor(() => expect(idsOf(first)).toEqual(numbers(start + 1, start + drop)), 30_000);
      await first.connection.stop();
      while (said < start + last) await sayNext();
      const back = await connect(first.cursor(), addresses[(drop >> 1) % 2]);
      await vi.waitFor(() => expect(targets(back)).toContain('CaughtUp'), 30_000);
      expect(idsOf(back)).toEqual(numbers(start + drop + 1, start + last));
      expect(targets(back)).not.toContain('Refetch');
      expect(targets(back).at(-1)).toBe('CaughtUp');
      await sayNext();
      await vi.waitFor(() => expect(idsOf(back).at(-1)).toBe(said), 30_000);
      await back.connection.stop();
    }
  });

  it('loses and repeats nothing while messages are being published', async () => {
    const { say, connect } = await buildScenario();
    const perRound = 8;
    const rounds = 60;
    const seen: number[] = [];
    let client = await connect();
    for (let round = 0; round < rounds; round += 1) {
      const talk = async () => {
        for (const id of numbers(round * perRound + 1, (round + 1) * perRound)) await say(id);
      };
      const reconnect = async () => {
        const received = idsOf(client).length + (round % perRound);
        await vi.waitFor(() => expect(idsOf(client).length).toBeGreaterThanOrEqual(received), {
          timeout: 30_000,
          interval: 1,
        });
        await client.connection.stop();
        seen.push(...idsOf(client));
        return connect(client.cursor(), addresses[round % 2]);
      };
      [client] = await Promise.all([reconnect(), talk()]);
    }
    const total = rounds * perRound;
    await vi.waitFor(() => expect([...seen, ...idsOf(client)].at(-1)).toBe(total), 30_000);
    expect([...seen, ...idsOf(client)]).toEqual(numbers(1, total));
  });

  it('replays nothing without a cursor', async () => {
    const { say, connect } = await buildScenario();
    await say(1);
    const client = await connect();
    await say(2);
    await vi.waitFor(() => expect(idsOf(client)).toEqual([2]), 30_000);
    expect(targets(client)).toEqual(['CaughtUp', 'ReceivedGameNotice']);
  });

  it('replays without a cursor what happened since the data was fetched', async () => {
    const { say, connectWith } = await buildScenario();
    for (const id of numbers(1, 4)) await say(id);
    const idsSince = async (ageMs: number, address?: string) => {
      const client = await connectWith(`&ageMs=${ageMs}`, address);
      await vi.waitFor(() => expect(targets(client)).toContain('CaughtUp'), 30_000);
      expect(targets(client)).not.toContain('Refetch');
      expect(targets(client).at(-1)).toBe('CaughtUp');
      return idsOf(client);
    };
    // Positions are of the clock of Redis, which goes on from its own time.
    test.clock.advance(aheadMs);
    onTestFinished(() => test.clock.advance(-aheadMs));
    for (const address of addresses) {
      expect(await idsSince(20 * aheadMs, address)).toEqual(numbers(1, 4));
      expect(await idsSince(0, address)).toEqual([]);
    }
    const client = await connectWith('&ageMs=0');
    await say(5);
    await vi.waitFor(() => expect(idsOf(client)).toEqual([5]), 30_000);
  });

  it('repeats what is up to five seconds older, because a fetched reply may be', () => {
    expect(sinceOf({ ageMs: 2000 }, '7', 100_000)).toEqual({
      epoch: '7',
      at: 93_000_000,
      boardsAt: 93_000,
      isCursor: false,
    });
  });

  it.each(['nonsense', '-1', '999999999999'])('sends Refetch for the age %s', async (age) => {
    const { say, connectWith } = await buildScenario();
    const client = await connectWith(`&ageMs=${age}`);
    await say(1);
    await vi.waitFor(() => expect(idsOf(client)).toEqual([1]), 30_000);
    expect(targets(client)).toEqual(['Refetch', 'CaughtUp', 'ReceivedGameNotice']);
  });

  it.each(['nonsense', '1.2', '99999999.1', '../../x', '9'.repeat(40)])(
    'sends Refetch and the current cursor for the cursor %s',
    async (cursor) => {
      const { say, connect } = await buildScenario();
      const client = await connect(cursor);
      await say(1);
      await vi.waitFor(() => expect(idsOf(client)).toEqual([1]), 30_000);
      expect(targets(client)).toEqual(['Refetch', 'CaughtUp', 'ReceivedGameNotice']);
      expect(client.received[0]).toEqual({
        target: 'Refetch',
        payload: { withinMs: expect.any(Number) },
        cursor: expect.stringMatching(/^\d+\.\d+$/),
      });
    },
  );

  it('sends Refetch when more messages were missed than are kept', async () => {
    const { say, connect } = await buildScenario();
    const client = await connect();
    await client.connection.stop();
    for (const id of numbers(1, replayMax * 2)) await say(id);
    for (const address of [addresses[0], await startApp()]) {
      const back = await connect(client.cursor(), address);
      await vi.waitFor(() => expect(targets(back)).toEqual(['Refetch', 'CaughtUp']), 30_000);
    }
  });

  it('sends Refetch when the client was away for longer than streams are kept', async () => {
    const { say, connect } = await buildScenario();
    await say(1);
    const client = await connect();
    await client.connection.stop();
    await say(2);
    test.clock.advance(7 * 3600 * 1000);
    const back = await connect(client.cursor(), await startApp());
    await vi.waitFor(() => expect(targets(back)).toEqual(['Refetch', 'CaughtUp']), 30_000);
    test.clock.advance(-7 * 3600 * 1000);
  });

  it('sends Refetch after Redis was emptied, and continues', async () => {
    const { say, connect } = await buildScenario();
    const [stays, leaves] = [await connect(), await connect()];
    await say(1);
    await vi.waitFor(() => expect(idsOf(leaves)).toEqual([1]), 30_000);
    await leaves.connection.stop();
    await emptyRedis(test.deps);
    await say(2);
    await vi.waitFor(() => expect(idsOf(stays)).toEqual([1, 2]), 30_000);
    for (const address of [...addresses, await startApp()]) {
      const back = await connect(leaves.cursor(), address);
      await vi.waitFor(() => expect(targets(back)).toEqual(['Refetch', 'CaughtUp']), 30_000);
      const again = await connect(back.cursor(), address);
      await vi.waitFor(() => expect(targets(again)).toEqual(['CaughtUp']), 30_000);
    }
    await say(3);
    await vi.waitFor(() => expect(idsOf(stays)).toEqual([1, 2, 3]), 30_000);
    const back = await connect(stays.cursor(), addresses[1]);
    await vi.waitFor(() => expect(targets(back)).toEqual(['CaughtUp']), 30_000);
  });

  describe('when the Redis connection is lost', () => {
    async function listSubscribers(): Promise<string[]> {
      const list = String(await test.deps.redis.call('CLIENT', 'LIST'));
      const own = list.split('\n').filter((line) => line.includes(` name=${test.deps.keyPrefix}live `));
      return own.map((line) => /^id=(\d+)/.exec(line)?.[1] ?? '');
    }

    /** Kills the subscriber connections of all processes, once each has one. */
    async function killSubscribers(): Promise<void> {
      const lines = await vi.waitFor(async () => {
        const found = await listSubscribers();
        expect(found.length).toBe(apps.length + 1);
        return found;
      }, 30_000);
      for (const id of lines) await test.deps.redis.call('CLIENT', 'KILL', 'ID', id);
    }

    it('loses and repeats nothing and keeps the order', async () => {
      const { say, connect } = await buildScenario();
      const [one, other] = [await connect('', addresses[0]), await connect('', addresses[1])];
      const total = 240;
      for (const id of numbers(1, total)) {
        if (id % 60 === 30) await killSubscribers();
        await say(id);
      }
      for (const client of [one, other]) {
        await vi.waitFor(() => expect(idsOf(client).at(-1)).toBe(total), 30_000);
        expect(idsOf(client)).toEqual(numbers(1, total));
        expect(targets(client)).not.toContain('Refetch');
      }
    });

    it('sends Refetch to all clients when Redis was emptied meanwhile', async () => {
      const { say, connect } = await buildScenario();
      const client = await connect();
      await vi.waitFor(() => expect(targets(client)).toEqual(['CaughtUp']), 30_000);
      await say(1);
      await vi.waitFor(() => expect(idsOf(client)).toEqual([1]), 30_000);
      await emptyRedis(test.deps);
      await killSubscribers();
      await say(2);
      await vi.waitFor(() => expect(targets(client)).toContain('Refetch'), 30_000);
      await say(3);
      await vi.waitFor(() => expect(idsOf(client)).toEqual([1, 2, 3]), 30_000);
      const cursor = client.received.find(({ payload }) => (payload as { id?: number }).id === 2)?.cursor ?? '';
      for (const address of addresses) {
        const back = await connect(cursor, address);
        await vi.waitFor(() => expect(targets(back)).toContain('CaughtUp'), 30_000);
        expect(targets(back)).not.toContain('Refetch');
        expect(idsOf(back)).toEqual([3]);
      }
    });

    it('admits new connections after the reconnect', async () => {
      const { gameId } = await buildScenario();
      const other = await buildGame(test.db);
      await killSubscribers();
      const plain = await connectHub(`${addresses[0]}/hub/user?game=${other.id}`);
      clients.push(plain);
      await vi.waitFor(async () => {
        await publish(test.deps, `game:${other.id}`, 'ReceivedGameNotice', notice(gameId));
        expect(idsOf(plain)).not.toEqual([]);
      }, 30_000);
    });
  });
});
