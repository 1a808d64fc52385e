// Past boards are computed on request at the cost of a whole board. Facts and boards are cached briefly, requests are
// queued up to a limit, and all share a fifth of the event loop, so requests for the past cannot slow down players.

import { DomainError, retryIn } from '@vexil/contract/errors';
import { loadScoreboardFacts, type StoredScoreboardFacts } from '@vexil/data/scoreboard/facts.queries';
import type { Deps } from '@vexil/http/deps';
import { createThrottledTask, type ThrottledTask } from '@vexil/http/guard/concurrency';
import { tagOf } from '@vexil/http/reply/etag';
import { factsAtFreeze } from '@vexil/rules/scoreboard.freeze.rules';
import { computeScoreboard } from '@vexil/rules/scoreboard.rules';
import { LRUCache } from 'lru-cache';
import { Board, writeBoard } from '../scoreboard-cache/board';

/** Unix milliseconds. */
interface Moment {
  asOf: number;
  /** Facts of later are left out, rules are those of today; null without a freeze. */
  freeze: number | null;
  /** Facts and rules of later are left out. */
  knownAt: number | undefined;
}

export interface PastBoards {
  /**
   * As of a moment; the version is 0. Throws `game.notFound`, and `request.tooMany` over capacity.
   */
  at(gameId: number, moment: Moment): Promise<Board>;
}

/** Delay until a late verdict before `asOf` shows. */
const keptMs = 2_000;
const factsMax = 2;
const boardsMax = 4;
const waitingMax = 16;
const restTimes = 4;
const retrySeconds = 2;

async function build(
  gameId: number,
  stored: StoredScoreboardFacts,
  { asOf, freeze }: Moment,
  throttled: ThrottledTask,
): Promise<Board> {
  return throttled.run(() => {
    const board = computeScoreboard(freeze === null ? stored : factsAtFreeze(stored, freeze), asOf);
    // Facts are reread often but rarely change the past, so the tag is of the content.
    return new Board(gameId, board, 0, undefined, tagOf(writeBoard(board, 0)));
  });
}

export function createPastBoards({ database }: Pick<Deps, 'database'>): PastBoards {
  const facts = new LRUCache<string, Promise<StoredScoreboardFacts | null>>({ max: factsMax, ttl: keptMs });
  const boards = new LRUCache<string, Promise<Board>>({ max: boardsMax, ttl: keptMs });
  const throttled = createThrottledTask({ restTimes });
  let waiting = 0;

  function findFacts(gameId: number, { knownAt }: Moment): Promise<StoredScoreboardFacts | null> {
    const key = `${gameId} ${knownAt}`;
    const known = facts.get(key);
    if (known) return known;
    const loading = loadScoreboardFacts(database.sql, gameId, { knownAt });
    facts.set(key, loading);
    loading.catch(() => facts.delete(key));
    return loading;
  }

  async function compute(gameId: number, moment: Moment): Promise<Board> {
    if (waiting >= waitingMax) {
      throw new DomainError('request.tooMany', retryIn(retrySeconds));
    }
    waiting += 1;
    try {
      const stored = await findFacts(gameId, moment);
      if (!stored) throw new DomainError('game.notFound');
      return await build(gameId, stored, moment, throttled);
    } finally {
      waiting -= 1;
    }
  }

  return {
    at(gameId, moment) {
      const key = `${gameId} ${moment.asOf} ${moment.freeze} ${moment.knownAt}`;
      const known = boards.get(key);
      if (known) return known;
      const computing = compute(gameId, moment);
      boards.set(key, computing);
      computing.catch(() => boards.delete(key));
      return computing;
    },
  };
}
