import type { Redis } from 'ioredis';
import { z } from 'zod';
import { Activity } from './activity';
import { ContainerChanged } from './container';
import { LogMessage } from './log';
import { Notice } from './notice';
import { ParticipationChanged } from './participation';
import { ScoreboardChanged } from './scoreboard';
import { Submission, SubmissionJudged } from './submission';
import { Id } from './wire';

/**
 * Who hears a message: everybody at a game, the members of one team in it, its monitors, or administrators. The room of
 * staff is for those who look at a game as everybody does and see more of it, such as its board while that is frozen.
 */
export type Room = `game:${number}` | `participation:${number}` | `monitor:${number}` | `staff:${number}` | 'admin';

/**
 * Every target of the hubs. Those marked `extension` go only to connections that asked with `live=1`; to them each
 * message carries a second argument, the cursor to name when they come back.
 */
export const liveTargets = {
  ReceivedGameNotice: { payload: Notice, extension: false },
  ReceivedGameEvent: { payload: Activity, published: z.object({ activityId: Id }), extension: false },
  ReceivedLog: { payload: LogMessage, extension: false },
  ReceivedSubmissions: { payload: Submission, published: z.object({ submissionId: Id }), extension: false },

  NoticeChanged: { payload: Notice, extension: true },
  NoticeDeleted: { payload: z.object({ id: Id }), extension: true },
  ScoreboardChanged: { payload: ScoreboardChanged, extension: true },
  /** Title, times or rules of the game changed. */
  GameChanged: { payload: z.object({ gameId: Id }), extension: true },
  /** The list or the text of challenges changed; values and solves come with the scoreboard. */
  ChallengesChanged: { payload: z.object({ gameId: Id, challengeIds: z.array(Id) }), extension: true },
  SubmissionJudged: { payload: SubmissionJudged, extension: true },
  ContainerChanged: { payload: ContainerChanged, extension: true },
  ParticipationChanged: { payload: ParticipationChanged, extension: true },
  /** Sent once after connecting, when all that was missed has been sent: from here on messages come as they happen. */
  CaughtUp: { payload: z.object({}), extension: true },
  /** Something was missed that cannot be replayed: fetch again, spread over `withinMs`. */
  Refetch: { payload: z.object({ withinMs: z.int() }), extension: true },
} as const satisfies Record<string, { payload: z.ZodType; published?: z.ZodType; extension: boolean }>;

export type LiveTarget = keyof typeof liveTargets;
/** What a connection receives. */
export type LivePayload<T extends LiveTarget> = z.infer<(typeof liveTargets)[T]['payload']>;
/**
 * What travels through Redis. Monitors' messages hold answers, so they travel as ids and are read from the database by
 * the server that has monitors to tell.
 */
export type PublishedPayload<T extends LiveTarget> = (typeof liveTargets)[T] extends {
  published: infer P extends z.ZodType;
}
  ? z.infer<P>
  : LivePayload<T>;

/** What travels through Redis: enough to encode the frame once per process. */
export interface LiveMessage {
  target: LiveTarget;
  payload: unknown;
}

/** A room's stream keeps what was said lately, for connections that come back. */
export const liveKeys = {
  stream: (prefix: string, room: Room) => `${prefix}live:stream:${room}`,
  channel: (prefix: string, room: Room) => `${prefix}live:channel:${room}`,
  clock: (prefix: string) => `${prefix}live:clock`,
  access: (prefix: string) => `${prefix}live:access`,
};

/** Messages kept per room; older cursors are told to refetch. */
export const liveHistoryLength = 2000;
export const liveHistorySeconds = 6 * 3600;

// One count for all rooms, so that one position says of every room what had been said. It goes up with the time in
// microseconds; a new epoch begins when Redis has lost the old one, and no position of the old one means anything then.
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

// One step for counting, storing and telling: messages are heard in the order of their positions, and whoever hears one
// can also find it in the stream.
const publishScript = `${clockScript}
local at = string.format('%.0f', math.max(now, last + 1))
redis.call('HSET', KEYS[1], 'last', at)
redis.call('XADD', KEYS[2], 'MAXLEN', '~', ARGV[1], at .. '-0', 'm', ARGV[3])
redis.call('EXPIRE', KEYS[2], ARGV[2])
redis.call('PUBLISH', ARGV[4], epoch .. '.' .. at .. ' ' .. ARGV[3])
return epoch .. '.' .. at
`;

/** Tells a room something, after commit. Returns the cursor of the message. */
export async function publishLive<T extends LiveTarget>(
  redis: Redis,
  prefix: string,
  room: Room,
  target: T,
  payload: PublishedPayload<T>,
): Promise<string> {
  const message: LiveMessage = { target, payload };
  const cursor = await redis.eval(
    publishScript,
    2,
    liveKeys.clock(prefix),
    liveKeys.stream(prefix, room),
    liveHistoryLength,
    liveHistorySeconds,
    JSON.stringify(message),
    liveKeys.channel(prefix, room),
  );
  return String(cursor);
}

/** The epoch, and the position of the last message of all rooms. */
export async function readLiveClock(redis: Redis, prefix: string): Promise<{ epoch: string; last: number }> {
  const [epoch, last] = (await redis.eval(readClockScript, 1, liveKeys.clock(prefix))) as [string, string];
  return { epoch, last: Number(last) };
}

/**
 * Tells every server that what these accounts may see has changed, after commit: a role, a ban, the end of a session, a
 * place among the staff or in a team. Their open connections are checked anew at once, and otherwise within 30 s.
 */
export async function publishAccessChanged(redis: Redis, prefix: string, accountIds: readonly string[]): Promise<void> {
  if (accountIds.length > 0) await redis.publish(liveKeys.access(prefix), JSON.stringify(accountIds));
}
