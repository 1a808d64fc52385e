import { type SolverSettings, solverRoutes } from '@vexil/contract/solver';
import type { AccountRow } from '@vexil/db/schema/account';
import { containers, solverChecks } from '@vexil/db/schema/container';
import { deploymentOf } from '@vexil/db/sealing';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing, testSecretKey } from '@vexil/db/testing/game';
import { createDockerEngine } from '@vexil/engine/docker';
import type { ContainerEngine } from '@vexil/engine/engine';
import {
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
  TEST_IMAGE,
} from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../../testing/process';

const waiting = { timeout: 90_000, interval: 250 };

describeWithDocker('a solver on a real engine', () => {
  let test: TestApp;
  let engine: ContainerEngine;
  let worker: WorkerProcess;
  let admin: AccountRow;
  const deployment = deploymentOf(testSecretKey);

  const startWorker = () =>
    startWorkerProcess({
      DATABASE_URL: test.database.url,
      REDIS_URL: inject('redisUrl'),
      KEY_PREFIX: test.deps.keyPrefix,
      CONTAINER_ENGINE: 'docker',
      DOCKER_HOST: dockerHost ?? '',
    });

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: '127.0.0.1', containerEngine: 'docker' });
    await buildTestImage(openTestDocker());
    engine = createDockerEngine({ host: dockerHost, deployment });
    worker = await startWorker();
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  afterAll(async () => {
    await worker?.stop();
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await test?.close();
  });

  async function build(script: string, values: Partial<SolverSettings> = {}) {
    const { id } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, {
      gameId: id,
      type: 'DynamicContainer',
      containerImage: TEST_IMAGE,
      exposePort: 9000,
      memoryLimitMiB: 32,
      cpuTenths: 5,
      networkMode: 'Isolated',
      flagTemplateSealed: testSealing.seal('vexil{the_kettle_is_on_[TEAM_HASH]}'),
    });
    const params = { id, challengeId: challenge.id };
    const solver = { image: TEST_IMAGE, command: [], script, timeoutSeconds: 60, everyMinutes: 0, showStatus: false };
    const set = await test.call(solverRoutes.set, { params, as: admin, body: { solver: { ...solver, ...values } } });
    expect(set.status).toBe(200);
    const last = async () => (await test.call(solverRoutes.get, { params, as: admin })).body.checks[0];
    return {
      params,
      last,
      check: () => test.call(solverRoutes.check, { params, as: admin }),
      async ended() {
        await vi.waitFor(async () => expect((await last())?.result).not.toBe('running'), waiting);
        return last();
      },
      async output() {
        const checkId = (await last())?.id ?? 0;
        return (await test.call(solverRoutes.output, { params: { ...params, checkId }, as: admin })).body.text;
      },
    };
  }

  /** Instances and the runs beside them. */
  const present = async () => {
    const filters = { label: [`vexil.deployment=${deployment}`] };
    return (await openTestDocker().listContainers({ all: true, filters })).map(({ Names }) => Names[0]);
  };
  const nothingLeft = () => vi.waitFor(async () => expect(await present()).toEqual([]), waiting);

  it('passes with the flag of its instance, which it reaches as its variables say', async () => {
    const built = await build('echo env FLAG | nc $HOST $PORT');
    await built.check();
    expect(await built.ended()).toMatchObject({ result: 'passed', reason: null, exitCode: 0 });
    expect(await built.output()).toMatch(/^vexil\{the_kettle_is_on_[0-9a-f]{12}\}\s*$/);
    await nothingLeft();
  });

  it('fails without the flag, and its output says why', async () => {
    const built = await build('echo no way in >&2; exit 3');
    await built.check();
    expect(await built.ended()).toMatchObject({ result: 'failed', exitCode: 3 });
    expect(await built.output()).toBe('no way in\n');
    await nothingLeft();
  });

  it('ends at its time limit when it hangs', async () => {
    const built = await build('echo waiting; sleep 600', { timeoutSeconds: 5 });
    await built.check();
    expect(await built.ended()).toMatchObject({ result: 'timedOut', exitCode: null });
    expect(await built.output()).toBe('waiting\n');
    await nothingLeft();
  });

  it('is run again beside a fresh instance when its worker is killed, and nothing is left of the first', async () => {
    const built = await build('echo begun; sleep 600');
    const { params } = built;
    await built.check();
    await vi.waitFor(async () => expect((await present()).some((name) => name?.includes('-run-'))).toBe(true), waiting);
    const [first] = await test.db.select().from(solverChecks).where(eq(solverChecks.challengeId, params.challengeId));
    await worker.kill();
    // The check that is repeated reads the settings again, so that it can pass.
    const again = { image: TEST_IMAGE, script: 'echo env FLAG | nc main 9000' };
    await test.call(solverRoutes.set, { params, as: admin, body: { solver: again } });
    worker = await startWorker();
    expect(await built.ended()).toMatchObject({ result: 'passed', reason: null });
    const [row] = await test.db.select().from(solverChecks).where(eq(solverChecks.challengeId, params.challengeId));
    expect(row).toMatchObject({ id: first?.id, attempts: 2 });
    expect(row?.containerId).not.toBe(first?.containerId);
    await nothingLeft();
    const isCheck = and(eq(containers.challengeId, params.challengeId), eq(containers.kind, 'Check'));
    const states = async () => (await test.db.select().from(containers).where(isCheck)).map(({ state }) => state);
    await vi.waitFor(async () => expect(await states()).toEqual(['destroyed', 'destroyed']), waiting);
  });
});
