// A board is computed from stored facts as a whole, whatever the change was: what is served then equals a recomputation by
// construction. Applying single solves would cost less; it waits until a game is large enough to need it.

import { setTimeout as delay } from 'node:timers/promises';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { loadScoreboardFacts, type StoredScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import type { Room } from '@vexil/server/contract/live';
import type { Scoreboard } from '@vexil/server/contract/scoreboard.board.rules';
import { currentScoreboard } from '@vexil/server/contract/scoreboard.current.rules';
import type { ScoreboardDelta } from '@vexil/server/contract/scoreboard.delta.rules';
import { scoreboardDelta } from '@vexil/server/contract/scoreboard.diff.rules';
import { boardFreeze, staffBoardPrefix, withoutLaterSolves } from '@vexil/server/contract/scoreboard.freeze.rules';
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
import type { BoardMemory, HeldBoard } from './board-memory';

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
  const prefixes = [deps.keyPrefix, staffBoardPrefix(deps.keyPrefix)];
  const pauseMs = Math.max(...(await Promise.all(prefixes.map((prefix) => boardPauseMs(deps.redis, prefix, gameId)))));
  if (pauseMs > 0) await delay(pauseMs, undefined, { signal: run.signal });
  for (let attempt = 1; attempt <= attemptsMax; attempt += 1) {
    if (await publishNext(deps, gameId, run)) return;
  }
  throw new Error('Other workers published this board again and again');
}

/** One of the boards of a game: that of everybody, or that of staff while the other stands still. */
interface Edition {
  gameId: number;
  prefix: string;
  room: Room;
  memory: BoardMemory;
  facts: StoredScoreboardFacts;
  frozenAt: number | null;
  /** Its version is to be above this one. */
  above: number;
}

/** False when another worker published at the same time, so that the facts must be read again. */
async function publishNext(deps: WorkerDeps, gameId: number, run: JobRun): Promise<boolean> {
  const { redis, keyPrefix: prefix, boards, staffBoards } = deps;
  const staffPrefix = staffBoardPrefix(prefix);
  const facts = await loadScoreboardFacts(deps.database.sql, gameId);
  if (!facts) {
    boards.forget(gameId);
    await withdrawBoard(redis, prefix, gameId);
    await withdrawBoard(redis, staffPrefix, gameId);
    return true;
  }
  const now = deps.clock.now().getTime();
  // A delta would tell what the game will be made of.
  if (now < facts.game.start) return true;

  const everybody = { gameId, prefix, room: `game:${gameId}`, memory: boards, facts, frozenAt: null } as const;
  const frozenAt = boardFreeze(facts, now);
  if (frozenAt !== null) {
    const shown = { ...everybody, facts: withoutLaterSolves(facts, frozenAt), frozenAt };
    if (!(await publishEdition(deps, { ...shown, above: 0 }, run))) return false;
    const above = (await findBoardVersion(redis, prefix, gameId)) ?? 0;
    const staff = { ...everybody, prefix: staffPrefix, room: `staff:${gameId}`, memory: staffBoards, above } as const;
    return publishEdition(deps, staff, run);
  }
  const staffVersion = await findBoardVersion(redis, staffPrefix, gameId);
  if (!(await publishEdition(deps, { ...everybody, above: staffVersion ?? 0 }, run))) return false;
  // Staff go on from the board of everybody, whose version is now above that of their own.
  if (staffVersion !== null) await withdrawBoard(redis, staffPrefix, gameId);
  return true;
}

async function publishEdition(deps: WorkerDeps, edition: Edition, run: JobRun): Promise<boolean> {
  const { gameId, prefix, memory, facts, above } = edition;
  const startedAt = performance.now();
  const previous = await findPrevious(deps, edition);
  const board = currentScoreboard(facts, deps.clock.now().getTime(), previous?.board.updateTimeUtc ?? null);
  const body = boardBody(board);
  if (previous?.body === body && previous.version > above && previous.frozenAt === edition.frozenAt) {
    // The earlier run may have ended between publishing this board and telling of it.
    if (run.repeated) await tell(deps, edition, previous.version, fetchDelta(previous.board));
    return true;
  }
  const next = previous ? previous.version + 1 : Math.max(facts.databaseTime, (memory.find(gameId)?.version ?? 0) + 1);
  const version = Math.max(next, above + 1);
  const document = await writeDocument(edition, version, board, body);
  const pauseMs = Math.max(pauseMsMin, restFactor * (performance.now() - startedAt));
  if (!(await publishBoard(deps.redis, prefix, gameId, previous?.version ?? null, document, pauseMs))) return false;
  memory.keep(gameId, { version, board, body, frozenAt: edition.frozenAt });
  const follows = previous?.version === version - 1;
  await tell(deps, edition, version, follows ? scoreboardDelta(previous.board, board) : fetchDelta(board));
  return true;
}

const fetchDelta = ({ updateTimeUtc }: Scoreboard): ScoreboardDelta => ({ full: true, updateTimeUtc });

function tell(deps: WorkerDeps, { gameId, room }: Edition, version: number, delta: ScoreboardDelta): Promise<string> {
  return publish(deps, room, 'ScoreboardChanged', { gameId, version, delta });
}

/** The published board: from this process if it is the same, else as it lies in Redis; null when none is published. */
async function findPrevious(
  { redis }: WorkerDeps,
  { gameId, prefix, memory }: Pick<Edition, 'gameId' | 'prefix' | 'memory'>,
): Promise<HeldBoard | null> {
  const held = memory.find(gameId);
  if (held && held.version === (await findBoardVersion(redis, prefix, gameId))) return held;
  const document = await findBoard(redis, prefix, gameId);
  if (!document) return null;
  const { version, ...board } = parseBoard(document);
  const { frozenAt } = document;
  return { version, board: board as Scoreboard, body: boardBody(board as Scoreboard), frozenAt };
}

async function writeDocument(
  { gameId, facts, frozenAt }: Edition,
  version: number,
  board: Scoreboard,
  body: string,
): Promise<BoardDocument> {
  const identity = Buffer.from(boardText(body, board.updateTimeUtc, version));
  const params = {
    [constants.BROTLI_PARAM_QUALITY]: 4,
    [constants.BROTLI_PARAM_SIZE_HINT]: identity.length,
  };
  const [gzipped, br] = await Promise.all([compressGzip(identity), compressBrotli(identity, { params })]);
  const { updateTimeUtc } = board;
  const etag = boardEtag(gameId, version);
  return { version, updateTimeUtc, factsAt: facts.databaseTime, frozenAt, etag, identity, gzip: gzipped, br };
}
