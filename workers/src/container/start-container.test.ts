import { containerJobs } from '@vexil/contract/container';
import { activities } from '@vexil/db/schema/activity';
import { containers, engineImages } from '@vexil/db/schema/container';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { createTestDatabase, type TestDatabase } from '@vexil/db/testing/database';
import type {} from '@vexil/db/testing/global-setup';
import { buildParticipation } from '@vexil/db/testing/participation';
import { EngineError } from '@vexil/engine/engine';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { holdStart, takeOverStarts } from './start-leases';

let database: TestDatabase;
let engine: FakeEngine;
/** Happens when the engine has started a container, before the run that asked for it goes on. */
let afterStart: () => Promise<unknown>;
let worker: TestWorker;
beforeAll(async () => {
  database = await createTestDatabase(inject('databaseUrl'));
  engine = createFakeEngine();
  const slowEngine: FakeEngine = {
    ...engine,
    async start(spec, signal) {
      const started = await engine.start(spec, signal);
      await afterStart();
      return started;
    },
  };
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), engine: slowEngine });
});
beforeEach(() => {
  afterStart = async () => undefined;
});
afterAll(async () => {
  await worker.close();
  await engine.close();
  await database.drop();
});

async function request(): Promise<string> {
  const { db } = database;
  const { participation, captain } = await buildParticipation(db);
  const { gameId } = participation;
  const { challenge } = await buildChallenge(db, { gameId, type: 'StaticContainer', exposePort: 9000 });
  const [row] = await db
    .insert(containers)
    .values({
      kind: 'Team',
      gameId,
      challengeId: challenge.id,
      participationId: participation.id,
      accountId: captain.id,
      image: 'vexil/test:1',
      engine: 'default',
      requestedAt: worker.deps.clock.now(),
      expiresAt: new Date(worker.deps.clock.now().getTime() + 60_000),
    })
    .returning();
  if (!row) throw new Error('The container was not stored.');
  return row.id;
}

const rowOf = async (id: string) => (await database.db.select().from(containers).where(eq(containers.id, id)))[0];
const start = (containerId: string, signal?: AbortSignal) =>
  worker.run(containerJobs.start, { containerId, isTakenOver: false }, signal ? { signal } : {});

describe('a start job that runs twice', () => {
  it('makes one container and leaves it running, whichever run comes second', async () => {
    const id = await request();
    afterStart = async () => {
      afterStart = async () => undefined;
      await start(id);
      expect(await rowOf(id)).toMatchObject({ state: 'running' });
    };
    await start(id);
    const row = await rowOf(id);
    expect(row).toMatchObject({ state: 'running', engineId: `fake-${id}` });
    expect(await engine.inspect(id)).toMatchObject({ state: 'running', ports: [{ hostPort: row?.publicPort }] });
    expect(engine.stops).not.toContain(id);
    const started = await database.db
      .select()
      .from(activities)
      .where(eq(activities.gameId, row?.gameId ?? 0));
    expect(started.map(({ type }) => type)).toEqual(['ContainerStart']);
  });

  it('does nothing more once the container runs', async () => {
    const id = await request();
    await start(id);
    const before = await rowOf(id);
    await start(id);
    expect(await rowOf(id)).toEqual(before);
    expect(engine.starts.filter((spec) => spec.id === id)).toHaveLength(1);
    expect(engine.stops).not.toContain(id);
  });

  it('leaves what the other run makes alone when its own process has to end', async () => {
    const id = await request();
    const ending = new AbortController();
    ending.abort();
    await database.db.update(containers).set({ state: 'starting' }).where(eq(containers.id, id));
    const spec = {
      id,
      image: 'vexil/test:1',
      env: {},
      ports: [{ name: 'main', port: 9000 }],
      memoryMiB: 64,
      cpuTenths: 1,
      storageMiB: 0,
    };
    await engine.addStray({ ...spec, networkMode: 'Open' });
    await expect(start(id, ending.signal)).rejects.toThrow();
    expect(await engine.inspect(id)).toMatchObject({ state: 'running' });
    await start(id);
    expect(await rowOf(id)).toMatchObject({ state: 'running', engineId: `fake-${id}` });
  });

  it('removes the container when the team has ended it meanwhile', async () => {
    const id = await request();
    afterStart = () => database.db.update(containers).set({ state: 'stopping' }).where(eq(containers.id, id));
    await start(id);
    expect(await engine.inspect(id)).toBeNull();
    expect(await rowOf(id)).toMatchObject({ state: 'stopping' });
  });

  it('removes the container when the team has ended it and this process has to end as well', async () => {
    const id = await request();
    const ending = new AbortController();
    afterStart = async () => {
      await database.db.update(containers).set({ state: 'stopping' }).where(eq(containers.id, id));
      ending.abort();
    };
    await start(id, ending.signal);
    expect(await engine.inspect(id)).toBeNull();
  });

  it('removes a container that cannot run, and says why', async () => {
    const id = await request();
    engine.failStarts('exitedEarly');
    await start(id);
    expect(await engine.inspect(id)).toBeNull();
    expect(engine.stops).toContain(id);
    expect(await rowOf(id)).toMatchObject({ state: 'failed', endReason: 'exitedEarly' });
  });
});

describe('a start whose container was given to another engine', () => {
  const moveAway = (id: string) => () =>
    database.db.update(containers).set({ state: 'requested', engine: 'other' }).where(eq(containers.id, id));

  it('changes nothing of it when it succeeds, and leaves nothing here', async () => {
    const id = await request();
    afterStart = moveAway(id);
    await start(id);
    expect(await rowOf(id)).toMatchObject({ state: 'requested', engine: 'other', engineId: null, publicPort: null });
    expect(await engine.inspect(id)).toBeNull();
  });

  it('changes nothing of it when it fails', async () => {
    const id = await request();
    afterStart = async () => {
      await moveAway(id)();
      throw new EngineError('exitedEarly', 'It ended.');
    };
    await start(id);
    expect(await rowOf(id)).toMatchObject({ state: 'requested', engine: 'other', endReason: null });
    expect(await engine.inspect(id)).toBeNull();
  });
});

it('stores an image that a start could not pull, for organisers, until a start has it', async () => {
  const stored = () => database.db.select().from(engineImages).where(eq(engineImages.image, 'vexil/test:1'));
  engine.setImages([]);
  engine.failStarts('imageDenied');
  await start(await request());
  expect(await stored()).toMatchObject([{ engine: 'default', state: 'failed', error: 'imageDenied' }]);
  await start(await request());
  expect(await stored()).toMatchObject([{ state: 'present', error: null }]);
});

describe('the leases of starts', () => {
  it('are one for each run, and a lost one is taken over only while its run is the last', async () => {
    const id = await request();
    await database.db.update(containers).set({ state: 'starting', attempts: 2 }).where(eq(containers.id, id));
    const lost = { ...worker.deps, workerId: 'lost' };
    const lease = { containerId: id, engine: 'default', attempt: 2 };
    const taken = vi.fn();
    worker.deps.metrics.containerTakeovers.inc = taken;
    const releaseFirst = await holdStart(lost, { ...lease, attempt: 1 });
    const releaseOther = await holdStart(lost, { ...lease, engine: 'other' });
    await takeOverStarts(worker.deps);
    expect(taken).not.toHaveBeenCalled();
    await holdStart(lost, lease);
    await releaseFirst();
    await releaseOther();
    await takeOverStarts(worker.deps);
    await takeOverStarts(worker.deps);
    expect(taken).toHaveBeenCalledTimes(1);
    await worker.drain();
    expect(await rowOf(id)).toMatchObject({ state: 'running', attempts: 3 });
  });
});

describe('the metrics of starts', () => {
  it('count a start once, with its outcome and its time', async () => {
    const { containerStarts, containerStartSeconds } = worker.deps.metrics;
    containerStarts.reset();
    containerStartSeconds.reset();
    const id = await request();
    await start(id);
    await start(id);
    expect((await containerStarts.get()).values).toEqual([{ labels: { outcome: 'started' }, value: 1 }]);
    const counted = (await containerStartSeconds.get()).values.find(({ metricName }) => metricName?.endsWith('_count'));
    expect(counted?.value).toBe(1);
  });
});
