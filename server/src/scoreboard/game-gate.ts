import { DomainError } from '@vexil/contract/errors';
import { games } from '@vexil/db/schema/game';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps';

/** Whether a game exists for the caller and has begun, for calls so many that even a small query each would be felt. */
export interface GameGate {
  /**
   * Gives since when the public board stands still, null while it moves; `seesHidden` is asked about the caller of a
   * hidden game. Throws `game.notFound` and `game.notStarted`.
   */
  pass(
    gameId: number,
    now: Date,
    seesHidden: () => Promise<boolean>,
  ): Promise<{ frozenAt: number | null; hidden: boolean }>;
  /** Has the next call ask the database. */
  forget(gameId: number): void;
}

interface GameFacts {
  hidden: boolean;
  startAt: Date;
  freezeAt: Date | null;
}

/** A change made through another process shows within this time; one made through this process at once. */
const rememberMs = 500;

export function createGameGate(deps: Pick<Deps, 'db'>): GameGate {
  const known = new LRUCache<number, Promise<GameFacts | undefined>>({ max: 1_000, ttl: rememberMs });

  async function findFacts(gameId: number): Promise<GameFacts | undefined> {
    const facts = { hidden: games.hidden, startAt: games.startAt, freezeAt: games.freezeAt };
    const [row] = await deps.db.select(facts).from(games).where(eq(games.id, gameId));
    return row;
  }

  return {
    async pass(gameId, now, seesHidden) {
      const remembered = known.get(gameId);
      const asked = remembered ?? findFacts(gameId);
      if (!remembered) {
        known.set(gameId, asked);
        asked.catch(() => known.delete(gameId));
      }
      const facts = await asked;
      if (!facts || (facts.hidden && !(await seesHidden()))) throw new DomainError('game.notFound');
      if (now < facts.startAt) throw new DomainError('game.notStarted');
      return { frozenAt: frozenSince(facts.freezeAt, now), hidden: facts.hidden };
    },
    forget: (gameId) => void known.delete(gameId),
  };
}
