import { z } from 'zod';
import { Activity } from './activity';
import { ContainerChanged } from './container';
import { LogMessage } from './log';
import { Notice } from './notice';
import { ParticipationChanged } from './participation';
import { ScoreboardChanged, ScoreboardVersion } from './scoreboard';
import { Submission, SubmissionJudged } from './submission';
import { Id } from './wire';

/**
 * Who hears a message: everybody at a game, the members of one team in it, its monitors, or administrators. The room of
 * staff is for those who look at a game as everybody does and see more of it, such as its board while that is frozen.
 */
export type Room = `game:${number}` | `participation:${number}` | `monitor:${number}` | `staff:${number}` | 'admin';

/** Rows that travel together; whoever hears them is called once for each, in this order. */
const RowIds = z.object({ ids: z.array(Id) });

/** More are told in several messages, so that what a server keeps of a room stays small. */
export const rowsPerMessage = 20;

/**
 * Every target of the hubs. Those marked `extension` go only to connections that asked with `live=1`; to them each
 * message carries a second argument, the cursor to name when they come back.
 */
export const liveTargets = {
  ReceivedGameNotice: { payload: Notice, extension: false },
  ReceivedGameEvent: { payload: Activity, published: RowIds, extension: false },
  ReceivedLog: { payload: LogMessage, extension: false },
  ReceivedSubmissions: { payload: Submission, published: RowIds, extension: false },

  NoticeChanged: { payload: Notice, extension: true },
  NoticeDeleted: { payload: z.object({ id: Id }), extension: true },
  /** Comes up to some seconds before a document of its version can be fetched, and may come twice. */
  ScoreboardChanged: { payload: ScoreboardChanged, published: ScoreboardVersion, extension: true },
  /** Title, times or rules of the game changed. */
  GameChanged: { payload: z.object({ gameId: Id }), extension: true },
  /** The list or the text of challenges changed; values and solves come with the scoreboard. */
  ChallengesChanged: { payload: z.object({ gameId: Id, challengeIds: z.array(Id) }), extension: true },
  SubmissionJudged: { payload: SubmissionJudged, extension: true },
  ContainerChanged: { payload: ContainerChanged, extension: true },
  ParticipationChanged: { payload: ParticipationChanged, extension: true },
  /** Sent once after connecting, when all that was missed has been sent: from here on messages come as they happen. */
  CaughtUp: { payload: z.object({}), extension: true },
  /**
   * Said last, before the server closes the connection for a reason of its own: come back after `afterMs`. Each connection
   * is told another time, so that not all come back at once.
   */
  ComeBack: { payload: z.object({ afterMs: z.int() }), extension: true },
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

/** Names all connections of a game where rights change, as when it is hidden. */
export const gameSubject = (gameId: number): string => `game:${gameId}`;
