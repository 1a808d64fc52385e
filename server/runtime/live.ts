import type { LiveTarget, PublishedPayload, Room, RoomMessage } from '@vexil/contract/live';
import type { Redis } from 'ioredis';

/** What travels through Redis: enough to encode the frame once per process. */
export interface LiveMessage {
  target: LiveTarget;
  payload: unknown;
}

/** A room's stream keeps recent messages for connections that reconnect. */
export const liveKeys = {
  stream: (prefix: string, room: Room) => `${prefix}live:stream:${room}`,
  channel: (prefix: string, room: Room) => `${prefix}live:channel:${room}`,
  clock: (prefix: string) => `${prefix}live:clock`,
  access: (prefix: string) => `${prefix}live:access`,
};

/** Messages kept per room; older cursors have to refetch. */
const liveHistoryLength = 2000;
export const liveHistorySeconds = 6 * 3600;

// One counter for all rooms, so that one position is a cursor into every stream. It follows the time in microseconds. When
// Redis has lost it a new epoch begins, which invalidates all earlier positions.
const clockScript = `
local time = redis.call('TIME')
local now = time[1] * 1000000 + time[2]
local clock = redis.call('HMGET', KEYS[1], 'epoch', 'last')
local epoch = clock[1]
local last = tonumber(clock[2] or '0')
if not epoch then
  epoch = string.format('%.0f', now)
  last = now
  redis.call('HSET', KEYS[1], 'epoch', epoch, 'last', string.format('%.0f', now))
end
`;

const readClockScript = `${clockScript}
return { epoch, string.format('%.0f', last) }
`;

// Counts, stores and publishes atomically: subscribers receive messages in order of position, and each received message
// is in its stream. Three arguments per message: the index of its stream among the keys, its channel, and its text.
const publishScript = `${clockScript}
local at = math.max(now, last + 1) - 1
redis.call('HSET', KEYS[1], 'last', string.format('%.0f', at + (#ARGV - 2) / 3))
local cursor
for i = 3, #ARGV, 3 do
  at = at + 1
  local position = string.format('%.0f', at)
  cursor = epoch .. '.' .. position
  redis.call('XADD', KEYS[tonumber(ARGV[i])], 'MAXLEN', '~', ARGV[1], position .. '-0', 'm', ARGV[i + 2])
  redis.call('PUBLISH', ARGV[i + 1], cursor .. ' ' .. ARGV[i + 2])
end
for i = 2, #KEYS do
  redis.call('EXPIRE', KEYS[i], ARGV[2])
end
return cursor
`;

/** A connection that knows the script by its digest, so that its text is sent once and not with each message. */
interface PublishingRedis extends Redis {
  publishLive?(keyCount: number, ...rest: (string | number)[]): Promise<string>;
}

/** Messages per run of the script, which blocks Redis. */
const messagesPerRun = 200;

function runPublish(redis: PublishingRedis, prefix: string, messages: readonly RoomMessage[]): Promise<string> {
  if (!redis.publishLive) redis.defineCommand('publishLive', { lua: publishScript });
  const streams = new Map<Room, number>();
  for (const { room } of messages) if (!streams.has(room)) streams.set(room, streams.size + 2);
  const published = messages.flatMap(({ room, target, payload }) => {
    const message: LiveMessage = { target, payload };
    return [streams.get(room) ?? 0, liveKeys.channel(prefix, room), JSON.stringify(message)];
  });
  return (redis as Required<PublishingRedis>).publishLive(
    streams.size + 1,
    liveKeys.clock(prefix),
    ...[...streams.keys()].map((room) => liveKeys.stream(prefix, room)),
    liveHistoryLength,
    liveHistorySeconds,
    ...published,
  );
}

/** Publishes messages; only after commit. Each room receives its messages in this order. */
export async function publishMany(redis: Redis, prefix: string, messages: readonly RoomMessage[]): Promise<void> {
  for (let from = 0; from < messages.length; from += messagesPerRun) {
    await runPublish(redis, prefix, messages.slice(from, from + messagesPerRun));
  }
}

/** Publishes a message to a room; only after commit. Returns the cursor of the message. */
export function publish<T extends LiveTarget>(
  { redis, keyPrefix }: { redis: Redis; keyPrefix: string },
  room: Room,
  target: T,
  payload: PublishedPayload<T>,
): Promise<string> {
  return runPublish(redis, keyPrefix, [{ room, target, payload } as RoomMessage]);
}

/** The epoch, and the position of the last message of all rooms. */
export async function readLiveClock(redis: Redis, prefix: string): Promise<{ epoch: string; last: number }> {
  const [epoch, last] = (await redis.eval(readClockScript, 1, liveKeys.clock(prefix))) as [string, string];
  return { epoch, last: Number(last) };
}

/**
 * Publishes a change of access, after commit: a role, a ban, the end of a session, a staff role or a membership. Servers
 * then check the open connections of these subjects at once instead of within 30 s. A subject is the id of an account,
 * `gameSubject` for every connection of a game, or `everySubject`.
 */
export async function publishAccessChanged(
  { redis, keyPrefix }: { redis: Redis; keyPrefix: string },
  subjects: readonly string[],
): Promise<void> {
  if (subjects.length > 0) await redis.publish(liveKeys.access(keyPrefix), JSON.stringify(subjects));
}
