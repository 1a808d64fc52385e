import { games } from '@vexil/db/schema/game';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../contract/errors';
import { frozenSince } from '../contract/scoreboard.freeze.rules';
import type { Deps } from '../deps';

/** Whether a game is there and has begun, for calls so many that even a small query each would be felt. */
export interface GameGate {
  /**
   * Gives since when the public board stands still, null while it moves. Throws `game.notFound` and `game.notStarted`.
   */
  pass(gameId: number, now: Date): Promise<{ frozenAt: number | null }>;
  /** Has the next call ask the database. */
  forget(gameId: number): void;
}

interface Times {
  startAt: Date;
  freezeAt: Date | null;
}

/** A change made through another process shows within this time; one made through this process at once. */
const rememberMs = 500;

export function createGameGate(deps: Pick<Deps, 'db'>): GameGate {
  const known = new LRUCache<number, Promise<Times | undefined>>({ max: 1_000, ttl: rememberMs });

  async function findTimes(gameId: number): Promise<Times | undefined> {
    const times = { startAt: games.startAt, freezeAt: games.freezeAt };
    const [row] = await deps.db.select(times).from(games).where(eq(games.id, gameId));
    return row;
  }

  return {
    async pass(gameId, now) {
      const remembered = known.get(gameId);
      const asked = remembered ?? findTimes(gameId);
      if (!remembered) {
        known.set(gameId, asked);
        asked.catch(() => known.delete(gameId));
      }
      const times = await asked;
      if (!times) throw new DomainError('game.notFound');
      if (now < times.startAt) throw new DomainError('game.notStarted');
      return { frozenAt: frozenSince(times.freezeAt, now) };
    },
    forget: (gameId) => void known.delete(gameId),
  };
}
