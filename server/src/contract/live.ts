import type { Redis } from 'ioredis';
import { z } from 'zod';
import { Activity } from './activity';
import { ContainerChanged } from './container';
import { Notice } from './notice';
import { ParticipationChanged } from './participation';
import { ScoreboardChanged } from './scoreboard';
import { Submission, SubmissionJudged } from './submission';
import { Id } from './wire';

/** Who hears a message: everybody at a game, the members of one team in it, its monitors, or administrators. */
export type Room = `game:${number}` | `participation:${number}` | `monitor:${number}` | 'admin';

/**
 * Every target of the hubs. Those marked `extension` go only to connections that asked with `live=1`; to them each
 * message carries a second argument, the cursor to name when they come back.
 */
export const liveTargets = {
  ReceivedGameNotice: { payload: Notice, extension: false },
  ReceivedGameEvent: { payload: Activity, published: z.object({ activityId: Id }), extension: false },
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
};

/** Messages kept per room; older cursors are told to refetch. */
export const liveHistoryLength = 2000;
const liveHistorySeconds = 6 * 3600;

// One step for storing and telling: whoever hears a message on the channel can also find it in the stream.
const publishScript = `
local id = redis.call('XADD', KEYS[1], 'MAXLEN', '~', ARGV[1], '*', 'm', ARGV[3])
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('PUBLISH', ARGV[4], id .. ' ' .. ARGV[3])
return id
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
  const id = await redis.eval(
    publishScript,
    1,
    liveKeys.stream(prefix, room),
    liveHistoryLength,
    liveHistorySeconds,
    JSON.stringify(message),
    liveKeys.channel(prefix, room),
  );
  return String(id);
}
