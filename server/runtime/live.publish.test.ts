import { randomBytes } from 'node:crypto';
import type { Room, RoomMessage } from '@vexil/contract/live';
import { type Service, startRedis } from '@vexil/db/testing/global-setup';
import type { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { liveKeys, publish, publishMany, readLiveClock } from './live';
import { openRedis } from './redis';

const rooms: Room[] = ['game:1', 'monitor:1', 'participation:7'];

describe('publishMany', () => {
  let service: Service;
  let redis: Redis;
  let listener: Redis;
  const prefix = `test-${randomBytes(6).toString('hex')}:`;
  const received: { channel: string; cursor: string; text: string }[] = [];
  beforeAll(async () => {
    // Of its own, because others would miss the scripts that are forgotten here.
    service = await startRedis();
    redis = openRedis(service.url);
    listener = openRedis(service.url);
    listener.on('message', (channel, said: string) => {
      const space = said.indexOf(' ');
      received.push({ channel, cursor: said.slice(0, space), text: said.slice(space + 1) });
    });
    await listener.subscribe(...rooms.map((room) => liveKeys.channel(prefix, room)));
  });
  afterAll(async () => {
    redis.disconnect();
    listener.disconnect();
    await service.stop();
  });
  const message = (room: Room, id: number): RoomMessage => ({ room, target: 'NoticeDeleted', payload: { id } });

  it('publishes to each room in order and keeps every message in its stream', async () => {
    await redis.script('FLUSH');
    const messages = Array.from({ length: 500 }, (_, id) => message(rooms[id % 3] as Room, id));
    await publishMany(redis, prefix, messages);
    const last = await publish({ redis: redis, keyPrefix: prefix }, 'game:1', 'NoticeDeleted', { id: 500 });
    await listener.ping();
    expect(received.map(({ text }) => JSON.parse(text).payload.id)).toEqual(Array.from({ length: 501 }, (_, id) => id));
    const positions = received.map(({ cursor }) => Number(cursor.split('.')[1]));
    expect(positions).toEqual([...new Set(positions)].sort((a, b) => a - b));
    expect(received.at(-1)?.cursor).toBe(last);
    const clock = await readLiveClock(redis, prefix);
    expect(last).toBe(`${clock.epoch}.${clock.last}`);
    for (const room of rooms) {
      const stored = await redis.xrange(liveKeys.stream(prefix, room), '-', '+');
      expect(stored.map(([id, fields]) => [id.replace(/-0$/, ''), fields[1]])).toEqual(
        received
          .filter(({ channel }) => channel === liveKeys.channel(prefix, room))
          .map(({ cursor, text }) => [cursor.split('.')[1], text]),
      );
      expect(await redis.ttl(liveKeys.stream(prefix, room))).toBeGreaterThan(0);
    }
  });

  it('publishes nothing for an empty list', async () => {
    const before = await readLiveClock(redis, prefix);
    await publishMany(redis, prefix, []);
    expect(await readLiveClock(redis, prefix)).toEqual(before);
  });
});
