import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { createTestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { expect, inject, it } from 'vitest';
import { createTestWorker } from '../testing/worker';
import { startHeartbeat } from './heartbeat';

it('counts a worker while it lives, writes its file, and takes it out when it ends', async () => {
  const database = await createTestDatabase(inject('databaseUrl'));
  const directory = await mkdtemp(path.join(tmpdir(), 'vexil-heartbeat-'));
  const heartbeatFile = path.join(directory, 'heartbeat');
  const { deps, close } = await createTestWorker({
    database,
    redisUrl: inject('redisUrl'),
    config: { heartbeatFile },
  });
  const count = () => countLivingWorkers(deps.redis, deps.keyPrefix);
  expect(await count()).toBe(0);
  const heartbeat = startHeartbeat(deps);
  await heartbeat.beat();
  expect(await count()).toBe(1);
  expect(await readFile(heartbeatFile, 'utf8')).toMatch(/^\d{4}-/);
  await heartbeat.stop();
  expect(await count()).toBe(0);
  await close();
  await database.drop();
  await rm(directory, { recursive: true });
});
