import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '../deps';
import { type LastSeen, updateLastSeen } from './session.queries';

const gatherMs = 1000;
const rowsPerStatement = 1000;

export interface LastSeenWriter {
  write(entry: LastSeen): void;
  close(): Promise<void>;
}

/** Off the path of the request: no call waits for it or fails by it. */
export function createLastSeenWriter(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  intervalMs: number,
): LastSeenWriter {
  let waiting = new Map<string, LastSeen>();
  let writing: Promise<void> | null = null;
  const closing = new AbortController();

  async function writeAll(): Promise<void> {
    try {
      while (waiting.size > 0) {
        await delay(gatherMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        const entries = [...waiting.values()];
        waiting = new Map();
        for (let from = 0; from < entries.length; from += rowsPerStatement) {
          await updateLastSeen(database.sql, entries.slice(from, from + rowsPerStatement), intervalMs);
        }
      }
    } finally {
      // In the same turn as the last check of `waiting`, so that an entry added after it starts a new run.
      writing = null;
    }
  }

  return {
    write(entry) {
      waiting.set(entry.accountId, entry);
      writing ??= writeAll().catch((error) =>
        log.warn({ event: 'session.last_seen_failed', err: error }, 'Last seen times could not be written'),
      );
    },
    async close() {
      closing.abort();
      await writing;
    },
  };
}
