// Serves boards from memory. Commits are read after a message, or when a request finds the board stale: at most once a
// second, at up to a tenth of a core.

import { DomainError, invariant } from '@vexil/contract/errors';
import type { BoardChange } from '@vexil/rules/scoreboard.merge.rules';
import type { BaseDeps } from '@vexil/runtime/deps';
import { LRUCache } from 'lru-cache';
import { Board } from './board';
import { type BoardCopy, changesOf, type GameBoards, recentChanges } from './game-boards';
import { type BoardStats, createBoardReader, type ReadGame } from './read-boards';

export interface BoardSight {
  /** Unix milliseconds; null while not frozen. */
  frozenAt: number | null;
  /** Staff see the current board. */
  live: boolean;
}

type Audience = 'public' | 'staff';

export interface BoardNews {
  /** Of the topic of the board. */
  topicVersion: number;
  /** Undefined where there is no such board. */
  version: number | undefined;
  changes: BoardChange[];
}

export interface Boards {
  readonly stats: BoardStats;
  /** At most about a second old; throws `game.notFound`. */
  get(gameId: number, sight: BoardSight): Promise<Board>;
  /** What is committed after `since`; null where there is no such game. */
  changes(gameId: number, audience: Audience, since?: number): Promise<BoardNews | null>;
  /** Whether `recent` knows the board. */
  holds(gameId: number): boolean;
  /** What a client may lack that knows the board as it was then, in Unix milliseconds. */
  recent(gameId: number, audience: Audience, since: number): BoardChange[];
  /** The next `get` reads the database. */
  expire(gameId: number): void;
}

export type BoardsDeps = Pick<BaseDeps, 'database' | 'clock' | 'log'>;

interface CachedGame extends ReadGame {
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
const retryMs = 500;

export function createBoards({ database, clock, log }: BoardsDeps): Boards {
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

  const hasStarted = ({ start }: GameBoards) => clock.now().getTime() >= start;

  const update = createBoardReader({ database, clock }, stats, (gameId) => games.delete(gameId));

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

  function take(gameId: number, known: Board | null, { state, version }: BoardCopy): Board {
    if (known?.version === version && known.updateTimeUtc === state.updateTimeUtc) return known;
    stats.documents += 1;
    return new Board(gameId, state.board, version, state);
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
    async changes(gameId, audience, since) {
      const boards = await update(gameId, gameOf(gameId)).catch((error) => {
        if (error instanceof DomainError) return null;
        throw error;
      });
      if (!boards) return null;
      const copy = boards[audience];
      const changes = copy && hasStarted(boards) ? changesOf(copy, since) : [];
      return { topicVersion: boards.version, version: copy?.version, changes };
    },
    holds: (gameId) => games.get(gameId)?.boards != null,
    recent(gameId, audience, since) {
      const boards = games.get(gameId)?.boards;
      const copy = boards?.[audience];
      return copy && hasStarted(boards) ? recentChanges(copy, boards.since, since) : [];
    },
    expire(gameId) {
      const game = games.get(gameId);
      if (!game) return;
      game.checkedAt = Number.NEGATIVE_INFINITY;
      game.restUntil = 0;
    },
  };
}
