import { setTimeout as sleep } from 'node:timers/promises';
import { DomainError } from '@vexil/contract/errors';
import { loadNewSolves, loadScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { BaseDeps } from '@vexil/runtime/deps';
import { addSolves, buildBoards, type GameBoards } from './game-boards';

export interface BoardStats {
  solvesApplied: number;
  rebuilds: number;
  rebuildSeconds: number;
  documents: number;
}

export interface ReadGame {
  boards: GameBoards | null;
  last: Promise<unknown>;
  next: Promise<GameBoards> | null;
  /** Earliest rebuild, in `performance.now()`. */
  restUntil: number;
}

/** A rebuild blocks the event loop, and each change of a team or challenge requests one. */
const rebuildRest = 4;

/**
 * Returns a function that brings a game's copy up to what is committed; it rejects with `game.notFound` after calling
 * `onMissing` where the game is gone.
 */
export function createBoardReader(
  { database: { sql }, clock }: Pick<BaseDeps, 'database' | 'clock'>,
  stats: BoardStats,
  onMissing: (gameId: number) => void,
) {
  const now = () => clock.now().getTime();

  /** Waiting calls share one read, which begins after all of them. */
  function update(gameId: number, game: ReadGame): Promise<GameBoards> {
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

  async function readChanges(gameId: number, game: ReadGame): Promise<GameBoards> {
    const { boards } = game;
    if (!boards) return rebuild(gameId, game);
    const found = await loadNewSolves(sql, gameId, boards.version);
    if (found.version === boards.version) return boards;
    if (found.version < boards.version || found.rebuildVersion > boards.version) return rebuild(gameId, game);
    // After a failed update the state matches no version.
    game.boards = null;
    addSolves(boards, found.solves, found.version, now());
    stats.solvesApplied += found.solves.length;
    if (boards.public.version !== found.publicVersion) return rebuild(gameId, game);
    game.boards = boards;
    return boards;
  }

  async function rebuild(gameId: number, game: ReadGame): Promise<GameBoards> {
    if (game.restUntil > performance.now()) await sleep(game.restUntil - performance.now());
    const startedAt = performance.now();
    const facts = await loadScoreboardFacts(sql, gameId);
    if (!facts) {
      onMissing(gameId);
      throw new DomainError('game.notFound');
    }
    const { boards } = game;
    game.boards = buildBoards(facts, boards, now());
    const tookMs = performance.now() - startedAt;
    if (boards) game.restUntil = performance.now() + rebuildRest * tookMs;
    stats.rebuilds += 1;
    stats.rebuildSeconds += tookMs / 1000;
    return game.boards;
  }

  return update;
}
