import { containerJobs, containerRoutes, testContainerRoutes } from '@vexil/contract/container';
import { containers } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { EngineError } from '@vexil/engine/engine';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { startAttemptsMax } from '@vexil/rules/container.rules';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';
import { reportEngine } from './report-engine';

const MIB = 1024 * 1024;

describe('containers that may not run', () => {
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
    await test.database.sql`delete from config_entries`;
  });
  afterAll(() => test.close());

  async function build(values: ChallengeValues = {}) {
    const { id: gameId, title: game } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'StaticContainer',
      containerImage: 'vexil/test:1',
      exposePort: 9000,
      ...values,
    });
    const { captain, participation, team } = await buildParticipation(test.db, { gameId });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const params = { id: gameId, challengeId: challenge.id };
    const byChallenge = eq(containers.challengeId, challenge.id);
    return {
      gameId,
      challenge,
      title: challenge.title,
      game,
      team: team.name,
      participation,
      params,
      captain,
      admin,
      rows: () => test.db.select().from(containers).where(byChallenge),
      start: () => test.call(containerRoutes.create, { params, as: captain }),
      startTest: () => test.call(testContainerRoutes.create, { params, as: admin }),
    };
  }

  const reportRuntimes = async (...runtimes: string[]) => {
    engine.setCapacity({ runtimes });
    for (const one of worker.deps.engines.values()) await reportEngine(worker.deps, one);
  };

  /** The next start fails with this error. */
  const failWith = (error: EngineError) => {
    engine.start = () => Promise.reject(error);
  };

  describe('beyond a ceiling', () => {
    it.each([
      [{ memoryLimitMiB: 4097 }, 'challenge.ceilingExceeded', 'memoryLimit'],
      [{ cpuTenths: 41 }, 'challenge.ceilingExceeded', 'cpuCount'],
      [{ storageLimitMiB: 10_241 }, 'challenge.ceilingExceeded', 'storageLimit'],
      [{ networkMode: 'Custom' }, 'challenge.networkNotAllowed', 'networkMode'],
      [{ containerImage: '169.254.169.254/latest/meta-data' }, 'challenge.imageNotAllowed', 'containerImage'],
      [{ containerOptions: { runtime: 'runc' } }, 'challenge.runtimeNotAllowed', 'containerOptions.runtime'],
      [{ containerImage: 'Not:An:Image' }, 'challenge.imageInvalid', 'containerImage'],
    ] as const)('as %j reach no engine; organisers get the reason', async (values, code, path) => {
      const { start, startTest } = await build(values);
      await reportRuntimes('runc');
      const refused = await startTest();
      expectError(refused, code);
      expect(refused.body).toMatchObject({ details: [{ path }] });
      expectError(await start(), 'container.startFailed');
      expect(engine.starts).toEqual([]);
    });

    it('start in a runtime that administrators allow', async () => {
      await test.database
        .sql`insert into config_entries (key, value) values ('containerCeilings.runtimes', '["runsc"]')`;
      const { start } = await build({ containerOptions: { runtime: 'runsc' } });
      await reportRuntimes('runc', 'runsc');
      expect((await start()).status).toBe(200);
      expect(engine.starts.map(({ runtime }) => runtime)).toEqual(['runsc']);
    });

    it('that was lowered after they were saved', async () => {
      const { start, rows } = await build({ memoryLimitMiB: 256 });
      await test.database.sql`insert into config_entries (key, value) values ('containerCeilings.memoryMiB', '128')`;
      expectError(await start(), 'container.startFailed');
      expect((await rows())[0]).toMatchObject({ state: 'failed', endReason: 'ceilingExceeded' });
    });

    it('of time end when it is over, and cannot be extended beyond', async () => {
      const { start, params, captain, rows } = await build();
      await test.database
        .sql`insert into config_entries (key, value) values ('containerCeilings.lifetimeMinutes', '125')`;
      await start();
      test.clock.advance(115 * 60_000);
      const extended = await test.call(containerRoutes.extend, { params, as: captain });
      const [row] = await rows();
      expect(extended.body.expectStopAt).toBe((row?.startedAt?.getTime() ?? 0) + 125 * 60_000);
      expectError(await test.call(containerRoutes.extend, { params, as: captain }), 'container.lifetimeReached');
    });
  });

  describe('for want of disk', () => {
    it('are refused below the floor of free space, and not at it', async () => {
      const floor = worker.deps.config.containerDiskFreeMinMiB;
      expect(floor).toBe(2048);
      engine.setFreeDisk(floor * MIB - 1);
      const { start } = await build();
      const refused = await start();
      expectError(refused, 'container.diskFull');
      expect(refused.status).toBe(503);
      expect(engine.starts).toEqual([]);
      engine.setFreeDisk(floor * MIB);
      test.clock.advance(11_000);
      expect((await start()).status).toBe(200);
    });

    it('are ended beyond their own limit, and not at it', async () => {
      const { start, rows, gameId, params } = await build({ storageLimitMiB: 64 });
      await start();
      const id = (await rows())[0]?.id ?? '';
      engine.setDiskUse(id, 64 * MIB);
      await worker.run(containerJobs.checkDisk, { engine: 'default' });
      expect((await rows())[0]).toMatchObject({ state: 'running' });
      engine.setDiskUse(id, 64 * MIB + 1);
      await worker.run(containerJobs.checkDisk, { engine: 'default' });
      await worker.drain();
      const detail = { limitMiB: 64, writtenMiB: 65 };
      expect((await rows())[0]).toMatchObject({ state: 'destroyed', endReason: 'diskLimit', endDetail: detail });
      expect(await engine.inspect(id)).toBeNull();
      const line = lines.find((one) => one.includes('wrote more than its disk limit'));
      expect(JSON.parse(line ?? '{}')).toMatchObject({ gameId, challengeId: params.challengeId, ...detail });
    });

    it('are all looked at, a few at a time, whichever worker looks', async () => {
      const { start } = await build();
      await start();
      const { gameId, challenge } = await build();
      const ids = Array.from({ length: 45 }, (_, at) => `0000000${at % 10}-0000-4000-8000-0000000000${at + 10}`);
      const teams = await Promise.all(ids.map(() => buildParticipation(test.db, { gameId })));
      await test.db.insert(containers).values(
        ids.map((id, at) => ({
          id,
          kind: 'Team' as const,
          gameId,
          challengeId: challenge.id,
          participationId: teams[at]?.participation.id ?? 0,
          state: 'running' as const,
          image: 'vexil/test:1',
          engine: 'default',
          expiresAt: new Date(test.clock.now().getTime() + 3_600_000),
        })),
      );
      const asked: string[][] = [];
      engine.diskUse = async (some) => {
        asked.push([...some]);
        return new Map();
      };
      for (let round = 0; round < 3; round += 1) await worker.run(containerJobs.checkDisk, { engine: 'default' });
      expect(asked.map((some) => some.length)).toEqual([20, 20, 20]);
      expect(new Set(asked.flat())).toEqual(
        new Set(
          (await test.db.select().from(containers)).flatMap(({ id, state }) => (state === 'running' ? [id] : [])),
        ),
      );
      await test.db.delete(containers).where(eq(containers.gameId, gameId));
    });
  });

  describe('for a reason of their own', () => {
    it.each([
      [new EngineError('imageMissing', 'no'), 'container.imageMissing'],
      [new EngineError('imageDenied', 'no'), 'container.imageDenied'],
      [new EngineError('imagePullFailed', 'no'), 'container.imagePullFailed'],
      [new EngineError('invalidSpec', 'no'), 'container.specRefused'],
      [new EngineError('exitedEarly', 'no', { exitCode: 127 }), 'container.exitedEarly'],
      [new EngineError('unreachable', 'no'), 'container.noAnswer'],
    ] as const)('show organisers the reason, and players whether to try again: %s', async (error, code) => {
      const { start, startTest } = await build();
      failWith(error);
      const refused = await startTest();
      expectError(refused, code);
      const named = { 'container.exitedEarly': '127', 'container.noAnswer': '9000' }[code as string] ?? '';
      expect(refused.body).toMatchObject({ title: expect.stringContaining(named) });
      const shown = code === 'container.noAnswer' ? 'container.notReady' : 'container.startFailed';
      expectError(await start(), shown);
    });

    it('show organisers what a test container wrote last, without its flag, and keep nothing of a team’s', async () => {
      const { start, startTest, rows } = await build({
        type: 'DynamicContainer',
        flagTemplateSealed: testSealing.seal('flag{[TEAM_HASH]}'),
      });
      const flags: string[] = [];
      engine.start = async (spec) => {
        flags.push(spec.env.FLAG ?? '');
        const logTail = `${'x'.repeat(3000)}\nthe flag is ${spec.env.FLAG}\n`;
        throw new EngineError('exitedEarly', 'no', { exitCode: 3, logTail });
      };
      const refused = await startTest();
      const [detail] = (refused.body as unknown as { details: { path: string; message: string }[] }).details;
      expect(detail?.path).toBe('lastLines');
      expect(detail?.message).toMatch(/the flag is \(flag\)$/);
      expect(detail?.message.length).toBeLessThanOrEqual(2048);
      expectError(await start(), 'container.startFailed');
      expect(flags).toHaveLength(2);
      const stored = JSON.stringify((await rows()).map(({ endDetail }) => endDetail));
      for (const flag of flags) expect(stored).not.toContain(flag);
      const ofTeam = (await rows()).find(({ kind }) => kind === 'Team');
      expect(ofTeam?.endDetail).toEqual({ exitCode: 3 });
    });
  });

  it('are logged once, as a warning without a stack, however often they are tried', async () => {
    const { start, title, game, team } = await build();
    let tries = 0;
    engine.start = () => {
      tries += 1;
      return Promise.reject(new EngineError('imagePullFailed', 'no such host'));
    };
    const before = lines.length;
    expectError(await start(), 'container.startFailed');
    await worker.drain();
    expect(tries).toBe(startAttemptsMax);
    const logged = lines.slice(before).map((line) => JSON.parse(line));
    const warned = logged.filter(({ level }) => level >= 40);
    expect(warned).toMatchObject([{ level: 40, event: 'container.start_failed', reason: 'no such host' }]);
    expect(warned[0]).not.toHaveProperty('err');
    expect(warned[0].msg).toBe(`A container of ${title} in ${game} did not start for the team ${team}: no such host`);
  });

  it('leave no id of theirs in the log, nor do those that start and stop', async () => {
    const { start, params, captain, rows } = await build();
    await start();
    const id = (await rows())[0]?.id ?? '';
    engine.failStops();
    test.clock.advance(11_000);
    await test.call(containerRoutes.destroy, { params, as: captain });
    await worker.drain();
    test.clock.advance(11_000);
    failWith(new EngineError('invalidSpec', 'no'));
    await start();
    engine.start = () => Promise.reject(new Error(`Conflict: /vexil-${id} is there`));
    test.clock.advance(11_000);
    const failing = (await build()).start();
    const byState = eq(containers.state, 'starting');
    const late = async () => (await test.db.select().from(containers).where(byState)).length > 0;
    while (!(await late())) await new Promise((resolve) => setImmediate(resolve));
    await worker.drain();
    await test.db.update(containers).set({ state: 'failed', endReason: 'test' }).where(byState);
    await failing;
    const ids = (await test.db.select({ id: containers.id }).from(containers)).map((row) => row.id);
    const text = lines.join('');
    for (const message of ['was started', 'was stopped', 'did not start', 'A job failed']) {
      expect(text).toContain(message);
    }
    expect(ids.filter((one) => text.includes(one))).toEqual([]);
    const stopped = lines.find((line) => line.includes('was stopped'));
    expect(JSON.parse(stopped ?? '{}')).toMatchObject({ gameId: params.id, challengeId: params.challengeId });
  });
});
