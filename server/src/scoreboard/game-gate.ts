import { DomainError } from '@vexil/contract/errors';
import { games } from '@vexil/db/schema/game';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import { eq } from 'drizzle-orm';
import { LRUCache } from 'lru-cache';
import type { Deps } from '../deps';

/** Cached access check, for calls too frequent for a query each. */
export interface GameGate {
  /**
   * Returns since when the public board is frozen, or null. `seesHidden` is called for hidden games only. Throws
   * `game.notFound` and `game.notStarted`.
   */
  pass(
    gameId: number,
    now: Date,
    seesHidden: () => Promise<boolean>,
  ): Promise<{ frozenAt: number | null; hidden: boolean }>;
  /** The next call queries the database. */
  forget(gameId: number): void;
}

interface GameFacts {
  hidden: boolean;
  startAt: Date;
  freezeAt: Date | null;
}

/** Limit for changes made through other processes; own changes show at once. */
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
