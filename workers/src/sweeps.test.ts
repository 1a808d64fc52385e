import { submissionJobs } from '@vexil/contract/submission';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { queuePrefix } from '@vexil/runtime/queues';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../testing/worker';
import { handle } from './run-job';
import { startSweeps } from './sweeps';

describe('startSweeps', () => {
  let database: TestDatabase;
  let worker: TestWorker;
  let runs = 0;
  const handlers = [handle(submissionJobs.sweep, async () => void runs++)];
  beforeAll(async () => {
    database = await createTestDatabase(inject('databaseUrl'));
    worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), handlers });
  });
  afterAll(async () => {
    await worker.close();
    await database.drop();
  });

  const schedules = async () => {
    const found = await worker.deps.queues.sweep.getJobSchedulers();
    return found.map(({ key }) => key);
  };

  it('sweeps at the start, for what has a handler, on one schedule for any number of workers', async () => {
    const stops = [await startSweeps(worker.deps, handlers), await startSweeps(worker.deps, handlers)];
    expect(await schedules()).toEqual([submissionJobs.sweep.name]);
    await worker.drain();
    expect(runs).toBeGreaterThanOrEqual(2);
    for (const stop of stops) stop();
  });

  it('sweeps on when Redis was emptied', async () => {
    const stop = await startSweeps(worker.deps, handlers, 50);
    const { redis, keyPrefix } = worker.deps;
    const keys = await redis.keys(`${queuePrefix(keyPrefix)}:*`);
    await redis.del(...keys);
    const before = runs;
    await vi.waitUntil(async () => (await schedules()).length === 1, { timeout: 25_000 });
    await vi.waitUntil(() => runs > before, { timeout: 25_000 });
    stop();
  });
});
