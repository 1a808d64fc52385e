import type { Deps } from '@vexil/http/deps';
import { noChanges } from '@vexil/rules/scoreboard.delta.rules';
import { describe, expect, it, vi } from 'vitest';
import { encodeEntry } from './frames';
import { createReadQueue } from './read-queue';
import { type Entry, LiveRoom, type ReceivedMessage } from './room';

const idle = { add: () => undefined, flushed: async () => undefined, length: 0 };
const announce = (version: number): ReceivedMessage => ({
  epoch: 'e',
  at: version,
  message: { target: 'ScoreboardChanged', payload: { gameId: 3, version } },
});

/** A room whose deliveries end when the test says so. */
function open() {
  const changes = vi.fn(async (_game: number, _audience: string, since: number, until: number) =>
    Array.from({ length: until - since }, (_, at) => {
      const solves = [{ teamId: 7, challengeId: since + at, userName: null, time: 1, scores: true }];
      return { from: since + at, version: since + at + 1, delta: { ...noChanges(since + at), solves } };
    }),
  );
  const deps = { boards: { changes }, log: { warn: vi.fn() } } as unknown as Pick<
    Deps,
    'db' | 'sealing' | 'log' | 'boards'
  >;
  const flushes: (() => void)[] = [];
  const delivery = { flushed: () => new Promise<void>((resolve) => void flushes.push(resolve)) };
  const room = new LiveRoom('game:3', idle);
  const sent: Entry[] = [];
  room.deliverBoard = (entry) => void sent.push(entry);
  const lost = vi.fn();
  const read = createReadQueue(deps, delivery, encodeEntry, lost);
  const versions = () => sent.map(({ full }) => full.toString().match(/"from":\d+,"version":\d+/g));
  return { read: (version: number) => read(room, announce(version)), changes, flushes, versions, lost };
}

describe('changes of a board', () => {
  it('that come while one is sent leave as one, whatever their order', async () => {
    const { read, changes, flushes, versions } = open();
    read(5);
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    for (const version of [6, 9, 7, 8]) read(version);
    await new Promise((resolve) => setTimeout(resolve, 50));
    expect(changes).toHaveBeenCalledTimes(1);
    flushes.shift()?.();
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    expect(changes.mock.calls.map((call) => call.slice(2))).toEqual([
      [4, 5],
      [5, 9],
    ]);
    expect(versions()).toEqual([['"from":4,"version":5'], ['"from":5,"version":9']]);
  });

  it('go on after a read that failed', async () => {
    const { read, changes, flushes, versions, lost } = open();
    changes.mockRejectedValueOnce(new Error('gone'));
    read(5);
    await vi.waitFor(() => expect(flushes).toHaveLength(1), 30_000);
    expect(lost).toHaveBeenCalledTimes(1);
    flushes.shift()?.();
    read(6);
    await vi.waitFor(() => expect(versions()).toEqual([['"from":5,"version":6']]), 30_000);
  });
});
