// Boards of other times than now are made from the stored facts when somebody asks. That costs a whole board, so facts
// and boards are kept for a moment, few of each, only so many people wait for one at the same time, and together they get
// a fifth of the event loop: anybody may ask for any moment, and nobody may hold up those who play. What was made is
// written and compressed once, too.

import { DomainError } from '@vexil/contract/errors';
import { loadScoreboardFacts, type StoredScoreboardFacts } from '@vexil/db/schema/scoreboard-facts';
import { scoreboardAt } from '@vexil/rules/scoreboard.current.rules';
import { LRUCache } from 'lru-cache';
import { createThrottledTask, type ThrottledTask } from '../concurrency';
import type { Deps } from '../deps';
import { tagOf } from '../plugins/conditional';
import { Board, writeBoard } from '../scoreboard-cache/board';

export interface PastBoards {
  /**
   * The board as it stood at `asOf`, Unix milliseconds; its version is 0, because it was never published. Throws
   * `game.notFound`, and `request.tooMany` when too many ask.
   */
  at(gameId: number, asOf: number): Promise<Board>;
}

/** A solve before `asOf` whose verdict comes later shows within this time. */
const keptMs = 2_000;
const factsMax = 2;
const boardsMax = 4;
const waitingMax = 16;
const restTimes = 4;
const retrySeconds = 2;

async function build(
  gameId: number,
  stored: StoredScoreboardFacts,
  asOf: number,
  throttled: ThrottledTask,
): Promise<Board> {
  return throttled.run(() => {
    const board = scoreboardAt(stored, asOf);
    // Facts are read anew every few seconds and seldom say anything new of the past, so the tag is one of the content.
    return new Board(gameId, board, 0, tagOf(writeBoard(board, 0)));
  });
}

export function createPastBoards({ database }: Pick<Deps, 'database'>): PastBoards {
  const facts = new LRUCache<number, Promise<StoredScoreboardFacts | null>>({ max: factsMax, ttl: keptMs });
  const boards = new LRUCache<string, Promise<Board>>({ max: boardsMax, ttl: keptMs });
  const throttled = createThrottledTask({ restTimes });
  let waiting = 0;

  function findFacts(gameId: number): Promise<StoredScoreboardFacts | null> {
    const known = facts.get(gameId);
    if (known) return known;
    const loading = loadScoreboardFacts(database.sql, gameId);
    facts.set(gameId, loading);
    loading.catch(() => facts.delete(gameId));
    return loading;
  }

  async function compute(gameId: number, asOf: number): Promise<Board> {
    if (waiting >= waitingMax) {
      throw new DomainError('request.tooMany', { params: { seconds: retrySeconds }, retryAfterSeconds: retrySeconds });
    }
    waiting += 1;
    try {
      const stored = await findFacts(gameId);
      if (!stored) throw new DomainError('game.notFound');
      return await build(gameId, stored, asOf, throttled);
    } finally {
      waiting -= 1;
    }
  }

  return {
    at(gameId, asOf) {
      const key = `${gameId} ${asOf}`;
      const known = boards.get(key);
      if (known) return known;
      const computing = compute(gameId, asOf);
      boards.set(key, computing);
      computing.catch(() => boards.delete(key));
      return computing;
    },
  };
}
