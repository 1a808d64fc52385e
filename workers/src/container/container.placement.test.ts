import { type ContainerChanged, containerJobs, containerRoutes } from '@vexil/contract/container';
import { containerAdminRoutes } from '@vexil/contract/container-admin';
import { engineRoutes } from '@vexil/contract/engine';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { type ContainerRow, containers, engines } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { placementWaitMsMax } from '@vexil/rules/container.rules';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { messagesIn } from '@vexil/server/testing/outbox';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it, vi } from 'vitest';
import { createTestWorker, type TestWorker, type TestWorkerOptions } from '../../testing/worker';
import { reportEngine } from './report-engine';

const waiting = { timeout: 20_000, interval: 20 };
const placeOf = ({ engine }: ContainerRow) => engine;

describe('the placement of containers', () => {
  let test: TestApp;
  let north: FakeEngine;
  let south: FakeEngine;
  let worker: TestWorker;
  let admin: AccountRow;

  const open = async (options: Partial<TestWorkerOptions>) => {
    worker = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
      ...options,
    });
    worker.start();
  };
  const openBoth = () => open({ engines: { north, south } });

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: 'play.example.test' });
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  beforeEach(() => {
    north = createFakeEngine();
    south = createFakeEngine();
  });
  afterEach(async () => {
    await worker.drain();
    await worker.close();
    await test.database.sql`delete from config_entries`;
    await test.db.delete(containers);
    await test.db.delete(engines);
  });
  afterAll(() => test.close());

  async function buildTeams(count: number, values: ChallengeValues = {}, game: Parameters<typeof buildGame>[1] = {}) {
    const { id: gameId } = await buildGame(test.db, game);
    const challenge = { type: 'StaticContainer', containerImage: 'vexil/test:1', exposePort: 9000 } as const;
    const { challenge: built } = await buildChallenge(test.db, { gameId, ...challenge, ...values });
    const teams = [];
    for (let index = 0; index < count; index += 1) teams.push(await buildParticipation(test.db, { gameId }));
    const params = { id: gameId, challengeId: built.id };
    return teams.map(({ participation, captain }) => ({
      captain,
      params,
      participation,
      start: () => test.call(containerRoutes.create, { params, as: captain }),
      row: async (): Promise<ContainerRow | undefined> =>
        (await test.db.select().from(containers).where(eq(containers.participationId, participation.id)))[0],
      sent: async () =>
        (await messagesIn(test.deps, `participation:${participation.id}`)).map(
          ({ payload }) => payload as ContainerChanged,
        ),
    }));
  }

  type Team = Awaited<ReturnType<typeof buildTeams>>[number];

  /** One after the other, so that the order of the requests is known. */
  async function startInTurn(teams: Team[]) {
    const calls = [];
    for (const team of teams) {
      test.clock.advance(1);
      calls.push(team.start());
      await vi.waitUntil(team.row, waiting);
    }
    return calls;
  }

  const atCount = (engine: FakeEngine, count: number) => vi.waitUntil(() => engine.starts.length === count, waiting);
  const setCeiling = (name: string, value: number) =>
    test.database.sql`insert into config_entries (key, value)
      values (${`containerCeilings.${name}`}, ${JSON.stringify(value)}) on conflict (key) do update set value = excluded.value`;

  it('spreads over the engines and stores what each container may use', async () => {
    await openBoth();
    const companions = [{ name: 'db', image: 'mysql:9', environment: {}, memoryMiB: 100, cpuTenths: 2 }];
    const teams = await buildTeams(4, { memoryLimitMiB: 64, containerOptions: { companions } });
    for (const { start } of teams) expect((await start()).status).toBe(200);
    expect([north.starts.length, south.starts.length]).toEqual([2, 2]);
    const rows = await Promise.all(teams.map(({ row }) => row()));
    expect(rows.map((row) => row?.engine)).toEqual(['north', 'south', 'north', 'south']);
    for (const row of rows) expect(row).toMatchObject({ memoryMiB: 164, cpuTenths: 3, attempts: 1 });
  });

  it('starts in the order of the requests, sends positions, and moves the queue up', async () => {
    await open({ engine: north, engineSettings: { startsMax: 2 } });
    const release = north.holdStarts();
    const teams = await buildTeams(5);
    const calls = await startInTurn(teams);
    await atCount(north, 2);
    await vi.waitUntil(async () => (await teams[4]?.sent())?.some(({ position }) => position === 2), waiting);
    const positions = await Promise.all(teams.map(async ({ sent }) => (await sent()).at(-1)?.position));
    expect(positions).toEqual([null, null, 0, 1, 2]);
    const listed = await test.call(containerRoutes.list, {
      params: { id: teams[3]?.params.id ?? 0 },
      as: teams[3]?.captain,
    });
    expect(listed.body).toMatchObject([{ state: 'requested', position: 1, isFull: false }]);
    release();
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    const placed = await test.db
      .select()
      .from(containers)
      .orderBy(asc(containers.placedAt), asc(containers.requestedAt));
    const ids = await Promise.all(teams.map(async ({ row }) => (await row())?.id));
    expect(placed.map(({ id }) => id)).toEqual(ids);
    expect((await teams[4]?.sent())?.at(-1)).toMatchObject({ state: 'running', position: null, waitSeconds: null });
  });

  it('never exceeds the limits of game and deployment, and says to those beyond that there is no room', async () => {
    await openBoth();
    await setCeiling('instancesMax', 3);
    const [first, second, third] = await buildTeams(3, {}, { containerTotalLimit: 2 });
    const [other, last] = await buildTeams(2);
    const started = await Promise.all([first?.start(), second?.start()]);
    expect(started.map((reply) => reply?.status)).toEqual([200, 200]);
    const ofGame = third?.start();
    expect((await other?.start())?.status).toBe(200);
    const full = await last?.start();
    if (!full || !ofGame || !first || !last || !third) throw new Error('There are not enough teams.');
    expectError(full, 'container.full');
    expect(full.status).toBe(429);
    expectError(await ofGame, 'container.full');
    expect(await last.row()).toMatchObject({ state: 'requested', engine: null });
    expect((await last.sent()).at(-1)).toMatchObject({ isFull: true, position: 0 });

    test.clock.advance(11_000);
    await test.call(containerRoutes.destroy, { params: first.params, as: first.captain });
    // The place goes to the team of the full game, which asked first.
    await vi.waitUntil(async () => (await third.row())?.state === 'running', waiting);
    expect(await last.row()).toMatchObject({ state: 'requested' });
    await setCeiling('instancesMax', 0);
    await worker.run(containerJobs.place, {});
    await vi.waitUntil(async () => (await last.row())?.state === 'running', waiting);
  });

  it('keeps within the limits with fifty requests at once', async () => {
    await openBoth();
    await setCeiling('instancesMax', 7);
    const teams = await buildTeams(50, {}, { containerTotalLimit: 5 });
    const replies = await Promise.all(teams.map(({ start }) => start()));
    await worker.drain();
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    expect(north.starts.length + south.starts.length).toBe(5);
    const live = inArray(containers.state, ['requested', 'starting', 'running']);
    expect(await test.db.$count(containers, live)).toBe(50);
    test.clock.advance(placementWaitMsMax);
    await worker.run(containerJobs.place, {});
    await worker.drain();
    const rows = await test.db.select().from(containers);
    expect(rows.filter(({ state }) => state === 'running')).toHaveLength(5);
    expect(rows.filter(({ endReason }) => endReason === 'noCapacity')).toHaveLength(45);
  });

  it('gives starts on an engine that goes away to another one', async () => {
    await openBoth();
    const release = north.holdStarts();
    const [team] = await buildTeams(1);
    const call = team?.start();
    await atCount(north, 1);
    north.setDown(true);
    release();
    expect((await call)?.status).toBe(200);
    expect(await team?.row()).toMatchObject({ state: 'running', engine: 'south', attempts: 2 });
    expect(south.starts).toHaveLength(1);
  });

  it('places nothing on an engine that is drained, not seen, or without the runtime', async () => {
    await openBoth();
    south.setCapacity({ runtimes: ['runsc'] });
    const reached = worker.deps.engines.get('south');
    if (reached) await reportEngine(worker.deps, reached);
    await test.database.sql`insert into config_entries (key, value) values ('containerCeilings.runtimes', '["runsc"]')`;
    const [strict] = await buildTeams(1, { containerOptions: { runtime: 'runsc' } });
    await strict?.start();
    expect(await strict?.row()).toMatchObject({ engine: 'south', state: 'running' });
    await test.db.update(engines).set({ state: 'draining' }).where(eq(engines.name, 'south'));
    const [drained] = await buildTeams(1);
    await drained?.start();
    expect(await drained?.row()).toMatchObject({ engine: 'north' });
    const [none] = await buildTeams(1, { containerOptions: { runtime: 'runsc' } });
    const refused = await none?.start();
    if (refused) expectError(refused, 'container.startFailed');
    expect(await none?.row()).toMatchObject({ state: 'failed', endReason: 'runtimeMissing' });
    await test.db.update(engines).set({ state: 'active', seenAt: new Date(Date.now() - 20_000), isUp: true });
    const [unseen] = await buildTeams(1);
    const call = unseen?.start();
    await vi.waitUntil(async () => await unseen?.row(), waiting);
    await worker.drain();
    expect(await unseen?.row()).toMatchObject({ state: 'requested', engine: null });
    for (const one of worker.deps.engines.values()) await reportEngine(worker.deps, one);
    await worker.run(containerJobs.place, {});
    expect((await call)?.status).toBe(200);
  });

  it('places nothing on an engine that was removed, though a worker registers it, until it is active', async () => {
    await openBoth();
    const [left] = await buildTeams(1);
    await left?.start();
    const row = await left?.row();
    expect(row).toMatchObject({ engine: 'north' });
    const giveUp = (name: string) =>
      test.call(engineRoutes.update, { as: admin, params: { name }, body: { state: 'removed', giveUp: true } });
    await giveUp('north');
    for (const one of worker.deps.engines.values()) await reportEngine(worker.deps, one);
    const [second, third] = await buildTeams(2);
    for (const one of [second, third]) {
      expect((await one?.start())?.status).toBe(200);
      expect(await one?.row()).toMatchObject({ engine: 'south' });
    }
    // The engine answers, so what was given up is deleted there.
    await vi.waitUntil(async () => (await north.inspect(row?.id ?? '')) === null, waiting);
    expect(await left?.row()).toMatchObject({ state: 'destroyed', endReason: 'engineRemoved' });
    expect((await left?.sent())?.at(-1)).toMatchObject({ state: 'destroyed', endReason: 'engineRemoved' });

    await giveUp('south');
    const [none] = await buildTeams(1);
    const refused = await none?.start();
    if (refused) expectError(refused, 'container.noEngine');
    const body = { state: 'active' as const, giveUp: false };
    await test.call(engineRoutes.update, { as: admin, params: { name: 'north' }, body });
    test.clock.advance(11_000);
    expect((await left?.start())?.status).toBe(200);
    expect((await test.db.select().from(containers).where(eq(containers.state, 'running'))).map(placeOf)).toEqual([
      'north',
    ]);
  });

  it('refuses for want of room while every engine is drained, and keeps what runs', async () => {
    await openBoth();
    const [kept, refused] = await buildTeams(2);
    await kept?.start();
    const set = async (state: 'draining' | 'active') => {
      for (const name of ['north', 'south'])
        await test.call(engineRoutes.update, { as: admin, params: { name }, body: { state, giveUp: false } });
    };
    await set('draining');
    const reply = await refused?.start();
    if (reply) expectError(reply, 'container.noCapacity');
    expect(await refused?.row()).toMatchObject({ state: 'failed', endReason: 'noCapacity', engine: null });
    expect(north.starts.length + south.starts.length).toBe(1);
    expect(await kept?.row()).toMatchObject({ state: 'running' });
    await set('active');
    test.clock.advance(11_000);
    expect((await refused?.start())?.status).toBe(200);
  });

  it('refuses where there is no engine at all', async () => {
    await open({});
    const [team] = await buildTeams(1);
    const refused = await team?.start();
    if (refused) expectError(refused, 'container.noEngine');
    expect(await team?.row()).toMatchObject({ state: 'failed', endReason: 'noEngine' });
  });

  it('passes a job on that reached a worker without the engine', async () => {
    await open({ engines: { north } });
    const [team] = await buildTeams(1);
    await team?.start();
    const other = await createTestWorker({
      database: test.database,
      redisUrl: inject('redisUrl'),
      keyPrefix: test.deps.keyPrefix,
      clock: test.clock,
    });
    const id = (await team?.row())?.id ?? '';
    await other.run(containerJobs.stop, { containerId: id });
    await worker.drain();
    expect(await team?.row()).toMatchObject({ state: 'destroyed' });
    expect(await north.inspect(id)).toBeNull();
    await other.close();
  });

  describe('of an earlier release', () => {
    it('adopts rows without an engine by the engine that has them, and removes those that are elsewhere', async () => {
      await openBoth();
      const teams = await buildTeams(2);
      for (const { start } of teams) await start();
      await test.db.update(containers).set({ engine: null });
      await worker.run(containerJobs.reconcile, {});
      await worker.drain();
      const rows = await Promise.all(teams.map(({ row }) => row()));
      expect(rows).toMatchObject([
        { engine: 'north', state: 'running' },
        { engine: 'south', state: 'running' },
      ]);
      await test.db
        .update(containers)
        .set({ engine: 'south' })
        .where(eq(containers.id, rows[0]?.id ?? ''));
      await worker.run(containerJobs.reconcile, {});
      await worker.drain();
      expect(await north.list()).toEqual([]);
      expect(await teams[0]?.row()).toMatchObject({ state: 'destroyed', endReason: 'exited' });
    });
  });

  it('sends each step of an end that a team did not ask for', async () => {
    await open({ engine: north });
    const [ended, expired] = await buildTeams(2);
    await ended?.start();
    await expired?.start();
    const states = async (team: Team | undefined) => (await team?.sent())?.slice(-2).map(({ state }) => state);
    north.exit((await ended?.row())?.id ?? '');
    await worker.run(containerJobs.reconcileEngine, { engine: 'default' });
    await worker.drain();
    expect(await states(ended)).toEqual(['stopping', 'destroyed']);
    const row = await expired?.row();
    test.clock.advance((row?.expiresAt.getTime() ?? 0) - test.clock.now().getTime());
    await worker.run(containerJobs.expire, { containerId: row?.id ?? '' });
    await worker.drain();
    expect(await states(expired)).toEqual(['stopping', 'destroyed']);
  });

  it('records each end that a team did not ask for once, however many see it', async () => {
    await open({ engine: north });
    const [died, expired, ended, stopped] = await buildTeams(4);
    if (!died || !expired || !ended || !stopped) throw new Error('There are four teams.');
    for (const { start } of [died, expired, ended, stopped]) await start();
    north.exit((await died.row())?.id ?? '', { exitCode: 137, outOfMemory: true });
    const reconcile = () => worker.run(containerJobs.reconcileEngine, { engine: 'default' });
    await Promise.all([reconcile(), reconcile()]);
    await worker.drain();
    const idOf = async ({ row }: Team) => (await row())?.id ?? '';
    await test.call(containerAdminRoutes.destroy, { params: { id: await idOf(ended) }, as: admin });
    test.clock.advance(11_000);
    await test.call(containerRoutes.destroy, { params: stopped.params, as: stopped.captain });
    test.clock.advance(((await expired.row())?.expiresAt.getTime() ?? 0) - test.clock.now().getTime());
    const containerId = await idOf(expired);
    await Promise.all([1, 2].map(() => worker.run(containerJobs.expire, { containerId })));
    await Promise.all([1, 2].map(() => worker.run(containerJobs.stop, { containerId })));
    await worker.drain();
    const { id: gameId, challengeId } = died.params;
    const events = await test.db
      .select()
      .from(activities)
      .where(and(eq(activities.gameId, gameId), eq(activities.type, 'ContainerDestroy')))
      .orderBy(asc(activities.id));
    const about = [`${challengeId}`, expect.any(String)];
    expect(events).toMatchObject([
      { values: [...about, 'outOfMemory'], participationId: died.participation.id, accountId: null },
      { values: [...about, 'staff'], participationId: ended.participation.id, accountId: null },
      { values: about, participationId: stopped.participation.id, accountId: stopped.captain.id },
      { values: [...about, 'expired'], participationId: expired.participation.id, accountId: null },
    ]);
    const sent = (await messagesIn(test.deps, `monitor:${gameId}`)).map(({ payload }) => payload);
    for (const { id } of events) expect(sent).toContainEqual({ ids: [id] });
  });

  it('says of a container that ran out of memory', async () => {
    await open({ engine: north });
    const [team] = await buildTeams(1);
    await team?.start();
    north.exit((await team?.row())?.id ?? '', { exitCode: 137, outOfMemory: true });
    await worker.run(containerJobs.reconcileEngine, { engine: 'default' });
    await worker.drain();
    expect(await team?.row()).toMatchObject({ endReason: 'outOfMemory', endDetail: { exitCode: 137 } });
    expect((await team?.sent())?.at(-1)).toMatchObject({ state: 'destroyed', endReason: 'outOfMemory' });
  });
});
