import type { Database } from '@vexil/db';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createLastSeenWriter } from './last-seen';

const intervals = { accountMs: 60_000, sessionMs: 3_600_000 };

/** Writes a second entry so many turns of promises after the first reached the database; gives the stored ids. */
function writeTwo(turns: number): string[] {
  const stored: string[] = [];
  const write = (accountId: string) => writer.write({ accountId, at: new Date(), ip: '192.0.2.1' });
  async function writeSecond(): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await null;
    write('second');
  }
  const sql = (_texts: unknown, accountIds: string[]) => {
    stored.push(...accountIds);
    if (accountIds.includes('first')) void writeSecond();
    return Promise.resolve([]);
  };
  const database = { sql } as unknown as Database;
  const writer = createLastSeenWriter({ database, log: pino({ level: 'silent' }) }, intervals);
  write('first');
  return stored;
}

describe('createLastSeenWriter', () => {
  it('stores an entry that comes at any moment of the end of a run', async () => {
    const all = Array.from({ length: 20 }, (_, turns) => writeTwo(turns));
    await vi.waitFor(() => expect(all).toEqual(all.map(() => ['first', 'second'])), 20_000);
  });
});
