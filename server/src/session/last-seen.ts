import { setTimeout as delay } from 'node:timers/promises';
import type { Deps } from '@vexil/http/deps';
import { type LastSeen, type SessionSeen, updateLastSeen, updateSessionsSeen } from './session.queries';

const gatherMs = 1000;
const rowsPerStatement = 1000;

export interface LastSeenWriter {
  write(entry: LastSeen, sessionHash?: string | null): void;
  close(): Promise<void>;
}

/** Off the path of the request: no call waits for it or fails by it. */
export function createLastSeenWriter(
  { database, log }: Pick<Deps, 'database' | 'log'>,
  { accountMs, sessionMs }: { accountMs: number; sessionMs: number },
): LastSeenWriter {
  let waiting = new Map<string, LastSeen>();
  let waitingSessions = new Map<string, SessionSeen>();
  let writing: Promise<void> | null = null;
  const closing = new AbortController();

  async function writeAll(): Promise<void> {
    try {
      while (waiting.size > 0) {
        await delay(gatherMs, undefined, { signal: closing.signal, ref: false }).catch(() => {});
        const entries = [...waiting.values()];
        const sessions = [...waitingSessions.values()];
        waiting = new Map();
        waitingSessions = new Map();
        for (let from = 0; from < entries.length; from += rowsPerStatement) {
          await updateLastSeen(database.sql, entries.slice(from, from + rowsPerStatement), accountMs);
        }
        for (let from = 0; from < sessions.length; from += rowsPerStatement) {
          await updateSessionsSeen(database.sql, sessions.slice(from, from + rowsPerStatement), sessionMs);
        }
      }
    } finally {
      // In the same turn as the last check of `waiting`, so that an entry added after it starts a new run.
      writing = null;
    }
  }

  return {
    write(entry, sessionHash = null) {
      waiting.set(entry.accountId, entry);
      if (sessionHash !== null) waitingSessions.set(sessionHash, { hash: sessionHash, at: entry.at, ip: entry.ip });
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
