import { challengeEditRoutes } from '@vexil/contract/challenge';
import { containerJobs, containerRoutes } from '@vexil/contract/container';
import { containerImageRoutes } from '@vexil/contract/container-image';
import { readPlacement } from '@vexil/data/container/placement.queries';
import { challenges } from '@vexil/db/schema/challenge';
import { containers, engineImages, engines } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { createTestApp, type TestApp } from '@vexil/server/testing/app';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { reportEngine } from './report-engine';

const waiting = { timeout: 20_000, interval: 20 };

describe('images pulled ahead', () => {
  let test: TestApp;
  let north: FakeEngine;
  let south: FakeEngine;
  let worker: TestWorker;
  let admin: Awaited<ReturnType<typeof buildAccount>>;

  const open = (engine: Record<string, FakeEngine>) =>
    createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
      engines: engine,
    });

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: 'play.example.test' });
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  beforeEach(async () => {
    north = createFakeEngine();
    south = createFakeEngine();
    worker = await open({ north, south });
  });
  afterEach(async () => {
    await worker.drain();
    await worker.close();
    await test.db.delete(containers);
    await test.db.delete(challenges);
    await test.db.delete(engines);
  });
  afterAll(() => test.close());

  async function buildImages(values: ChallengeValues = {}) {
    const { id } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, {
      gameId: id,
      type: 'DynamicContainer',
      containerImage: 'vexil/main:1',
      exposePort: 9000,
      isEnabled: false,
      ...values,
    });
    const params = { id, challengeId: challenge.id };
    const save = async (body: object) => {
      const { version } = (await test.call(challengeEditRoutes.get, { params, as: admin })).body;
      const reply = await test.call(challengeEditRoutes.update, { params, as: admin, body: { ...body, version } });
      expect(reply.status).toBe(200);
    };
    const shown = async () => (await test.call(containerImageRoutes.list, { params, as: admin })).body;
    const states = async () => (await shown()).map(({ engine, image, state }) => [engine, image, state]);
    return { gameId: id, params, save, shown, states };
  }

  const rows = () => test.db.select().from(engineImages).orderBy(asc(engineImages.engine), asc(engineImages.image));

  it('are pulled on every engine when a challenge is enabled, with those of its companions', async () => {
    const companions = [{ name: 'db', image: 'vexil/db:1', environment: {}, memoryMiB: 64, cpuTenths: 1 }];
    const { save, states } = await buildImages({ containerOptions: { companions } });
    expect((await states()).map(([, , state]) => state)).toEqual(Array(4).fill('unrequested'));
    await save({ isEnabled: true });
    expect((await states()).map(([, , state]) => state)).toEqual(Array(4).fill('waiting'));
    await worker.drain();
    expect(north.pulls.sort()).toEqual(['vexil/db:1', 'vexil/main:1']);
    expect(south.pulls.sort()).toEqual(['vexil/db:1', 'vexil/main:1']);
    expect((await states()).map(([, , state]) => state)).toEqual(Array(4).fill('present'));
    const { engines: known } = await readPlacement(test.db, test.clock.now());
    for (const { imagesPresent } of known) expect(imagesPresent.toSorted()).toEqual(['vexil/db:1', 'vexil/main:1']);
  });

  it('are pulled before a planned release, and not for a disabled challenge', async () => {
    const { save } = await buildImages();
    await save({ memoryLimit: 128 });
    await worker.drain();
    expect(await rows()).toEqual([]);
    await save({ releaseUtc: test.clock.now().getTime() + 3_600_000 });
    await worker.drain();
    expect(north.pulls).toEqual(['vexil/main:1']);
  });

  it('follow a changed image and a new companion of an enabled challenge, without pulling the others again', async () => {
    const { save } = await buildImages({ isEnabled: true });
    await save({ containerImage: 'vexil/main:2' });
    await worker.drain();
    expect(north.pulls).toEqual(['vexil/main:2']);
    const companions = [{ name: 'db', image: 'vexil/db:1', environment: {}, memoryMiB: 64, cpuTenths: 1 }];
    await save({ containerOptions: { companions } });
    await worker.drain();
    expect(north.pulls).toEqual(['vexil/main:2', 'vexil/db:1']);
    expect(south.pulls).toEqual(['vexil/main:2', 'vexil/db:1']);
  });

  it('are not asked for from the registry where they are present', async () => {
    north.setImages(['vexil/main:1']);
    const { save, states } = await buildImages();
    await save({ isEnabled: true });
    await worker.drain();
    expect(north.pulls).toEqual([]);
    expect(await states()).toEqual([
      ['north', 'vexil/main:1', 'present'],
      ['south', 'vexil/main:1', 'present'],
    ]);
  });

  it('store their progress at most once a second', async () => {
    const { save, shown } = await buildImages();
    let finish = () => {};
    const finished = new Promise<void>((resolve) => {
      finish = resolve;
    });
    north.pullImage = async (_image, onProgress) => {
      onProgress(0.1);
      test.clock.advance(1_000);
      onProgress(0.257);
      test.clock.advance(900);
      onProgress(0.5);
      await finished;
    };
    await save({ isEnabled: true });
    worker.start();
    await vi.waitUntil(async () => (await shown()).some(({ percent }) => percent === 25), waiting);
    await vi.waitUntil(async () => (await shown())[1]?.state === 'present', waiting);
    expect((await shown())[0]).toMatchObject({ engine: 'north', state: 'pulling', percent: 25, reason: null });
    finish();
    await worker.drain();
    expect((await shown())[0]).toMatchObject({ state: 'present', percent: null });
  });

  it('say why one failed, go on with the others, and are tried again by the next save', async () => {
    const { save, shown } = await buildImages();
    south.failPulls('imageDenied');
    await save({ isEnabled: true });
    await worker.drain();
    expect(await shown()).toMatchObject([
      { engine: 'north', state: 'present', reason: null },
      {
        engine: 'south',
        state: 'failed',
        isKept: false,
        reason: 'The registry refused to hand out the image vexil/main:1: it does not exist, or needs a login.',
      },
    ]);
    const { engines: known } = await readPlacement(test.db, test.clock.now());
    expect(known.map(({ name, imagesPresent, imagesFailed }) => [name, imagesPresent, imagesFailed])).toEqual(
      expect.arrayContaining([
        ['north', ['vexil/main:1'], []],
        ['south', [], ['vexil/main:1']],
      ]),
    );
    await worker.run(containerJobs.reconcile, {});
    await worker.drain();
    expect((await shown())[1]?.state).toBe('failed');
    await save({ memoryLimit: 96 });
    await worker.drain();
    expect(await shown()).toMatchObject([{ state: 'present' }, { state: 'present', reason: null }]);
    expect(north.pulls).toHaveLength(1);
  });

  it('are present after a start that pulled them', async () => {
    const { save, params, gameId, states, shown } = await buildImages();
    for (const engine of [north, south]) engine.failPulls('imagePullFailed');
    await save({ isEnabled: true });
    await worker.drain();
    for (const { reason } of await shown()) expect(reason).toContain('The container engine says: ');
    const { captain } = await buildParticipation(test.db, { gameId });
    expect((await test.call(containerRoutes.create, { params, as: captain })).status).toBe(200);
    expect(await states()).toEqual([
      ['north', 'vexil/main:1', 'present'],
      ['south', 'vexil/main:1', 'failed'],
    ]);
  });

  it('are pulled again on demand, and stay in use where that fails', async () => {
    const { save, params, shown } = await buildImages();
    await save({ isEnabled: true });
    await worker.drain();
    south.failPulls('imageMissing');
    const asked = await test.call(containerImageRoutes.pull, { params, as: admin });
    expect(asked.body).toMatchObject([{ state: 'pulling', percent: 0 }, { state: 'pulling' }]);
    const during = await readPlacement(test.db, test.clock.now());
    for (const { imagesPresent } of during.engines) expect(imagesPresent).toEqual(['vexil/main:1']);
    await worker.drain();
    expect(north.pulls).toHaveLength(2);
    expect(await shown()).toMatchObject([
      { state: 'present' },
      { state: 'failed', isKept: true, reason: 'The registry has no image vexil/main:1.' },
    ]);
    const after = await readPlacement(test.db, test.clock.now());
    for (const { imagesPresent } of after.engines) expect(imagesPresent).toEqual(['vexil/main:1']);
  });

  it('are pulled on an engine that registers later', async () => {
    const { save } = await buildImages();
    await save({ isEnabled: true });
    await worker.drain();
    const west = createFakeEngine();
    const other = await open({ west });
    await other.run(containerJobs.reconcile, {});
    await other.drain();
    expect(west.pulls).toEqual(['vexil/main:1']);
    expect(north.pulls).toEqual(['vexil/main:1']);
    const [reached] = [...other.deps.engines.values()];
    if (!reached) throw new Error('The worker has an engine.');
    expect(await reportEngine(other.deps, reached)).toBe(false);
    await test.db.delete(engines).where(eq(engines.name, 'west'));
    expect(await reportEngine(other.deps, reached)).toBe(true);
    await other.close();
  });

  it('wait for the end of an outage', async () => {
    const { save, states } = await buildImages();
    north.setDown(true);
    await save({ isEnabled: true });
    await worker.drain();
    expect((await states()).map(([, , state]) => state)).toEqual(['waiting', 'present']);
    north.setDown(false);
    await worker.deps.engines.get('north')?.health.check();
    await worker.run(containerJobs.reconcile, {});
    await worker.drain();
    expect((await states()).map(([, , state]) => state)).toEqual(['present', 'present']);
  });

  it('stay due when the worker has to end', async () => {
    const { save, states } = await buildImages();
    await save({ isEnabled: true });
    const release = north.holdPulls();
    const ending = new AbortController();
    const run = worker.run(containerJobs.pullImages, { engine: 'north' }, { signal: ending.signal });
    const ended = expect(run).rejects.toThrow();
    await vi.waitUntil(() => north.pulls.length === 1, waiting);
    ending.abort();
    await ended;
    expect((await states())[0]).toEqual(['north', 'vexil/main:1', 'pulling']);
    release();
    await worker.drain();
    expect((await states())[0]).toEqual(['north', 'vexil/main:1', 'present']);
  });

  it('of challenges that are gone are forgotten', async () => {
    const { save, params } = await buildImages();
    await save({ isEnabled: true });
    await worker.drain();
    await test.call(challengeEditRoutes.delete, { params, as: admin });
    await worker.drain();
    expect(await rows()).toHaveLength(2);
    test.clock.advance(3_600_001);
    await worker.run(containerJobs.reconcile, {});
    expect(await rows()).toEqual([]);
  });
});
