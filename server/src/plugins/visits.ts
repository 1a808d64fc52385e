import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../deps';
import { storeVisits, type Visit } from './session.queries';

/** How long a visit waits for others, so that a crowd that comes at once is written in one statement. */
const gatherMs = 1000;
const statementMax = 1000;

export interface Visits {
  /** Keeps the last of an account until it is written. */
  note(visit: Visit): void;
  /** Resolves once all that was noted is written. */
  close(): Promise<void>;
}

/** Writes who was here and from where, off the path of the request: nobody's call waits for it, or fails by it. */
export function createVisits({ database, log }: Pick<Deps, 'database' | 'log'>, intervalMs: number): Visits {
  let waiting = new Map<string, Visit>();
  let writing: Promise<void> | null = null;
  const closing = new AbortController();

  async function write(): Promise<void> {
    try {
      while (waiting.size > 0) {
        await delay(gatherMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        const visits = [...waiting.values()];
        waiting = new Map();
        for (let from = 0; from < visits.length; from += statementMax) {
          await storeVisits(database.sql, visits.slice(from, from + statementMax), intervalMs);
        }
      }
    } finally {
      // In the same turn as the last look, so that nobody takes this for something that still looks.
      writing = null;
    }
  }

  function start(): Promise<void> {
    writing ??= write().catch((error) => log.warn({ err: error }, 'Visits could not be noted'));
    return writing;
  }

  return {
    note(visit) {
      waiting.set(visit.accountId, visit);
      void start();
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}
