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

  it('sweeps on after a worker whose clock was an hour ahead', async () => {
    const { sweep } = worker.deps.queues;
    const { name } = submissionJobs.sweep;
    const nextInMs = async () => ((await sweep.getJobScheduler(name))?.next ?? 0) - Date.now();
    const hourMs = 3_600_000;
    await sweep.removeJobScheduler(name);
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + hourMs });
    await sweep.upsertJobScheduler(name, { every: 5000 }, { name, data: {} });
    vi.useRealTimers();
    // Its first run is at once, the next one an hour later.
    const before = runs;
    if ((await nextInMs()) < hourMs / 2) await vi.waitUntil(async () => (await nextInMs()) > hourMs / 2, 30_000);
    const stop = await startSweeps(worker.deps, handlers, 50);
    expect(await nextInMs()).toBeLessThan(15_000);
    await vi.waitUntil(() => runs > before + 1, { timeout: 25_000 });
    stop();
  });
});
