import { containerJobs, containerRoutes, testContainerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { engineWaitMs } from '@vexil/rules/container.rules';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { resumeContainers } from './monitor-engine';
import { reportEngine } from './report-engine';

describe('containers while the engine is away', () => {
  let test: TestApp;
  let engine: FakeEngine;
  let worker: TestWorker;
  let lines: string[];

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: 'play.example.test' });
  });
  beforeEach(async () => {
    engine = createFakeEngine();
    lines = [];
    worker = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
      engine,
      lines,
    });
    worker.start();
  });
  afterEach(async () => {
    await worker.drain();
    await worker.close();
  });
  afterAll(() => test.close());

  async function build() {
    const { id: gameId } = await buildGame(test.db);
    const image = { type: 'StaticContainer', containerImage: 'vexil/test:1', exposePort: 9000 } as const;
    const { challenge } = await buildChallenge(test.db, { gameId, ...image });
    const { captain, participation } = await buildParticipation(test.db, { gameId });
    const row = async () => {
      const [found] = await test.db.select().from(containers).where(eq(containers.participationId, participation.id));
      return found;
    };
    return { captain, row, params: { id: gameId, challengeId: challenge.id } };
  }

  const reached = () => {
    const found = worker.deps.engines.get('default');
    if (!found) throw new Error('The worker has no engine.');
    return found;
  };
  const check = async () => {
    const isUp = await reached().health.check();
    await reportEngine(worker.deps, reached());
    return isUp;
  };
  const goDown = async () => {
    engine.setDown(true);
    expect(await check()).toBe(false);
  };
  const endOutage = async () => {
    engine.setDown(false);
    expect(await check()).toBe(true);
    await resumeContainers(worker.deps);
  };
  const gauge = async () => (await worker.deps.metrics.containerEngineUp.get()).values[0]?.value;
  const logged = (text: string) => lines.filter((line) => line.includes(text));

  it('start when it is back', async () => {
    const { captain, params, row } = await build();
    await goDown();
    const call = test.call(containerRoutes.create, { params, as: captain });
    await vi.waitUntil(row, 30_000);
    await worker.drain();
    expect(await row()).toMatchObject({ state: 'requested', endReason: null });
    expect(engine.starts).toEqual([]);
    await endOutage();
    expect(await call).toMatchObject({ status: 200, body: { status: 'Running' } });
  });

  it('are refused with a reason once they have waited long enough, and not before', async () => {
    const { captain, params, row } = await build();
    await goDown();
    const call = test.call(containerRoutes.create, { params, as: captain });
    await vi.waitUntil(row, 30_000);
    test.clock.advance(engineWaitMs - 10_000);
    await worker.run(containerJobs.place, {});
    expect(await row()).toMatchObject({ state: 'requested' });
    test.clock.advance(10_000);
    await worker.run(containerJobs.reconcile, {});
    await worker.drain();
    const refused = await call;
    expectError(refused, 'container.engineUnavailable');
    expect(refused.status).toBe(503);
    expect(refused.headers['retry-after']).toBe('30');
    expect(await row()).toMatchObject({ state: 'failed', endReason: 'engineDown' });
    await endOutage();
    await worker.drain();
    test.clock.advance(11_000);
    expect((await test.call(containerRoutes.create, { params, as: captain })).status).toBe(200);
  });

  it('of organisers are refused with the reason as well', async () => {
    const { params } = await build();
    const admin = await buildAccount(test.db, { role: 'Admin' });
    await goDown();
    const call = test.call(testContainerRoutes.create, { params, as: admin });
    const byChallenge = eq(containers.challengeId, params.challengeId);
    await vi.waitUntil(async () => (await test.db.select().from(containers).where(byChallenge)).length === 1, 30_000);
    test.clock.advance(engineWaitMs);
    await worker.run(containerJobs.place, {});
    expectError(await call, 'container.engineUnavailable');
  });

  it('wait as well when it goes away in the middle of a start', async () => {
    const { captain, params, row } = await build();
    const release = engine.holdStarts();
    const call = test.call(containerRoutes.create, { params, as: captain });
    await vi.waitUntil(() => engine.starts.length === 1, 30_000);
    engine.setDown(true);
    release();
    await worker.drain();
    expect(await row()).toMatchObject({ state: 'requested' });
    expect(reached().health.isUp()).toBe(false);
    await endOutage();
    expect((await call).status).toBe(200);
  });

  it('that are to end do so when it is back', async () => {
    const { captain, params, row } = await build();
    await test.call(containerRoutes.create, { params, as: captain });
    const id = (await row())?.id ?? '';
    engine.setDown(true);
    await worker.run(containerJobs.stop, { containerId: id });
    expect(await row()).toMatchObject({ state: 'stopping' });
    expect(reached().health.isUp()).toBe(false);
    await endOutage();
    await worker.drain();
    expect(await row()).toMatchObject({ state: 'destroyed' });
    expect(await engine.inspect(id)).toBeNull();
  });

  it('cause one line at the begin and one at the end of the outage, and no failed job', async () => {
    const { captain, params, row } = await build();
    expect(await check()).toBe(true);
    expect(await gauge()).toBe(1);
    await goDown();
    const call = test.call(containerRoutes.create, { params, as: captain });
    await vi.waitUntil(row, 30_000);
    for (let turn = 0; turn < 5; turn += 1) {
      await check();
      await worker.run(containerJobs.reconcile, {});
    }
    await worker.drain();
    expect(await gauge()).toBe(0);
    test.clock.advance(12_000);
    await endOutage();
    await call;
    expect(await gauge()).toBe(1);
    expect(logged('does not answer').map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 40, engine: 'default', reason: expect.any(String), status: 'Failed' }),
    ]);
    const [back, ...more] = logged('answers again').map((line) => JSON.parse(line));
    expect(back).toMatchObject({ level: 30, status: 'Success' });
    expect(back.seconds).toBeGreaterThanOrEqual(12);
    expect(more).toEqual([]);
    expect(logged('A job failed')).toEqual([]);
  });
});
