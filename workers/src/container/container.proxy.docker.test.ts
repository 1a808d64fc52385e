import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { containerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { teamChallenges } from '@vexil/db/schema/submission';
import { deploymentOf } from '@vexil/db/sealing';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing, testSecretKey } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createDockerEngine } from '@vexil/engine/docker';
import { buildChallengeImages, describeWithDocker, dockerHost, openTestDocker } from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { probeTunnel, startTunnel } from '@vexil/server/testing/tunnel';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../../testing/process';

const solve = fileURLToPath(new URL('../../../docker/challenges/lobby-quiz/solve.mjs', import.meta.url));

describeWithDocker('a container behind the platform on a real engine', () => {
  let test: TestApp;
  let worker: WorkerProcess;

  beforeAll(async () => {
    test = await createTestApp({ containerPortMapping: 'proxy' });
    await buildChallengeImages({ dockerHost });
    worker = await startWorkerProcess({
      DATABASE_URL: test.database.url,
      REDIS_URL: inject('redisUrl'),
      KEY_PREFIX: test.deps.keyPrefix,
      CONTAINER_ENGINE: 'docker',
      DOCKER_HOST: dockerHost ?? '',
    });
  });
  afterAll(async () => {
    await worker?.stop();
    const engine = createDockerEngine({ host: dockerHost, deployment: deploymentOf(testSecretKey) });
    await engine.removeLeftovers(new Set());
    await engine.close();
    await test?.close();
  });

  it('is solved through the relay, published for the platform alone, and gone when it ends', async () => {
    const { id: gameId } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'DynamicContainer',
      containerImage: 'vexil/lobby-quiz:1',
      exposePort: 9000,
      memoryLimitMiB: 32,
      cpuTenths: 5,
      networkMode: 'Isolated',
      flagTemplateSealed: testSealing.seal('vexil{the_lift_remembers_[TEAM_HASH]}'),
    });
    const { captain, participation } = await buildParticipation(test.db, { gameId });
    const params = { id: gameId, challengeId: challenge.id };
    const started = await test.call(containerRoutes.create, { params, as: captain });
    expect(started).toMatchObject({ status: 200 });
    const { body } = started;

    const url = await listen(test.app);
    const tunnel = await startTunnel(url, body.entry);
    const { stdout } = await promisify(execFile)(process.execPath, [solve, '127.0.0.1', `${tunnel.port}`]);
    const [teamChallenge] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.participationId, participation.id));
    expect(stdout.trim()).toBe(testSealing.unseal(teamChallenge?.flagSealed ?? ''));

    const [row] = await test.db.select().from(containers).where(eq(containers.id, body.entry));
    const details = await openTestDocker()
      .getContainer(row?.engineId ?? '')
      .inspect();
    const published = Object.values(details.NetworkSettings.Ports).flatMap((ports) => ports ?? []);
    expect(published).toEqual([{ HostIp: '127.0.0.1', HostPort: `${row?.internalPort}` }]);

    test.clock.advance(11_000);
    expect((await test.call(containerRoutes.destroy, { params, as: captain })).status).toBe(200);
    expect(await probeTunnel(url, body.entry)).toBe(404);
    await tunnel.close();
  });
});
