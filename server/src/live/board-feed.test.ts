import type { Room } from '@vexil/contract/live';
import type { Database } from '@vexil/db';
import type { Deps } from '@vexil/http/deps';
import { noChanges } from '@vexil/rules/scoreboard.delta.rules';
import type { BoardChange } from '@vexil/rules/scoreboard.merge.rules';
import { createTopicFeed } from '@vexil/runtime/topics';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createBoardFeed } from './board-feed';
import type { LiveConnection } from './connection';
import { LiveRoom } from './room';

const idle = { add: () => undefined, flushed: async () => undefined, length: 0 };

/** A room that was opened at version 4, whose deliveries end when the test says so. */
async function open() {
  let committed = 4;
  const changes = vi.fn(async (_game: number, _audience: string, since = 0) => ({
    topicVersion: committed,
    version: committed,
    changes: Array.from({ length: committed - since }, (_, at): BoardChange => {
      const solves = [{ teamId: 7, challengeId: since + at, userName: null, time: 1, scores: true }];
      return { from: since + at, version: since + at + 1, delta: { ...noChanges(since + at), solves } };
    }),
  }));
  const log = pino({ level: 'silent' });
  // No poll: each message comes from the test.
  const topics = createTopicFeed({ database: undefined as unknown as Database, log });
  const boards = { changes, holds: () => true, recent: () => [] } as unknown as Deps['boards'];
  const flushes: (() => void)[] = [];
  const delivery = { flushed: () => new Promise<void>((resolve) => void flushes.push(resolve)) };
  const room = new LiveRoom('board:3', idle);
  room.open(1);
  const sent: string[] = [];
  room.broadcast = (frame) => void sent.push(frame.toString());
  const rooms = new Map<Room, LiveRoom>([[room.name, room]]);
  const feed = createBoardFeed({ boards, topics, log }, { rooms, delivery, stats: { messagesEncoded: 0 } });
  expect(await feed.open([room])).toBe(true);
  room.full.add({} as LiveConnection);
  changes.mockClear();
  const commit = (version: number) => {
    committed = Math.max(committed, version);
  };
  const receive = (version: number, topic: `scoreboard:${number}` = 'scoreboard:3') => {
    commit(version);
    topics.receive([{ topic, version }]);
  };
  const versions = () => sent.map((frame) => frame.match(/"from":\d+,"version":\d+/g));
  return { feed, room, commit, receive, changes, flushes, versions };
}

describe('changes of a board', () => {
  it('that come while one is sent leave as one, whatever their order', async () => {
    const { receive, changes, flushes, versions } = await open();
    receive(5);
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    for (const version of [6, 9, 7, 8]) receive(version);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toHaveBeenCalledTimes(1);
    flushes.shift()?.();
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    expect(changes.mock.calls.map(([, , since]) => since)).toEqual([4, 5]);
    expect(versions()).toEqual([['"from":4,"version":5'], ['"from":5,"version":9']]);
  });

  it('are read once for a version that is received again, and not for other boards', async () => {
    const { receive, changes, flushes } = await open();
    receive(4);
    receive(9, 'scoreboard:33');
    receive(9);
    receive(9);
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    flushes.shift()?.();
    await new Promise((resolve) => setTimeout(resolve, 50));
    receive(9);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toHaveBeenCalledTimes(1);
  });

  it('are sent to those who are there, though another one joins meanwhile', async () => {
    const { feed, room, commit, receive, flushes, versions } = await open();
    room.full.clear();
    commit(5);
    const joining = feed.open([room]);
    room.full.add({} as LiveConnection);
    expect(await joining).toBe(true);
    receive(5);
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    expect(versions()).toEqual([['"from":4,"version":5']]);
  });

  it('come with the next poll after a read that failed', async () => {
    const { receive, changes, flushes, versions } = await open();
    changes.mockRejectedValueOnce(new Error('gone'));
    receive(5);
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    flushes.shift()?.();
    await vi.waitFor(
      () => {
        receive(5);
        expect(versions()).toEqual([['"from":4,"version":5']]);
      },
      { timeout: 30_000 },
    );
  });
});
