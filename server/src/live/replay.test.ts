import { numberRebuilds } from '@vexil/db/schema/scoreboard-version';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { publish } from '@vexil/runtime/live';
import { publishTopics } from '@vexil/runtime/topics';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { WebSocket } from 'ws';
import { createTestApp, type TestApp } from '../../testing/app';
import { handshake, listen, separator } from '../../testing/live';
import { buildApp } from '../app';

interface Message {
  target: string;
  id: number;
  cursor: string;
}

/** Parses a record; messages without an id have the id 0. */
function readMessage(record: string): Message | undefined {
  const { target, arguments: args } = JSON.parse(record) as { target?: string; arguments?: unknown[] };
  if (!target || !args) return undefined;
  const [payload, cursor] = args as [{ id?: number; version?: number }, string];
  return { target, id: payload.id ?? payload.version ?? 0, cursor };
}

describe('a lost connection', () => {
  let test: TestApp;
  let second: FastifyInstance;
  const addresses: string[] = [];

  beforeAll(async () => {
    test = await createTestApp();
    second = await buildApp(test.deps);
    addresses.push(await listen(test.app), await listen(second));
  });
  afterAll(async () => {
    await second.close();
    await test.close();
  });

  /** A game, an account in three of its rooms, and messages that alternate between these rooms. */
  async function buildScenario() {
    const game = await buildGame(test.db);
    const account = await buildAccount(test.db, { role: 'Admin' });
    const built = await buildTeam(test.db, { captainId: account.id });
    const { participation } = await buildParticipation(test.db, { gameId: game.id, built });
    const cookie = await test.signIn(account);
    const say = (id: number) => {
      const verdict = {
        id,
        challengeId: 1,
        status: 'WrongAnswer',
        time: 1,
        userName: 'player',
        attempts: 1,
      } as const;
      if (id % 3 === 0) return publish(test.deps, `participation:${participation.id}`, 'SubmissionJudged', verdict);
      if (id % 3 === 1) return publish(test.deps, `staff:${game.id}`, 'NoticeDeleted', { id });
      return publish(test.deps, `game:${game.id}`, 'NoticeDeleted', { id });
    };
    const changeBoard = async () => publishTopics(test.deps, await numberRebuilds(test.db, [game.id]));
    return { path: `/hub/user?game=${game.id}&live=1`, cookie, say, changeBoard };
  }

  /** Collects messages until `isLast`, then terminates the socket. */
  function receiveUntil(url: string, cookie: string, isLast: (received: Message[]) => boolean, onOpen?: () => void) {
    const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers: { cookie } });
    const received: Message[] = [];
    return new Promise<Message[]>((resolve, reject) => {
      const take = (record: string) => {
        if (socket.readyState !== socket.OPEN) return;
        const message = readMessage(record);
        if (!message) return;
        received.push(message);
        if (message.target === 'CaughtUp') onOpen?.();
        if (isLast(received)) {
          socket.terminate();
          resolve(received);
        }
      };
      socket.on('error', reject);
      socket.on('open', () => socket.send(JSON.stringify(handshake) + separator));
      socket.on('message', (data) => data.toString().split(separator).slice(0, -1).forEach(take));
    });
  }

  const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

  it('loses and repeats nothing, at every position of the disconnect and of another one during the replay', async () => {
    const { path, cookie, say } = await buildScenario();
    const count = 7;
    let said = 0;
    const sayNext = async (times: number) => {
      for (let time = 0; time < times; time += 1) {
        said += 1;
        await say(said);
      }
    };
    for (let first = 0; first <= count; first += 1) {
      for (let again = 0; again <= count - first; again += 1) {
        const start = said;
        const ofThisRound = (received: Message[]) => received.filter(({ id }) => id > start).length;
        const at = (index: number) => `${addresses[(first + again + index) % 2]}${path}`;
        const resume = (received: Message[]) => `&cursor=${received.at(-1)?.cursor}`;
        // The first connection receives some of the messages published while it is open.
        let talk = Promise.resolve();
        const received = await receiveUntil(
          at(0),
          cookie,
          (all) => all.some(({ target }) => target === 'CaughtUp') && ofThisRound(all) >= first,
          () => {
            talk = sayNext(count);
          },
        );
        await talk;
        // The second connection, if any, is lost during the replay.
        const replayed =
          again === 0 ? [] : await receiveUntil(`${at(1)}${resume(received)}`, cookie, (all) => all.length === again);
        await sayNext(1);
        const rest = await receiveUntil(`${at(2)}${resume([...received, ...replayed])}`, cookie, (all) =>
          all.some(({ id }) => id === said),
        );
        const union = [...received, ...replayed, ...rest].filter(({ id }) => id > start);
        expect(union.map(({ id }) => id)).toEqual(numbers(start + 1, said));
        expect([...received, ...replayed, ...rest].map(({ target }) => target)).not.toContain('Refetch');
      }
    }
  });

  describe('a first connection', () => {
    const untilCaughtUp = (received: Message[]) => received.at(-1)?.target === 'CaughtUp';
    const receivedFirst = async (path: string, cookie: string) => {
      const lists = await Promise.all(addresses.map((address) => receiveUntil(address + path, cookie, untilCaughtUp)));
      return lists.map((received) => received.map(({ target, id }) => `${target} ${id}`));
    };

    it('is led to the present scoreboard by a server that does not know what happened before', async () => {
      const { path, cookie, changeBoard } = await buildScenario();
      for (const _change of numbers(1, 3)) await changeBoard();
      expect(await receivedFirst(path, cookie)).toEqual([
        ['ScoreboardChanged 3', 'CaughtUp 0'],
        ['ScoreboardChanged 3', 'CaughtUp 0'],
      ]);
    });

    it('receives scoreboard changes that may be newer than the fetched scoreboard', async () => {
      const { path, cookie, changeBoard } = await buildScenario();
      await receivedFirst(path, cookie);
      for (const version of numbers(1, 3)) {
        await changeBoard();
        await vi.waitUntil(
          async () => (await receivedFirst(path, cookie))[0]?.includes(`ScoreboardChanged ${version}`),
          {
            timeout: 30_000,
          },
        );
      }
      // Moves the clock back, so that the changes are recent however slow this machine is.
      test.clock.advance(-60_000);
      const expected = [...numbers(1, 3).map((version) => `ScoreboardChanged ${version}`), 'CaughtUp 0'];
      expect(await receivedFirst(path, cookie)).toEqual([expected, expected]);
      // Sent only once, because the connection starts behind them.
      const [received = []] = await Promise.all(
        addresses.map((address) =>
          receiveUntil(
            address + path,
            cookie,
            (all) => all.some(({ id }) => id >= 4),
            () => void changeBoard(),
          ),
        ),
      );
      const versions = received.filter(({ target }) => target === 'ScoreboardChanged').map(({ id }) => id);
      expect(versions.filter((version) => version < 4)).toEqual(numbers(1, 3));
      test.clock.advance(60_000);
    });

    it('receives no scoreboard changes that the fetched scoreboard includes', async () => {
      const { path, cookie, changeBoard } = await buildScenario();
      await changeBoard();
      await receivedFirst(path, cookie);
      test.clock.advance(20_000);
      expect(await receivedFirst(path, cookie)).toEqual([['CaughtUp 0'], ['CaughtUp 0']]);
      test.clock.advance(-20_000);
    });
  });
});
