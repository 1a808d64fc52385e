import { execFile } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { containerRoutes, testContainerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { teamChallenges } from '@vexil/db/schema/submission';
import { deploymentOf } from '@vexil/db/sealing';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing, testSecretKey } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { createDockerEngine } from '@vexil/engine/docker';
import type { ContainerEngine } from '@vexil/engine/engine';
import { buildChallengeImages, describeWithDocker, dockerHost, openTestDocker } from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';

import { startWorkerProcess, type WorkerProcess } from '../../testing/process';

const minute = 60_000;
const solve = fileURLToPath(new URL('../../../docker/challenges/lobby-quiz/solve.mjs', import.meta.url));

async function solveLobbyQuiz(entry: string): Promise<string> {
  const [host = '', port = ''] = entry.split(':');
  const { stdout } = await promisify(execFile)(process.execPath, [solve, host, port]);
  return stdout.trim();
}

describeWithDocker('a container on a real engine', () => {
  let test: TestApp;
  let engine: ContainerEngine;
  let worker: WorkerProcess;

  const startWorker = () =>
    startWorkerProcess({
      DATABASE_URL: test.database.url,
      REDIS_URL: inject('redisUrl'),
      KEY_PREFIX: test.deps.keyPrefix,
      CONTAINER_ENGINE: 'docker',
      DOCKER_HOST: dockerHost ?? '',
    });

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: '127.0.0.1' });
    await buildChallengeImages({ dockerHost });
    // The worker names its deployment after the key, so a second view of the same engine sees what it sees.
    const deployment = deploymentOf(testSecretKey);
    engine = createDockerEngine({ host: dockerHost, deployment });
    worker = await startWorker();
  });
  afterAll(async () => {
    await worker?.stop();
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await test?.close();
  });

  async function build(values: ChallengeValues = {}) {
    const { id: gameId } = await buildGame(test.db, { endAt: new Date(Date.now() + 600 * minute) });
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'DynamicContainer',
      containerImage: 'vexil/lobby-quiz:1',
      exposePort: 9000,
      memoryLimitMiB: 32,
      cpuTenths: 5,
      networkMode: 'Isolated',
      flagTemplateSealed: testSealing.seal('vexil{the_lift_remembers_[TEAM_HASH]}'),
      ...values,
    });
    const { captain, participation } = await buildParticipation(test.db, { gameId });
    return { captain, participation, gameId, params: { id: gameId, challengeId: challenge.id } };
  }

  const rowOf = async (participationId: number) => {
    const [row] = await test.db.select().from(containers).where(eq(containers.participationId, participationId));
    return row;
  };

  it('serves its team its flag over TCP, is extended, expires and is gone', async () => {
    const { captain, participation, params } = await build();
    const created = await test.call(containerRoutes.create, { params, as: captain });
    expect(created.status).toBe(200);
    const [teamChallenge] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.participationId, participation.id));
    const flag = await solveLobbyQuiz(created.body.entry);
    expect(flag).toBe(testSealing.unseal(teamChallenge?.flagSealed ?? ''));

    const other = await buildParticipation(test.db, { gameId: params.id, built: await buildTeam(test.db) });
    const theirs = await test.call(containerRoutes.create, { params, as: other.captain });
    expect(await solveLobbyQuiz(theirs.body.entry)).not.toBe(flag);

    const row = await rowOf(participation.id);
    const soon = new Date(Date.now() + 5 * minute);
    await test.db
      .update(containers)
      .set({ expiresAt: soon })
      .where(eq(containers.id, row?.id ?? ''));
    const extended = await test.call(containerRoutes.extend, { params, as: captain });
    expect(extended.body.expectStopAt).toBe(soon.getTime() + 120 * minute);

    await test.db
      .update(containers)
      .set({ expiresAt: new Date() })
      .where(eq(containers.id, row?.id ?? ''));
    await vi.waitFor(async () => expect((await rowOf(participation.id))?.state).toBe('destroyed'), {
      timeout: 40_000,
      interval: 250,
    });
    expect(await rowOf(participation.id)).toMatchObject({ endReason: 'expired' });
    expect(await engine.inspect(row?.id ?? '')).toBeNull();
    await expect(solveLobbyQuiz(created.body.entry)).rejects.toThrow();
  });

  it('shows organisers what a test instance wrote, the end of it where it is long', async () => {
    const { params } = await build();
    const admin = await buildAccount(test.db, { role: 'Admin' });
    await test.call(testContainerRoutes.create, { params, as: admin });
    const where = and(eq(containers.challengeId, params.challengeId), eq(containers.kind, 'Test'));
    const [row] = await test.db.select().from(containers).where(where);
    const container = openTestDocker().getContainer(row?.engineId ?? '');
    // The log of a container is the output of its first process.
    const exec = await container.exec({
      Cmd: [
        'sh',
        '-c',
        'for n in $(seq 1 3000); do echo "test line $n ----------------------------"; done > /proc/1/fd/1',
      ],
    });
    await exec.start({ Detach: true });
    await vi.waitFor(
      async () => {
        const { text } = (await test.call(testContainerRoutes.log, { params, as: admin })).body;
        expect(text).toContain('test line 3000 ');
        expect(text).not.toContain('test line 100 ');
        expect(Buffer.byteLength(text ?? '')).toBeGreaterThan(60 * 1024);
        expect(Buffer.byteLength(text ?? '')).toBeLessThanOrEqual(64 * 1024);
      },
      { timeout: 20_000, interval: 500 },
    );
    await test.call(testContainerRoutes.destroy, { params, as: admin });
  });

  it('ends soon after its service ended by itself', async () => {
    const { captain, participation, params } = await build();
    await test.call(containerRoutes.create, { params, as: captain });
    const row = await rowOf(participation.id);
    // Behind the platform's back, as a crash of the service would.
    await openTestDocker()
      .getContainer(row?.engineId ?? '')
      .kill();
    await vi.waitFor(async () => expect((await rowOf(participation.id))?.state).toBe('destroyed'), { timeout: 30_000 });
    expect(await rowOf(participation.id)).toMatchObject({ endReason: 'exited' });
  });

  it('is taken over within five seconds from a worker that was killed in the middle of its start', async () => {
    // Nothing listens there yet, so the start goes on until the test opens the port.
    const { captain, participation, params } = await build({ exposePort: 9001 });
    const call = test.call(containerRoutes.create, { params, as: captain });
    const isCreated = async () => (await rowOf(participation.id))?.engineId != null;
    await vi.waitUntil(isCreated, { timeout: 20_000, interval: 20 });
    const before = await rowOf(participation.id);
    const killed = worker;
    worker = await startWorker();
    const killedAt = performance.now();
    await killed.kill();
    const isTaken = async () => (await rowOf(participation.id))?.attempts === 2;
    await vi.waitUntil(isTaken, { timeout: 20_000, interval: 20 });
    expect(performance.now() - killedAt).toBeLessThan(5_000);
    const listen = 'while true; do nc -l -p 9001 -e cat; done';
    const container = openTestDocker().getContainer(before?.engineId ?? '');
    await (await container.exec({ Cmd: ['sh', '-c', listen] })).start({ Detach: true });
    expect((await call).status).toBe(200);
    expect(await rowOf(participation.id)).toMatchObject({ state: 'running', engineId: before?.engineId, attempts: 2 });
    expect((await engine.list()).filter(({ id }) => id === before?.id)).toHaveLength(1);
  });

  it('leaves no orphan and no ghost when the worker is killed during starts', async () => {
    const teams = await Promise.all(Array.from({ length: 6 }, () => build()));
    const calls = teams.map(({ captain, params }) => test.call(containerRoutes.create, { params, as: captain }));
    await vi.waitFor(async () => expect((await engine.list()).length).toBeGreaterThan(1), {
      timeout: 20_000,
      interval: 10,
    });
    await worker.kill();
    worker = await startWorker();
    const replies = await Promise.all(calls);

    await vi.waitFor(
      async () => {
        const rows = await Promise.all(teams.map(({ participation }) => rowOf(participation.id)));
        const wanted = rows.filter((row) => row?.state === 'running').map((row) => row?.id);
        expect(rows.every((row) => row?.state === 'running' || row?.state === 'failed')).toBe(true);
        const present = (await engine.list()).map(({ id }) => id);
        expect(present).toEqual(expect.arrayContaining(wanted));
        const others = (await test.db.select().from(containers)).filter(({ state }) => state === 'running');
        expect(present.sort()).toEqual(others.map(({ id }) => id).sort());
      },
      { timeout: 60_000, interval: 250 },
    );
    expect(replies.filter(({ status }) => status === 200).length).toBeGreaterThan(0);
  });
});
