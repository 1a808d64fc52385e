import { publishLive } from '@vexil/server/contract/live';
import type { Scoreboard } from '@vexil/server/contract/scoreboard.board.rules';
import type { ScoreboardDelta } from '@vexil/server/contract/scoreboard.delta.rules';
import { boardEtag, publishBoard } from '@vexil/server/contract/scoreboard.store';
import type { WorkerDeps } from '../deps';
import { compressBoard, writeBoard } from './board-writer';
import type { Edition } from './held-game';

const pauseMsMin = 250;
/** A board that takes long to build leaves this many times as long to other work. */
const restFactor = 3;

export interface NextBoard {
  board: Scoreboard;
  /** Null when none is published. */
  previous: number | null;
  version: number;
  /** When its facts were read, by the database's clock. */
  factsAt: number;
  delta: ScoreboardDelta;
  /** When the work on it began, in `performance.now()`. */
  startedAt: number;
}

/** Publishes a board and tells of it; false when another worker has published meanwhile. Gives the size of the text. */
export async function publishEdition(deps: WorkerDeps, edition: Edition, next: NextBoard): Promise<number | false> {
  const { gameId, prefix, frozenAt } = edition;
  const { board, previous, version, factsAt, startedAt } = next;
  const { updateTimeUtc } = board;
  const { metrics } = deps;
  const identity = metrics.timeBoard('write', () => writeBoard(board, version));
  const compressed = await metrics.timeBoard('compress', () => compressBoard(identity));
  const etag = boardEtag(gameId, version);
  const document = { version, updateTimeUtc, factsAt, frozenAt, etag, identity, ...compressed };
  const pauseMs = Math.max(pauseMsMin, restFactor * (performance.now() - startedAt));
  const isNext = await metrics.timeBoard('publish', () =>
    publishBoard(deps.redis, prefix, gameId, previous, document, pauseMs),
  );
  if (!isNext) return false;
  metrics.boardsPublished.inc();
  await tellEdition(deps, edition, version, next.delta);
  return identity.length;
}

export function tellEdition(
  { redis, keyPrefix }: WorkerDeps,
  { gameId, room }: Edition,
  version: number,
  delta: ScoreboardDelta,
) {
  return publishLive(redis, keyPrefix, room, 'ScoreboardChanged', { gameId, version, delta });
}

/** Has browsers fetch the board. */
export const fetchDelta = ({ updateTimeUtc }: Scoreboard): ScoreboardDelta => ({ full: true, updateTimeUtc });
