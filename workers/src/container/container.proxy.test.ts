import { once } from 'node:events';
import { connect } from 'node:net';
import { challengeRoutes } from '@vexil/contract/challenge';
import { containerRoutes, testContainerRoutes } from '@vexil/contract/container';
import { participationRoutes } from '@vexil/contract/participation';
import { containers } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { listen } from '@vexil/server/testing/live';
import { probeTunnel, startTunnel } from '@vexil/server/testing/tunnel';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

describe('containers behind the platform', () => {
  let test: TestApp;
  let url: string;
  let engine: FakeEngine;
  let worker: TestWorker;
  const ends: (() => Promise<unknown>)[] = [];

  beforeAll(async () => {
    test = await createTestApp({ containerPortMapping: 'proxy', containerPublicHost: 'play.example.test' });
    url = await listen(test.app);
    engine = createFakeEngine();
    worker = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
      engine,
    });
    worker.start();
  });
  afterEach(async () => {
    for (const end of ends.splice(0)) await end();
  });
  afterAll(async () => {
    await worker.close();
    await test.close();
  });

  async function build() {
    const { id: gameId } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'DynamicContainer',
      containerImage: 'vexil/test:1',
      exposePort: 9000,
    });
    const { participation, captain } = await buildParticipation(test.db, { gameId });
    return { participation, captain, params: { id: gameId, challengeId: challenge.id } };
  }

  async function openTunnel(containerId: string) {
    const tunnel = await startTunnel(url, containerId);
    ends.push(tunnel.close);
    const socket = connect(tunnel.port, '127.0.0.1');
    socket.on('error', () => {});
    const ask = async (line: string) => {
      const answer = once(socket, 'data');
      socket.write(`${line}\n`);
      return String((await answer)[0]).trim();
    };
    return { socket, ask };
  }

  async function start() {
    const built = await build();
    const { body } = await test.call(containerRoutes.create, { params: built.params, as: built.captain });
    return { ...built, id: body.entry };
  }

  it('gives the team an id in place of an address, and its service through it', async () => {
    const { id, captain, params, participation } = await start();
    const [row] = await test.db.select().from(containers).where(eq(containers.participationId, participation.id));
    const fake = await engine.inspect(id);
    expect(row).toMatchObject({
      id,
      isProxy: true,
      publicHost: null,
      publicPort: null,
      internalHost: '127.0.0.1',
      internalPort: fake?.ports[0]?.hostPort,
    });
    expect(engine.starts.at(-1)?.publishOn).toBe('127.0.0.1');
    const page = await test.call(challengeRoutes.get, { params, as: captain });
    expect(page.body.context.instanceEntry).toBe(id);
    const [listed] = (await test.call(containerRoutes.list, { params: { id: params.id }, as: captain })).body;
    expect(listed?.entry).toBe(id);

    expect(await probeTunnel(url, id)).toBe(204);
    const { ask } = await openTunnel(id);
    expect(await ask('flag')).toBe(engine.starts.at(-1)?.env.FLAG);
    expect(await ask('here')).toBe('here');
  });

  it('ends the connections of a container with it', async () => {
    const { id, captain, params } = await start();
    const { socket, ask } = await openTunnel(id);
    await ask('here');
    test.clock.advance(11_000);
    const closed = once(socket, 'close');
    expect((await test.call(containerRoutes.destroy, { params, as: captain })).status).toBe(200);
    await closed;
    expect(await probeTunnel(url, id)).toBe(404);
  });

  it('ends the connections of a team that is suspended', async () => {
    const { id, participation } = await start();
    const { socket, ask } = await openTunnel(id);
    await ask('here');
    const closed = once(socket, 'close');
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const params = { id: participation.id };
    await test.call(participationRoutes.update, { params, body: { status: 'Suspended' }, as: admin });
    await closed;
    await vi.waitFor(async () => expect(await probeTunnel(url, id)).toBe(404), { timeout: 30_000 });
  });

  it('gives organisers a test container with a ticket, and refuses every call without it', async () => {
    const { params } = await build();
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const { body } = await test.call(testContainerRoutes.create, { params, as: admin });
    const reply = await test.send({ method: 'OPTIONS', url: `/api/proxy/noinst/${body.entry}`, as: admin });
    expect(reply.status).toBe(204);
    expect(await probeTunnel(url, body.entry)).toBe(404);
    expect(await probeTunnel(url, `noinst/${body.entry}`)).toBe(401);
    const { ask } = await openTunnel(`noinst/${body.entry}?ticket=${body.ticket}`);
    expect(await ask('flag')).toBe(engine.starts.at(-1)?.env.FLAG);
  });
});
