import { randomBytes } from 'node:crypto';
import { containerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { deploymentOf } from '@vexil/db/sealing';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createDockerEngine } from '@vexil/engine/docker';
import type { ContainerEngine } from '@vexil/engine/engine';
import {
  buildTestImage,
  buildTestVariant,
  describeWithDocker,
  dockerHost,
  openTestDocker,
} from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../../testing/process';

/** Names a deployment of its own on the engine, so that workers of other tests do not take its containers for leftovers. */
const secretKey = randomBytes(32).toString('hex');

const limitMiB = 64;

describeWithDocker('a container that fills the disk', () => {
  let test: TestApp;
  let worker: WorkerProcess;
  let engine: ContainerEngine;
  const docker = openTestDocker();

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: '127.0.0.1', secretKey });
    await buildTestImage(docker);
    const deployment = deploymentOf(secretKey);
    engine = createDockerEngine({ host: dockerHost, deployment, firewall: false });
    worker = await startWorkerProcess({
      DATABASE_URL: test.database.url,
      SECRET_KEY: secretKey,
      REDIS_URL: inject('redisUrl'),
      KEY_PREFIX: test.deps.keyPrefix,
      CONTAINER_ENGINE: 'docker',
      DOCKER_HOST: dockerHost ?? '',
    });
  }, 120_000);
  afterAll(async () => {
    await worker?.stop();
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await test?.close();
  }, 60_000);

  it.each([
    ['its layer', 'greedy', ['ENV START=greedy']],
    ['a volume of its image', 'greedy-volume', ['ENV START=greedy', 'ENV FILL=/data', 'VOLUME /data']],
  ])(
    'through %s is ended within 15 s, with the reason',
    async (_what, name, changes) => {
      const containerImage = await buildTestVariant(docker, name, changes);
      const { id: gameId } = await buildGame(test.db);
      const { challenge } = await buildChallenge(test.db, {
        gameId,
        type: 'StaticContainer',
        containerImage,
        exposePort: 9000,
        memoryLimitMiB: 64,
        cpuTenths: 10,
        storageLimitMiB: limitMiB,
      });
      const { captain, participation } = await buildParticipation(test.db, { gameId });
      const beganAt = performance.now();
      void test.call(containerRoutes.create, { params: { id: gameId, challengeId: challenge.id }, as: captain });
      const row = async () => {
        const [found] = await test.db.select().from(containers).where(eq(containers.participationId, participation.id));
        return found;
      };
      const measured: number[] = [];
      await vi.waitUntil(
        async () => {
          const found = await row();
          if (found) measured.push((await engine.diskUse([found.id])).get(found.id) ?? 0);
          return found?.state === 'destroyed';
        },
        { timeout: 25_000, interval: 100 },
      );
      const seconds = (performance.now() - beganAt) / 1000;
      const ended = await row();
      const seen = [...measured, (ended?.endDetail?.writtenMiB ?? 0) * 1024 * 1024];
      const writtenMiB = Math.round(Math.max(...seen) / 1024 / 1024);
      process.stderr.write(
        `\n${name}: ended after ${seconds.toFixed(1)} s with ${writtenMiB} MiB of ${limitMiB} written\n`,
      );
      expect(ended).toMatchObject({ endReason: 'diskLimit', endDetail: { limitMiB } });
      expect(ended?.endDetail?.writtenMiB).toBeGreaterThan(limitMiB);
      expect(seconds).toBeLessThan(15);
      const line = worker.lines.find(
        (one) => one.includes('wrote more than its disk limit') && one.includes(`"gameId":${gameId},`),
      );
      expect(JSON.parse(line ?? '{}')).toMatchObject({ gameId, challengeId: challenge.id, limitMiB });
    },
    60_000,
  );
});
