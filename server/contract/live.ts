import { z } from 'zod';
import { Activity } from './activity';
import { AwardChanged } from './award';
import { ContainerChanged } from './container';
import { QuestionChanged } from './evidence';
import { LogMessage } from './log';
import { Notice } from './notice';
import { ParticipationChanged } from './participation';
import { Rejudged } from './rejudging';
import { ScoreboardChanged } from './scoreboard';
import { Submission, SubmissionJudged } from './submission';
import { Id } from './wire';

/**
 * Who receives a message: everyone in a game, who sees its board, the members of one team in it, its monitors, or
 * administrators. `staff` gets additions to `game` and `board`, such as the live board during a freeze.
 */
export type Room =
  | `game:${number}`
  | `board:${number}`
  | `participation:${number}`
  | `monitor:${number}`
  | `staff:${number}`
  | 'admin';

/** Published together; clients receive one call per row, in this order. */
const RowIds = z.object({ ids: z.array(Id) });

/** Larger batches are split into several messages, which bounds the history that a server keeps of a room. */
export const rowsPerMessage = 20;

/**
 * Every target of the hubs. Those marked `extension` go only to connections with `live=1`, where each message carries a
 * second argument: the cursor to send on reconnect.
 */
export const liveTargets = {
  ReceivedGameNotice: { payload: Notice, extension: false },
  ReceivedGameEvent: { payload: Activity, published: RowIds, extension: false },
  ReceivedLog: { payload: LogMessage, extension: false },
  ReceivedSubmissions: { payload: Submission, published: RowIds, extension: false },

  NoticeChanged: { payload: Notice, extension: true },
  NoticeDeleted: { payload: z.object({ id: Id }), extension: true },
  /**
   * Made by each server of the topic of a scoreboard. May arrive some seconds before a document of its version can be
   * fetched, and may arrive twice.
   */
  ScoreboardChanged: { payload: ScoreboardChanged, extension: true },
  /** Title, times or rules of the game changed. */
  GameChanged: { payload: z.object({ gameId: Id }), extension: true },
  /** The list or the text of challenges changed; values and solves come with the scoreboard. */
  ChallengesChanged: { payload: z.object({ gameId: Id, challengeIds: z.array(Id) }), extension: true },
  SubmissionJudged: { payload: SubmissionJudged, extension: true },
  AwardChanged: { payload: AwardChanged, extension: true },
  Rejudged: { payload: Rejudged, extension: true },
  ContainerChanged: { payload: ContainerChanged, extension: true },
  ParticipationChanged: { payload: ParticipationChanged, extension: true },
  /** Staff ask the team, or it has answered. */
  QuestionChanged: { payload: QuestionChanged, extension: true },
  /** Sent once after connecting, when all missed messages have been sent. */
  CaughtUp: { payload: z.object({}), extension: true },
  /** Sent before the server closes the connection: reconnect after `afterMs`, which differs per connection. */
  Reconnect: { payload: z.object({ afterMs: z.int() }), extension: true },
  /** Something was missed that cannot be replayed: fetch again, spread over `withinMs`. */
  Refetch: { payload: z.object({ withinMs: z.int() }), extension: true },
} as const satisfies Record<string, { payload: z.ZodType; published?: z.ZodType; extension: boolean }>;

export type LiveTarget = keyof typeof liveTargets;
/** What a connection receives. */
export type LivePayload<T extends LiveTarget> = z.infer<(typeof liveTargets)[T]['payload']>;
/**
 * What is published through Redis. Messages for monitors contain answers, so only their ids are published and the server
 * with connected monitors reads the rows.
 */
export type PublishedPayload<T extends LiveTarget> = (typeof liveTargets)[T] extends {
  published: infer P extends z.ZodType;
}
  ? z.infer<P>
  : LivePayload<T>;

export type RoomMessage = {
  [T in LiveTarget]: { room: Room; target: T; payload: PublishedPayload<T> };
}[LiveTarget];

/** Stands for all connections when access changes. */
export const everySubject = 'all';

/** Stands for all connections of a game when access changes, such as when it is hidden. */
export const gameSubject = (gameId: number): string => `game:${gameId}`;
