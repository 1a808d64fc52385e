import type { Scoreboard } from '@vexil/server/contract/scoreboard.board.rules';

/** The board a worker published last, to tell what has changed since. */
export interface HeldBoard {
  version: number;
  board: Scoreboard;
  body: string;
  /** The freeze that its facts were cut at; null for a board of all facts. */
  frozenAt: number | null;
}

export interface BoardMemory {
  find(gameId: number): HeldBoard | undefined;
  keep(gameId: number, held: HeldBoard): void;
  forget(gameId: number): void;
}

const gamesMax = 32;

/** Keeps the boards of the games that changed last; what is not kept is read from Redis again. */
export function createBoardMemory(): BoardMemory {
  const boards = new Map<number, HeldBoard>();
  return {
    find: (gameId) => boards.get(gameId),
    keep(gameId, held) {
      boards.delete(gameId);
      boards.set(gameId, held);
      const [oldest] = boards.keys();
      if (boards.size > gamesMax && oldest !== undefined) boards.delete(oldest);
    },
    forget: (gameId) => void boards.delete(gameId),
  };
}
