import { accountJobs } from '@vexil/contract/account';
import { sessions } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import { afterAll, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

describe('the sweep of sessions', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl') });
  });
  afterAll(async () => {
    await worker.close();
    await database.drop();
  });

  it('deletes what has ended and keeps what has not', async () => {
    const account = await buildAccount(database.db);
    const row = (tokenHash: string, ms: number) => ({
      tokenHash,
      accountId: account.id,
      ip: '127.0.0.1',
      expiresAt: new Date(Date.now() + ms),
    });
    await database.db.insert(sessions).values([row('ended', -1000), row('open', 60_000)]);
    await worker.run(accountJobs.sweep, {});
    expect((await database.db.select().from(sessions)).map(({ tokenHash }) => tokenHash)).toEqual(['open']);
  });
});
