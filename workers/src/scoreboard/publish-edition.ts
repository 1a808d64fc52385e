// A solve is told as soon as its version is settled, and the document follows: to write and compress a large board takes
// a hundred times as long as to apply the solve. Why that is safe:
// - Versions chain by the claim as they do by the document. Of two workers that come from the same version only one gets
//   through, and one that was stopped between claim and document cannot publish over what came after.
// - A worker that dies in between leaves the delta beside the claim. Whoever takes over, by the job's next attempt or when
//   the lease ends, tells it again, in case it was not told at all, publishes its document or goes on from it. Nobody
//   hears two different deltas of one version. Redis loses both or none, as they lie under one key.
// - Who fetches meanwhile is given the document before. Our client keeps the deltas it hears and puts them on whatever it
//   fetches, so it never falls behind what it has shown, and asks again while it lacks one. Who has just connected is
//   told the last delta once more, as it may be newer than the document. Clients without a hub see the board as late as
//   they did.
// A board that cannot be told by a delta is published first: there would be nothing new to fetch.

import { setTimeout as delay } from 'node:timers/promises';
import type { Scoreboard } from '@vexil/rules/scoreboard.board.rules';
import type { ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { publish } from '@vexil/runtime/live';
import { boardEtag, claimBoardVersion, publishBoard } from '@vexil/runtime/scoreboard.store';
import type { WorkerDeps } from '../deps';
import { compressBoard, writeDocument } from './board-writer';
import type { Edition } from './held-game';

const pauseMsMin = 250;
/** Compressing takes every core of a small machine; servers that tell thousands of sockets need them first. */
const headStartMs = 100;
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

/**
 * Tells of a board that follows the published one by a delta, then publishes it; false when another worker has gone on
 * meanwhile.
 */
export async function tellThenPublish(deps: WorkerDeps, edition: Edition, next: NextBoard): Promise<boolean> {
  const { delta, previous, version } = next;
  if (delta.full || previous === null) return (await publishEdition(deps, edition, next)) !== false;
  const { gameId, prefix } = edition;
  const claimed = { version, delta };
  if (!(await claimBoardVersion(deps.redis, prefix, gameId, previous, claimed, pauseMsMin))) return false;
  await tellEdition(deps, edition, version, delta);
  await delay(headStartMs);
  const startedAt = next.startedAt + headStartMs;
  return (await storeEdition(deps, edition, { ...next, previous: version, startedAt })) !== false;
}

/** Publishes a board and tells of it; false when another worker has gone on meanwhile. Gives the size of the text. */
export async function publishEdition(deps: WorkerDeps, edition: Edition, next: NextBoard): Promise<number | false> {
  const stored = await storeEdition(deps, edition, next);
  if (stored !== false) await tellEdition(deps, edition, next.version, next.delta);
  return stored;
}

async function storeEdition(deps: WorkerDeps, edition: Edition, next: NextBoard): Promise<number | false> {
  const { gameId, prefix, frozenAt } = edition;
  const { board, previous, version, factsAt, startedAt } = next;
  const { updateTimeUtc } = board;
  const { metrics } = deps;
  const written = metrics.timeBoard('write', () => writeDocument(board, version));
  const compressed = await metrics.timeBoard('compress', () => compressBoard(written));
  const { identity, rowIndex } = written;
  const etag = boardEtag(gameId, version);
  const document = { version, updateTimeUtc, factsAt, frozenAt, etag, identity, rowIndex, ...compressed };
  const pauseMs = Math.max(pauseMsMin, restFactor * (performance.now() - startedAt));
  const isNext = await metrics.timeBoard('publish', () =>
    publishBoard(deps.redis, prefix, gameId, previous, document, pauseMs),
  );
  if (!isNext) return false;
  metrics.boardsPublished.inc();
  return identity.length;
}

export function tellEdition(
  { redis, keyPrefix }: WorkerDeps,
  { gameId, room }: Edition,
  version: number,
  delta: ScoreboardDelta,
) {
  return publish({ redis, keyPrefix }, room, 'ScoreboardChanged', { gameId, version, delta });
}

/** Has browsers fetch the board. */
export const fetchDelta = ({ updateTimeUtc }: Scoreboard): ScoreboardDelta => ({ full: true, updateTimeUtc });
