// A board is computed from stored facts as a whole, whatever the change was: what is served then equals a recomputation by
// construction. Applying single solves would cost less; it waits until a game is large enough to need it.

import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import type { Scoreboard } from '@vexil/server/contract/scoreboard.board.rules';
import { currentScoreboard } from '@vexil/server/contract/scoreboard.current.rules';
import type { ScoreboardDelta } from '@vexil/server/contract/scoreboard.delta.rules';
import { scoreboardDelta } from '@vexil/server/contract/scoreboard.diff.rules';
import {
  type BoardDocument,
  boardBody,
  boardEtag,
  boardPauseMs,
  boardText,
  findBoard,
  findBoardVersion,
  parseBoard,
  publishBoard,
  withdrawBoard,
} from '@vexil/server/contract/scoreboard.store';
import { publish, type WorkerDeps } from '../deps';
import type { JobRun } from '../run-job';
import type { HeldBoard } from './board-memory';

const compressGzip = promisify(gzip);
const compressBrotli = promisify(brotliCompress);

const pauseMsMin = 250;
/** A board that takes long to build leaves this many times as long to other work. */
const restFactor = 3;
const attemptsMax = 10;

/**
 * Brings the published board of a game up to the stored facts. Changes that come within the pause after a publication
 * are published together.
 */
export async function advanceScoreboard(deps: WorkerDeps, { gameId }: { gameId: number }, run: JobRun): Promise<void> {
  const pauseMs = await boardPauseMs(deps.redis, deps.keyPrefix, gameId);
  if (pauseMs > 0) await delay(pauseMs, undefined, { signal: run.signal });
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (await publishNext(deps, gameId, run)) return;
  }
  throw new Error('Other workers published this board again and again');
}

/** False when another worker published at the same time, so that the facts must be read again. */
async function publishNext(deps: WorkerDeps, gameId: number, run: JobRun): Promise<boolean> {
  const { redis, keyPrefix, boards } = deps;
  const startedAt = performance.now();
  const previous = await findPrevious(deps, gameId);
  const facts = await loadScoreboardFacts(deps.database.sql, gameId);
  if (!facts) {
    boards.forget(gameId);
    await withdrawBoard(redis, keyPrefix, gameId);
    return true;
  }
  const now = deps.clock.now().getTime();
  // A delta would tell what the game will be made of.
  if (now < facts.game.start) return true;

  const board = currentScoreboard(facts, now, previous?.board.updateTimeUtc ?? null);
  const body = boardBody(board);
  if (previous?.body === body) {
    // The earlier run may have ended between publishing this board and telling of it.
    if (run.repeated) await tell(deps, gameId, previous.version, fetchDelta(previous.board));
    return true;
  }
  const version = previous
    ? previous.version + 1
    : Math.max(facts.databaseTime, (boards.find(gameId)?.version ?? 0) + 1);
  const document = await writeDocument(gameId, version, board, body, facts.databaseTime);
  const pauseMs = Math.max(pauseMsMin, restFactor * (performance.now() - startedAt));
  if (!(await publishBoard(redis, keyPrefix, gameId, previous?.version ?? null, document, pauseMs))) return false;
  boards.keep(gameId, { version, board, body });
  await tell(deps, gameId, version, previous ? scoreboardDelta(previous.board, board) : fetchDelta(board));
  return true;
}

const fetchDelta = ({ updateTimeUtc }: Scoreboard): ScoreboardDelta => ({ full: true, updateTimeUtc });

function tell(deps: WorkerDeps, gameId: number, version: number, delta: ScoreboardDelta): Promise<string> {
  return publish(deps, `game:${gameId}`, 'ScoreboardChanged', { gameId, version, delta });
}

/** The published board: from this process if it is the same, else as it lies in Redis; null when none is published. */
async function findPrevious({ redis, keyPrefix, boards }: WorkerDeps, gameId: number): Promise<HeldBoard | null> {
  const held = boards.find(gameId);
  if (held && held.version === (await findBoardVersion(redis, keyPrefix, gameId))) return held;
  const document = await findBoard(redis, keyPrefix, gameId);
  if (!document) return null;
  const { version, ...board } = parseBoard(document);
  return { version, board: board as Scoreboard, body: boardBody(board as Scoreboard) };
}

async function writeDocument(
  gameId: number,
  version: number,
  board: Scoreboard,
  body: string,
  factsAt: number,
): Promise<BoardDocument> {
  const identity = Buffer.from(boardText(body, board.updateTimeUtc, version));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [gzipped, br] = await Promise.all([compressGzip(identity), compressBrotli(identity, { params })]);
  const { updateTimeUtc } = board;
  return { version, updateTimeUtc, factsAt, etag: boardEtag(gameId, version), identity, gzip: gzipped, br };
}
