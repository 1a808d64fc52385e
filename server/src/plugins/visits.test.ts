import type { Database } from '@vexil/db';
import { pino } from 'pino';
import { describe, expect, it, vi } from 'vitest';
import { createVisits } from './visits';

/** Notes a second visit so many turns of promises after the first one was handed to the database; gives what it was handed. */
function noteTwo(turns: number): string[] {
  const stored: string[] = [];
  const note = (accountId: string) => visits.note({ accountId, at: new Date(), ip: '192.0.2.1' });
  async function noteSecond(): Promise<void> {
    for (let turn = 0; turn < turns; turn += 1) await null;
    note('second');
  }
  const sql = (_texts: unknown, accountIds: string[]) => {
    stored.push(...accountIds);
    if (accountIds.includes('first')) void noteSecond();
    return Promise.resolve([]);
  };
  const database = { sql } as unknown as Database;
  const visits = createVisits({ database, log: pino({ level: 'silent' }) }, 60_000);
  note('first');
  return stored;
}

describe('visits', () => {
  it('are stored though they come at any moment of the end of the one before', async () => {
    const all = Array.from({ length: 20 }, (_, turns) => noteTwo(turns));
    await vi.waitFor(() => expect(all).toEqual(all.map(() => ['first', 'second'])), 20_000);
  });
});
