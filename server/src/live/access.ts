import type { Room } from '@vexil/contract/live';
import type { Deps } from '@vexil/http/deps';
import { type Asked, roomsFor } from './live.policy';
import { loadAccessFacts } from './live.queries';

const batchMax = 500;

interface PendingCheck {
  asked: Asked;
  resolve(rooms: Room[] | null): void;
  reject(error: unknown): void;
}

/** Resolves the rooms that a connection may join now; null when it may not stay open. */
export type ResolveRooms = (asked: Asked) => Promise<Room[] | null>;

/** Batches the permission queries of one tick: thousands of clients reconnect at once after a restart. */
export function createAccess(deps: Pick<Deps, 'db' | 'clock'>): ResolveRooms {
  let waiting: PendingCheck[] = [];

  async function resolveBatch(checks: PendingCheck[]): Promise<void> {
    try {
      const asked = checks.map((check) => check.asked);
      const facts = await loadAccessFacts(deps.db, asked, deps.clock.now());
      for (const check of checks) check.resolve(roomsFor(check.asked, facts));
    } catch (error) {
      for (const check of checks) check.reject(error);
    }
  }

  function flush(): void {
    const checks = waiting;
    waiting = [];
    for (let from = 0; from < checks.length; from += batchMax) void resolveBatch(checks.slice(from, from + batchMax));
  }

  return (asked) =>
    new Promise((resolve, reject) => {
      if (waiting.length === 0) setImmediate(flush);
      waiting.push({ asked, resolve, reject });
    });
}
