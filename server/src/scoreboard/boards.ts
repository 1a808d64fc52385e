// What thousands ask for at once is answered from memory: one fetch per published version, however many ask. A copy is
// dropped when a worker says that it published, and after a lost connection, because something may have been missed.

import { DomainError } from '@vexil/contract/errors';
import { staffBoardPrefix } from '@vexil/rules/scoreboard.freeze.rules';
import { openRedis } from '@vexil/runtime/redis';
import { boardKeys } from '@vexil/runtime/scoreboard.store';
import type { Deps } from '../deps';
import type { Board } from './board';
import { BoardShelf } from './board-shelf';

/** Which of the boards of a game somebody sees. */
export interface BoardSight {
  /** Since when the public board stands still, Unix milliseconds; null while it moves. */
  frozenAt: number | null;
  /** Staff see the board of now at all times. */
  live: boolean;
}

export interface Boards {
  /** The board of a game, at least as new as any this process has given out; throws `game.notFound`. */
  get(gameId: number, sight: BoardSight): Promise<Board>;
  /** Has the next call look whether there is a newer one. */
  lookAgain(gameId: number): void;
  close(): void;
}

export type BoardsDeps = Pick<Deps, 'config' | 'database' | 'redis' | 'queues' | 'keyPrefix' | 'clock' | 'log'>;

/** `onPublished` hears of each board that a worker published. */
export function createBoards(deps: BoardsDeps, onPublished: (gameId: number) => void): Boards {
  const staffDeps = { ...deps, keyPrefix: staffBoardPrefix(deps.keyPrefix) };
  const shelves = new Map([
    [boardKeys.channel(deps.keyPrefix), new BoardShelf(deps, 'public')],
    [boardKeys.channel(staffDeps.keyPrefix), new BoardShelf(staffDeps, 'staff')],
  ]);
  const [publicShelf, staffShelf] = [...shelves.values()] as [BoardShelf, BoardShelf];

  const subscriber = openRedis(deps.config.redisUrl, {
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    autoResubscribe: false,
  });
  subscriber.on('error', (error) => deps.log.warn({ err: error }, 'Redis does not tell of new boards'));
  subscriber.on('ready', async () => {
    try {
      await subscriber.subscribe(...shelves.keys());
      for (const shelf of shelves.values()) shelf.setListening(true);
    } catch (error) {
      deps.log.warn({ err: error }, 'Redis does not tell of new boards');
    }
  });
  subscriber.on('close', () => {
    for (const shelf of shelves.values()) shelf.setListening(false);
  });
  subscriber.on('message', (channel: string, message: string) => {
    const gameId = Number(message.split(' ')[0]);
    onPublished(gameId);
    shelves.get(channel)?.lookAgain(gameId);
  });

  return {
    async get(gameId, { frozenAt, live }) {
      const board = frozenAt !== null && live ? staffShelf.get(gameId, null) : publicShelf.get(gameId, frozenAt);
      return board.catch((error) => {
        if (error instanceof DomainError) for (const shelf of shelves.values()) shelf.drop(gameId);
        throw error;
      });
    },
    lookAgain(gameId) {
      for (const shelf of shelves.values()) shelf.lookAgain(gameId);
    },
    close: () => subscriber.disconnect(),
  };
}
