import { logJobs } from '@vexil/contract/log';
import { logs } from '@vexil/db/schema/log';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { asc } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { sweepLogs } from './sweep-logs';

const dayMs = 24 * 3600 * 1000;

describe('the sweep of the log', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
  });
  beforeEach(() => database.db.delete(logs));
  afterAll(async () => {
    await worker.close();
    await database.drop();
  });

  async function store(...days: number[]): Promise<void> {
    const line = (day: number) => ({
      time: new Date(Date.now() - day * dayMs),
      level: 'Information' as const,
      message: `${day} days old`,
    });
    await database.db.insert(logs).values(days.map(line));
  }

  const left = async () => (await database.db.select().from(logs).orderBy(asc(logs.id))).map(({ message }) => message);

  it('deletes what is older than thirty days', async () => {
    await store(40, 31, 29, 1, 0);
    await worker.run(logJobs.sweep, {});
    expect(await left()).toEqual(['29 days old', '1 days old', '0 days old']);
  });

  it('keeps only so many of the newest', async () => {
    await store(6, 5, 4, 3, 2);
    await sweepLogs(worker.deps, { days: 30, rows: 3 });
    expect(await left()).toEqual(['4 days old', '3 days old', '2 days old']);
  });

  it('does nothing where there is little', async () => {
    await store(2, 1);
    await sweepLogs(worker.deps, { days: 30, rows: 2 });
    expect(await left()).toEqual(['2 days old', '1 days old']);
  });
});
