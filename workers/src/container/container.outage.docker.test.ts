import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { containerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { submissions } from '@vexil/db/schema/submission';
import { deploymentOf } from '@vexil/db/sealing';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createDockerEngine } from '@vexil/engine/docker';
import { parseDockerHost } from '@vexil/engine/docker-connection';
import type { ContainerEngine } from '@vexil/engine/engine';
import {
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
  TEST_IMAGE,
} from '@vexil/engine/testing/docker';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, inject, it, vi } from 'vitest';
import { startWorkerProcess, type WorkerProcess } from '../../testing/process';

/** Names a deployment of its own on the engine, so that workers of other tests do not take its containers for leftovers. */
const secretKey = randomBytes(32).toString('hex');

const waitOptions = { timeout: 40_000, interval: 50 };

/** Stands in front of the engine, so that it can be away without ending it for anybody else. */
function createRelay(path: string) {
  const sockets = new Set<Socket>();
  let server: Server | null = null;
  const track = (socket: Socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket)).on('error', () => socket.destroy());
    return socket;
  };
  return {
    async open() {
      const target = parseDockerHost(dockerHost ?? '');
      server = createServer({ allowHalfOpen: true }, (socket) => {
        const upstream = track('socketPath' in target ? connect(target.socketPath) : connect(target.port, target.host));
        track(socket).pipe(upstream).pipe(socket);
      });
      await new Promise<void>((resolve) => server?.listen(path, resolve));
    },
    async close() {
      for (const socket of sockets) socket.destroy();
      await new Promise((resolve) => server?.close(resolve));
    },
  };
}

describeWithDocker('an engine that is away', () => {
  let test: TestApp;
  let worker: WorkerProcess;
  let directory: string;
  let relay: ReturnType<typeof createRelay>;
  let engine: ContainerEngine;

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: '127.0.0.1', secretKey });
    await buildTestImage(openTestDocker());
    directory = await mkdtemp(join(tmpdir(), 'vexil-relay-'));
    const path = join(directory, 'docker.sock');
    relay = createRelay(path);
    const deployment = deploymentOf(secretKey);
    engine = createDockerEngine({ host: dockerHost, deployment, firewall: false });
    worker = await startWorkerProcess({
      DATABASE_URL: test.database.url,
      SECRET_KEY: secretKey,
      REDIS_URL: inject('redisUrl'),
      KEY_PREFIX: test.deps.keyPrefix,
      CONTAINER_ENGINE: 'docker',
      DOCKER_HOST: `unix://${path}`,
    });
  });
  afterAll(async () => {
    await worker?.stop();
    await relay?.close();
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await test?.close();
    await rm(directory, { recursive: true, force: true });
  });

  async function build() {
    const { id: gameId } = await buildGame(test.db);
    const image = { containerImage: TEST_IMAGE, exposePort: 9000, memoryLimitMiB: 32 };
    const { challenge } = await buildChallenge(test.db, { gameId, type: 'StaticContainer', ...image });
    const { captain, participation } = await buildParticipation(test.db, { gameId });
    const row = async () => {
      const [found] = await test.db.select().from(containers).where(eq(containers.participationId, participation.id));
      return found;
    };
    return { captain, row, params: { id: gameId, challengeId: challenge.id } };
  }
  const logged = (text: string) => worker.lines.filter((line) => line.includes(text));

  it('does not end the worker: submissions are judged, and containers start once it is reachable again', async () => {
    expect(worker.isAlive()).toBe(true);
    expect(logged('The container engine does not answer')).toHaveLength(1);
    const { id: gameId } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId });
    const { captain } = await buildParticipation(test.db, { gameId });
    const answer = await test.app.inject({
      method: 'POST',
      url: `/api/game/${gameId}/challenges/${challenge.id}`,
      headers: { cookie: await test.signIn(captain) },
      payload: { flag: 'flag{not_this_one}' },
    });
    expect(answer.statusCode).toBe(200);
    const verdict = async () => {
      const [found] = await test.db.select().from(submissions).where(eq(submissions.gameId, gameId));
      return found?.status;
    };
    await vi.waitUntil(async () => (await verdict()) === 'WrongAnswer', waitOptions);

    const first = await build();
    const started = test.call(containerRoutes.create, { params: first.params, as: first.captain });
    await vi.waitUntil(first.row, waitOptions);
    await relay.open();
    expect((await started).status).toBe(200);

    await relay.close();
    await vi.waitUntil(() => logged('The container engine does not answer').length === 2, waitOptions);
    // It ends during the outage, so no event reports it.
    await openTestDocker()
      .getContainer((await first.row())?.engineId ?? '')
      .kill();
    const second = await build();
    const waiting = test.call(containerRoutes.create, { params: second.params, as: second.captain });
    await vi.waitUntil(second.row, waitOptions);
    await relay.open();
    expect((await waiting).status).toBe(200);
    await vi.waitUntil(async () => (await first.row())?.state === 'destroyed', waitOptions);
    expect(await first.row()).toMatchObject({ endReason: 'exited' });
    expect(logged('The container engine does not answer')).toHaveLength(2);
    expect(logged('The container engine answers again')).toHaveLength(2);
    expect(logged('A job failed')).toEqual([]);
    expect(worker.isAlive()).toBe(true);
  });
});
