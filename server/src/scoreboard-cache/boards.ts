// Serves boards from memory. Commits are read after a message, or when a request finds the board stale: at most once a
// second, at up to a tenth of a core.

import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError, invariant } from '@vexil/contract/errors';
import { listBoardVersions, loadNewSolves, loadScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import type { BaseDeps } from '@vexil/runtime/deps';
import { LRUCache } from 'lru-cache';
import { Board } from './board';
import { addSolves, type BoardCopy, buildBoards, changesOf, type GameBoards, type LoggedChange } from './game-boards';

export interface BoardSight {
  /** Unix milliseconds; null while not frozen. */
  frozenAt: number | null;
  /** Staff see the current board. */
  live: boolean;
}

type Audience = 'public' | 'staff';

interface BoardStats {
  solvesApplied: number;
  rebuilds: number;
  rebuildSeconds: number;
  documents: number;
}

export interface Boards {
  readonly stats: BoardStats;
  /** At most about a second old; throws `game.notFound`. */
  get(gameId: number, sight: BoardSight): Promise<Board>;
  /** After `since`, up to `until`. */
  changes(gameId: number, audience: Audience, since: number, until: number): Promise<LoggedChange[]>;
  /** Without games that have none. */
  listVersions(gameIds: readonly number[]): ReturnType<typeof listBoardVersions>;
  /** The next `get` reads the database. */
  expire(gameId: number): void;
}

export type BoardsDeps = Pick<BaseDeps, 'database' | 'clock' | 'log'>;

interface CachedGame {
  boards: GameBoards | null;
  last: Promise<unknown>;
  next: Promise<GameBoards> | null;
  /** Earliest rebuild, in `performance.now()`. */
  restUntil: number;
  public: Board | null;
  staff: Board | null;
  checkedAt: number;
  checking: Promise<void> | null;
}

const gamesMax = 64;
const idleMs = 600_000;
const ageMsMin = 1_000;
/** Pause as a multiple of the serialisation time. */
const documentRest = 10;
/** A rebuild blocks the event loop, and each change of a team or challenge requests one. */
const rebuildRest = 4;
const retryMs = 500;

export function createBoards({ database: { sql }, clock, log }: BoardsDeps): Boards {
  const games = new LRUCache<number, CachedGame>({ max: gamesMax, ttl: idleMs, updateAgeOnGet: true });
  const stats: BoardStats = { solvesApplied: 0, rebuilds: 0, rebuildSeconds: 0, documents: 0 };

  function gameOf(gameId: number): CachedGame {
    const known = games.get(gameId);
    if (known) return known;
    const last = Promise.resolve();
    const checkedAt = Number.NEGATIVE_INFINITY;
    const game = { boards: null, last, next: null, restUntil: 0, public: null, staff: null, checkedAt, checking: null };
    games.set(gameId, game);
    return game;
  }

  /** Waiting calls share one read, which begins after all of them. */
  function update(gameId: number, game: CachedGame): Promise<GameBoards> {
    if (game.next) return game.next;
    const next = game.last
      .catch(() => undefined)
      .then(() => {
        game.next = null;
        return readChanges(gameId, game);
      });
    game.next = next;
    game.last = next;
    return next;
  }

  async function readChanges(gameId: number, game: CachedGame): Promise<GameBoards> {
    const { boards } = game;
    if (!boards) return rebuild(gameId, game);
    const found = await loadNewSolves(sql, gameId, boards.version);
    if (found.version === boards.version) return boards;
    if (found.version < boards.version || found.rebuildVersion > boards.version) return rebuild(gameId, game);
    // After a failed update the state matches no version.
    game.boards = null;
    addSolves(boards, found.solves, found.version);
    stats.solvesApplied += found.solves.length;
    if (boards.public.version !== found.publicVersion) return rebuild(gameId, game);
    game.boards = boards;
    return boards;
  }

  async function rebuild(gameId: number, game: CachedGame): Promise<GameBoards> {
    if (game.restUntil > performance.now()) await sleep(game.restUntil - performance.now());
    const startedAt = performance.now();
    const facts = await loadScoreboardFacts(sql, gameId);
    if (!facts) {
      games.delete(gameId);
      throw new DomainError('game.notFound');
    }
    const { boards } = game;
    game.boards = buildBoards(facts, boards);
    const tookMs = performance.now() - startedAt;
    if (boards) game.restUntil = performance.now() + rebuildRest * tookMs;
    stats.rebuilds += 1;
    stats.rebuildSeconds += tookMs / 1000;
    return game.boards;
  }

  function isFresh({ public: open, staff, checkedAt }: CachedGame): boolean {
    const costMs = (open?.costMs ?? 0) + (staff?.costMs ?? 0);
    return performance.now() - checkedAt < Math.max(ageMsMin, documentRest * costMs);
  }

  const keepsTo = ({ boards }: CachedGame, { frozenAt, live }: BoardSight) =>
    frozenAt === null || live || boards?.freeze === frozenAt;

  async function refresh(gameId: number, game: CachedGame, sight: BoardSight): Promise<void> {
    try {
      const isResting = game.boards && game.restUntil > performance.now() && keepsTo(game, sight);
      let boards = isResting ? game.boards : await update(gameId, game);
      if (!keepsTo(game, sight)) {
        game.boards = null;
        boards = await update(gameId, game);
      }
      if (!boards) return;
      game.public = take(gameId, game.public, boards.public);
      game.staff = boards.staff && take(gameId, game.staff, boards.staff);
      game.checkedAt = performance.now();
    } catch (error) {
      if (error instanceof DomainError || !game.public || !keepsTo(game, sight)) throw error;
      // Without the database nothing is judged, so the cached board is still right.
      log.warn(
        { event: 'scoreboard.read_failed', err: error, gameId },
        'Reading a scoreboard failed, sending the last',
      );
      game.checkedAt = performance.now() - ageMsMin + retryMs;
    }
  }

  function take(gameId: number, known: Board | null, { state: { board }, version }: BoardCopy): Board {
    if (known?.version === version && known.updateTimeUtc === board.updateTimeUtc) return known;
    stats.documents += 1;
    return new Board(gameId, board, version);
  }

  return {
    stats,
    async get(gameId, sight) {
      const game = gameOf(gameId);
      // The check under way may be for another sight, so allow a second.
      for (let checks = 0; checks < 2 && !(game.public && isFresh(game) && keepsTo(game, sight)); checks += 1) {
        game.checking ??= refresh(gameId, game, sight).finally(() => {
          game.checking = null;
        });
        await game.checking;
      }
      invariant(game.public, 'a check gives a board or fails');
      return (sight.frozenAt !== null && sight.live && game.staff) || game.public;
    },
    async changes(gameId, audience, since, until) {
      const boards = await update(gameId, gameOf(gameId)).catch((error) => {
        if (error instanceof DomainError) return null;
        throw error;
      });
      if (!boards) return [];
      if (clock.now().getTime() < boards.start) return [];
      const copy = boards[audience];
      return copy ? changesOf(copy, since, until) : [];
    },
    listVersions: (gameIds) => listBoardVersions(sql, gameIds),
    expire(gameId) {
      const game = games.get(gameId);
      if (!game) return;
      game.checkedAt = Number.NEGATIVE_INFINITY;
      game.restUntil = 0;
    },
  };
}
