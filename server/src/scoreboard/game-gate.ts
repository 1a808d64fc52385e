import { games } from '@vexil/db/schema/game';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import { DomainError } from '../contract/errors';
import type { Deps } from '../deps';

/** Whether a game is there and has begun, for calls so many that even a small query each would be felt. */
export interface GameGate {
  /** Throws `game.notFound` and `game.notStarted`. */
  pass(gameId: number, now: Date): Promise<void>;
  /** Has the next call ask the database. */
  forget(gameId: number): void;
}

/** A change made through another process shows within this time; one made through this process at once. */
const rememberMs = 500;

export function createGameGate(deps: Pick<Deps, 'db'>): GameGate {
  const starts = new LRUCache<number, Promise<Date | null>>({ max: 1_000, ttl: rememberMs });

  async function findStart(gameId: number): Promise<Date | null> {
    const [row] = await deps.db.select({ startAt: games.startAt }).from(games).where(eq(games.id, gameId));
    return row?.startAt ?? null;
  }

  return {
    async pass(gameId, now) {
      const known = starts.get(gameId);
      const asked = known ?? findStart(gameId);
      if (!known) {
        starts.set(gameId, asked);
        asked.catch(() => starts.delete(gameId));
      }
      const startAt = await asked;
      if (!startAt) throw new DomainError('game.notFound');
      if (now < startAt) throw new DomainError('game.notStarted');
    },
    forget: (gameId) => void starts.delete(gameId),
  };
}
