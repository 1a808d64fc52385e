import { loadScoreboardFacts, type StoredScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { holdScoreboard } from '@vexil/rules/scoreboard.advance.rules';
import type { Scoreboard } from '@vexil/rules/scoreboard.board.rules';
import { currentScoreboard } from '@vexil/rules/scoreboard.current.rules';
import { applyScoreboardDelta, type ScoreboardDelta } from '@vexil/rules/scoreboard.delta.rules';
import { scoreboardDelta } from '@vexil/rules/scoreboard.diff.rules';
import { boardFreeze, staffBoardPrefix, withoutLaterSolves } from '@vexil/rules/scoreboard.freeze.rules';
import { boardKeys, findBoard, findBoardVersion, parseBoard, withdrawBoard } from '@vexil/runtime/scoreboard.store';
import type { WorkerDeps } from '../deps';
import { bodyOf, writeBoard } from './board-writer';
import { digestFacts, explainMismatch } from './explain-mismatch';
import type { Edition, HeldEdition, HeldGame, Wish } from './held-game';
import { fetchDelta, publishEdition, tellEdition } from './publish-edition';

/** Of a held game for each byte of its texts. */
const heldBytesPerByte = 8;

/** Comparing may take this share of a worker's time, and is never longer ago than ten minutes. */
const checkRestFactor = 100;
const checkRestMsMax = 600_000;

export interface Rebuilding {
  gameId: number;
  wish: Wish;
  /** What this worker holds, if that is what is published. */
  current: HeldGame | null;
  /** What this worker published last, whether or not it lies in Redis still: versions do not go back. */
  last: HeldGame | null;
}

interface Source {
  facts: StoredScoreboardFacts;
  digest: string;
  startedAt: number;
  /** Versions are to be above this one. */
  above: number;
}

/**
 * Brings the boards of a game up to all of its stored facts. Null where there is nothing to hold, as the game is gone or
 * has not begun; undefined when another worker published at the same time, so that the facts must be read again.
 */
export async function rebuildBoard(deps: WorkerDeps, rebuilding: Rebuilding): Promise<HeldGame | null | undefined> {
  const { redis, keyPrefix: prefix, metrics } = deps;
  const { gameId } = rebuilding;
  const staffPrefix = staffBoardPrefix(prefix);
  const startedAt = performance.now();
  const facts = await metrics.timeBoard('load', () => loadScoreboardFacts(deps.database.sql, gameId));
  if (!facts) {
    await withdrawBoard(redis, prefix, gameId);
    await withdrawBoard(redis, staffPrefix, gameId);
    return null;
  }
  const now = deps.clock.now().getTime();
  // A delta would tell what the game will be made of.
  if (now < facts.game.start) return null;
  metrics.boardsRebuilt.inc();

  const { freeze } = facts.game;
  const source = { facts, digest: digestFacts(facts), startedAt, above: 0 };
  const everybody: Edition = { gameId, prefix, room: `game:${gameId}`, frozenAt: boardFreeze(facts, now) };
  if (everybody.frozenAt !== null) {
    const shown = { ...source, facts: withoutLaterSolves(facts, everybody.frozenAt) };
    const one = await publishRebuilt(deps, rebuilding, everybody, shown);
    if (!one) return undefined;
    const staff: Edition = { gameId, prefix: staffPrefix, room: `staff:${gameId}`, frozenAt: null };
    const other = await publishRebuilt(deps, rebuilding, staff, { ...source, above: one.held.version });
    return other && hold(source, freeze, [one, other]);
  }
  const staffVersion = await findBoardVersion(redis, staffPrefix, gameId);
  const one = await publishRebuilt(deps, rebuilding, everybody, { ...source, above: staffVersion ?? 0 });
  // Staff go on from the board of everybody, whose version is now above that of their own.
  if (one && staffVersion !== null) await withdrawBoard(redis, staffPrefix, gameId);
  return one && hold(source, freeze, [one]);
}

/** Has the sweep leave the board alone for a time that grows with the cost of comparing it. */
export async function rememberCheck({ redis, keyPrefix }: WorkerDeps, gameId: number, costMs: number): Promise<void> {
  const restMs = Math.min(checkRestMsMax, Math.round(checkRestFactor * costMs));
  await redis.set(boardKeys.checked(keyPrefix, gameId), '1', 'PX', Math.max(1, restMs));
}

interface Rebuilt {
  held: HeldEdition;
  bytes: number;
}

function hold({ digest }: Source, freeze: number | null, rebuilt: readonly Rebuilt[]): HeldGame {
  const bytes = rebuilt.reduce((sum, one) => sum + heldBytesPerByte * one.bytes, 0);
  return { freeze, digest, bytes, editions: rebuilt.map(({ held }) => held) };
}

/** The board that the next one follows. */
interface Previous {
  board: Scoreboard;
  version: number;
  frozenAt: number | null;
  body: Buffer;
  /**
   * What was to be told of it, where the worker that settled its version has not published its document; full where that
   * does not fit, so that nobody knows this board.
   */
  unfinished: ScoreboardDelta | null;
}

async function publishRebuilt(
  deps: WorkerDeps,
  rebuilding: Rebuilding,
  edition: Edition,
  source: Source,
): Promise<Rebuilt | undefined> {
  const { gameId, current, last, wish } = rebuilding;
  const { facts, startedAt, above } = source;
  const isSame = (one: HeldEdition) => one.edition.prefix === edition.prefix;
  const known = current?.editions.find(isSame);
  const previous = known ? readHeld(known) : await findPrevious(deps, edition);
  const now = deps.clock.now().getTime();
  const board = deps.metrics.timeBoard('compute', () =>
    currentScoreboard(facts, now, previous?.board.updateTimeUtc ?? null),
  );
  const body = writeBoard(board, null);
  if (previous?.body.equals(body) && previous.version > above && previous.frozenAt === edition.frozenAt) {
    const { version, unfinished: delta } = previous;
    const same = { ...board, updateTimeUtc: previous.board.updateTimeUtc };
    if (delta) {
      const next = { board: same, previous: version, version, factsAt: facts.databaseTime, delta, startedAt };
      if ((await publishEdition(deps, edition, next)) === false) return undefined;
    } else if (wish.repeated) {
      // The earlier run may have ended between publishing this board and telling of it.
      await tellEdition(deps, edition, version, fetchDelta(previous.board));
    }
    return { held: { edition, version, scoreboard: holdScoreboard(facts, same) }, bytes: body.length };
  }

  const next = previous
    ? previous.version + 1
    : Math.max(facts.databaseTime, (last?.editions.find(isSame)?.version ?? 0) + 1);
  const version = Math.max(next, above + 1);
  const follows = previous?.version === version - 1 && !previous.unfinished?.full;
  const delta = follows ? scoreboardDelta(previous.board, board) : fetchDelta(board);
  if (known && known.edition.frozenAt === edition.frozenAt) report(deps, rebuilding, known, source, board, delta);
  if (previous?.unfinished) await tellEdition(deps, edition, previous.version, previous.unfinished);
  const published = await publishEdition(deps, edition, {
    board,
    previous: previous?.version ?? null,
    version,
    factsAt: facts.databaseTime,
    delta,
    startedAt,
  });
  if (published === false) return undefined;
  deps.log.debug({ gameId, version }, 'A board is rebuilt');
  return { held: { edition, version, scoreboard: holdScoreboard(facts, board) }, bytes: published };
}

function readHeld({ scoreboard: { board }, version, edition: { frozenAt } }: HeldEdition): Previous {
  return { board, version, frozenAt, body: writeBoard(board, null), unfinished: null };
}

async function findPrevious({ redis }: WorkerDeps, { gameId, prefix }: Edition): Promise<Previous | null> {
  const document = await findBoard(redis, prefix, gameId);
  if (!document) return null;
  const { frozenAt, claimed } = document;
  const { version, ...parsed } = parseBoard(document);
  const board = parsed as Scoreboard;
  if (!claimed) return { board, version, frozenAt, body: bodyOf(document.identity), unfinished: null };
  const told = applyScoreboardDelta(board, claimed.delta);
  const unfinished = told ? claimed.delta : fetchDelta(board);
  const body = told ? writeBoard(told, null) : Buffer.alloc(0);
  return { board: told ?? board, version: claimed.version, frozenAt, body, unfinished };
}

/** Counts and logs a board that was not what it had to be; that it is published anew heals it. */
function report(
  deps: WorkerDeps,
  { gameId, wish, current }: Rebuilding,
  { scoreboard }: HeldEdition,
  { facts, digest }: Source,
  board: Scoreboard,
  delta: ScoreboardDelta,
): void {
  const cause = explainMismatch(scoreboard, facts, board, current?.digest === digest);
  // Whoever edits says so, and is here for that.
  if (cause === null || (cause === 'edited' && wish.facts)) return;
  deps.metrics.boardMismatches.inc({ cause });
  // Games that have ended are not told of new names, and are found here.
  const level = cause === 'edited' ? 'warn' : 'error';
  deps.log[level]({ gameId, cause, differences: summarise(delta) }, 'A board was not what the facts give');
}

/** How much differed and where, without names. */
function summarise(delta: ScoreboardDelta) {
  if (delta.full) return 'many';
  const lists = Object.entries(delta).filter(([, value]) => Array.isArray(value) && value.length > 0);
  return {
    counts: Object.fromEntries(lists.map(([key, value]) => [key, (value as unknown[]).length])),
    challenges: delta.challenges.slice(0, 10).map(({ id }) => id),
    teams: [...delta.rows, ...delta.solves.map(({ teamId: id }) => ({ id }))].slice(0, 10).map(({ id }) => id),
  };
}
