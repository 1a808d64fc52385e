import { drainWorkers, listLivingWorkers } from '@vexil/runtime/heartbeat';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startWorkerProcess } from '../testing/process';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

it('ends a worker that an operator drains, and leaves the other', async () => {
  const { config, keyPrefix, redis } = test.deps;
  const environment = {
    DATABASE_URL: test.database.url,
    REDIS_URL: config.redisUrl,
    KEY_PREFIX: keyPrefix,
    DATA_DIR: config.dataDir,
    CONTAINER_ENGINE: 'none',
  };
  const living = async () => (await listLivingWorkers(redis, keyPrefix)).map(({ id }) => id);
  const drained = await startWorkerProcess(environment);
  await expect.poll(living).toHaveLength(1);
  const [first = ''] = await living();
  const other = await startWorkerProcess(environment);
  await expect.poll(living).toHaveLength(2);
  await drainWorkers(redis, keyPrefix, [first]);
  await expect.poll(() => drained.isAlive()).toBe(false);
  expect(await living()).not.toContain(first);
  expect(drained.lines.join('\n')).toContain('"signal":"drain"');
  expect(other.isAlive()).toBe(true);
  await other.stop();
});
