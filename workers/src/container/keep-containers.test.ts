import { challengeEditRoutes, challengeRoutes } from '@vexil/contract/challenge';
import { type ContainerChanged, containerJobs, containerRoutes } from '@vexil/contract/container';
import { containerAdminRoutes } from '@vexil/contract/container-admin';
import { gamePermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { containers, engines } from '@vexil/db/schema/container';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { messagesIn } from '@vexil/server/testing/outbox';
import { and, asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker, type TestWorkerOptions } from '../../testing/worker';

let test: TestApp;
let engine: FakeEngine;
let worker: TestWorker;
let admin: AccountRow;

const open = async (options: Partial<TestWorkerOptions> = { engine }) => {
  worker = await createTestWorker({
    database: test.database,
    redisUrl: inject('redisUrl'),
    keyPrefix: test.deps.keyPrefix,
    clock: test.clock,
    ...options,
  });
  worker.start();
};
beforeAll(async () => {
  test = await createTestApp({ containerPublicHost: 'play.example.test' });
  admin = await buildAccount(test.db, { role: 'Admin' });
});
beforeEach(async () => {
  engine = createFakeEngine();
});
afterEach(async () => {
  await worker.drain();
  await worker.close();
  await test.db.delete(containers);
  await test.db.delete(games);
  await test.db.delete(engines);
});
afterAll(() => test.close());

async function build(
  options: object,
  {
    teams = 2,
    game = {},
    ...values
  }: ChallengeValues & { teams?: number; game?: Parameters<typeof buildGame>[1] } = {},
) {
  const { id: gameId } = await buildGame(test.db, game);
  const container = { type: 'StaticContainer', containerImage: 'vexil/test:1', exposePort: 9000 } as const;
  const { challenge } = await buildChallenge(test.db, { gameId, ...container, containerOptions: options, ...values });
  const params = { id: gameId, challengeId: challenge.id };
  const built = [];
  for (let index = 0; index < teams; index += 1) built.push(await buildParticipation(test.db, { gameId }));
  return {
    gameId,
    params,
    change: async (body: object) => {
      const { version } = (await test.call(challengeEditRoutes.get, { params, as: admin })).body;
      const reply = await test.call(challengeEditRoutes.update, { params, as: admin, body: { ...body, version } });
      expect(reply.status).toBe(200);
    },
    teams: built.map(({ participation, captain }) => ({
      participation,
      captain,
      start: () => test.call(containerRoutes.create, { params, as: captain }),
      list: async () => (await test.call(containerRoutes.list, { params: { id: gameId }, as: captain })).body,
      detail: async () => (await test.call(challengeRoutes.get, { params, as: captain })).body,
      sent: async () =>
        (await messagesIn(test.deps, `participation:${participation.id}`)).map(
          ({ payload }) => payload as ContainerChanged,
        ),
    })),
  };
}

const live = (kind: 'Shared' | 'Warm' | 'Team') =>
  test.db
    .select()
    .from(containers)
    .where(and(eq(containers.kind, kind), inArray(containers.state, ['requested', 'starting', 'running'])))
    .orderBy(asc(containers.requestedAt), asc(containers.id));

async function keep() {
  await worker.run(containerJobs.keep, {});
  await worker.drain();
}

describe('an instance that all teams share', () => {
  it('is started by the first team and shown to all, who cannot stop or extend it', async () => {
    await open();
    const { params, teams } = await build({ sharing: 'onDemand' }, { teams: 3 });
    await keep();
    expect(await live('Shared')).toEqual([]);
    const replies = await Promise.all(teams.map(({ start }) => start()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200]);
    expect(new Set(replies.map(({ body }) => body.entry)).size).toBe(1);
    expect(engine.starts).toHaveLength(1);
    expect(engine.starts[0]?.env).toMatchObject({ TEAM_ID: 'all' });
    expect(engine.starts[0]?.env).not.toHaveProperty('USER_ID');
    const [row] = await live('Shared');
    for (const { captain, list, detail, sent } of teams) {
      const entry = replies[0]?.body.entry;
      expect(await list()).toMatchObject([
        { containerId: row?.id, state: 'running', isShared: true, entry, userName: null },
      ]);
      expect(await detail()).toMatchObject({ isShared: true, context: { instanceEntry: entry } });
      expect((await sent()).at(-1)).toMatchObject({ state: 'running', isShared: true, entry });
      expectError(await test.call(containerRoutes.destroy, { params, as: captain }), 'container.isShared');
      expectError(await test.call(containerRoutes.extend, { params, as: captain }), 'container.isShared');
    }
    expect(await live('Shared')).toHaveLength(1);
  });

  it('runs by itself where it is kept, starts again when staff end it, and ends with the game', async () => {
    await open();
    const { gameId, teams } = await build({ sharing: 'kept' }, { game: { practiceMode: false } });
    await keep();
    const [row] = await live('Shared');
    expect(row).toMatchObject({ state: 'running', participationId: null, accountId: null });
    const [game] = await test.db.select().from(games).where(eq(games.id, gameId));
    expect(row?.expiresAt.getTime()).toBeLessThanOrEqual(game?.endAt.getTime() ?? 0);
    const listed = await test.call(containerAdminRoutes.list, { as: admin });
    expect(listed.body.data).toMatchObject([{ team: null, containerGuid: row?.id }]);
    const ended = await test.call(containerAdminRoutes.destroy, { params: { id: row?.id ?? '' }, as: admin });
    expect(ended.status).toBe(200);
    await keep();
    const [again] = await live('Shared');
    expect(again?.id).not.toBe(row?.id);
    expect(again?.state).toBe('running');

    await test.db.update(games).set({ endAt: test.clock.now(), practiceMode: false }).where(eq(games.id, gameId));
    test.clock.advance(1);
    await keep();
    expect(await live('Shared')).toEqual([]);
    expect(await engine.list()).toEqual([]);
    expect((await teams[0]?.sent())?.at(-1)).toMatchObject({ state: 'destroyed', isShared: true });
  });

  it('is not shown to a division that does not see the challenge', async () => {
    await open();
    const { gameId, teams } = await build({ sharing: 'kept' });
    const [blind, seeing] = teams;
    const [division] = await test.db
      .insert(divisions)
      .values({ gameId, name: 'Juniors', defaultPermissions: gamePermissions.SubmitFlags })
      .returning();
    await test.db
      .update(participations)
      .set({ divisionId: division?.id ?? null })
      .where(eq(participations.id, blind?.participation.id ?? 0));
    await keep();
    expect(await seeing?.list()).toHaveLength(1);
    expect(await blind?.list()).toEqual([]);
    expect(await blind?.sent()).toEqual([]);
    const refused = await blind?.start();
    if (refused) expectError(refused, 'challenge.notFound');
  });

  it('ends when the challenge is disabled, or gets an instance for each team', async () => {
    await open();
    const { change, teams } = await build({ sharing: 'onDemand' });
    await teams[0]?.start();
    await change({ containerOptions: { sharing: 'none' } });
    await worker.drain();
    expect(await live('Shared')).toEqual([]);
    await teams[0]?.start();
    expect(await live('Team')).toHaveLength(1);
    await change({ containerOptions: { sharing: 'onDemand' } });
    await worker.drain();
    expect(await live('Team')).toEqual([]);
    await teams[1]?.start();
    await change({ isEnabled: false });
    await worker.drain();
    expect(await live('Shared')).toEqual([]);
    expect(await engine.list()).toEqual([]);
  });
});

describe('instances started ahead', () => {
  it('are given to the teams that ask, with their activity, and replaced', async () => {
    await open();
    const { gameId, teams } = await build({ warmCount: 2 });
    await keep();
    const pool = await live('Warm');
    expect(pool.map(({ state }) => state)).toEqual(['running', 'running']);
    const replies = await Promise.all(teams.map(({ start }) => start()));
    expect(replies.map(({ status }) => status)).toEqual([200, 200]);
    const given = await live('Team');
    expect(given.map(({ id }) => id).toSorted()).toEqual(pool.map(({ id }) => id).toSorted());
    for (const { participation, list, captain } of teams) {
      const row = given.find(({ participationId }) => participationId === participation.id);
      expect(row).toMatchObject({ state: 'running', accountId: captain.id });
      expect(row?.expiresAt.getTime()).toBe((row?.startedAt?.getTime() ?? 0) + 120 * 60_000);
      expect(await list()).toMatchObject([{ containerId: row?.id, isShared: false }]);
    }
    const started = await test.db.select().from(activities).where(eq(activities.gameId, gameId));
    expect(started.map(({ type }) => type)).toEqual(['ContainerStart', 'ContainerStart']);
    await worker.drain();
    expect(await live('Warm')).toHaveLength(2);
    expect(engine.starts.filter(({ env }) => env.TEAM_ID === 'all')).toHaveLength(4);
  });

  it('get the flag of their team as a file, and are made anew where one was lost', async () => {
    await open();
    const template = testSealing.seal('vexil{for_each_[TEAM_HASH]}');
    const { teams } = await build(
      { warmCount: 1, flagDelivery: 'file', flagPath: '/run/flag' },
      { type: 'DynamicContainer', flagTemplateSealed: template },
    );
    await keep();
    const [first] = await live('Warm');
    expect(engine.filesOf(first?.id ?? '').size).toBe(0);
    for (const [index, team] of teams.entries()) {
      const [ready] = await live('Warm');
      if (index === 1) engine.lose(ready?.id ?? '', { silently: true });
      expect((await team.start()).status).toBe(200);
      const [own] = await test.db
        .select()
        .from(teamChallenges)
        .where(eq(teamChallenges.participationId, team.participation.id));
      const flag = testSealing.unseal(own?.flagSealed ?? '');
      expect(
        engine
          .filesOf(ready?.id ?? '')
          .get('/run/flag')
          ?.content.toString(),
      ).toBe(`${flag}\n`);
      await worker.drain();
    }
  });

  it('are refused where flag and variables depend on the team', async () => {
    await open();
    const dynamic = await build({}, { type: 'DynamicContainer' });
    const refuse = async ({ params }: typeof dynamic, containerOptions: object, field: string) => {
      const { version } = (await test.call(challengeEditRoutes.get, { params, as: admin })).body;
      const body = { containerOptions, version };
      const reply = await test.call(challengeEditRoutes.update, { params, as: admin, body });
      expectError(reply, 'challenge.optionNotPossible');
      expect(reply.body).toMatchObject({ details: [{ path: field }] });
    };
    await refuse(dynamic, { warmCount: 1 }, 'containerOptions.warmCount');
    await refuse(dynamic, { sharing: 'kept' }, 'containerOptions.sharing');
    await refuse(await build({}), { sharing: 'kept', warmCount: 1 }, 'containerOptions.warmCount');
  });

  it('end when the image changes, the engine is drained, or the challenge is disabled', async () => {
    await open();
    const { change } = await build({ warmCount: 1 });
    await keep();
    const [old] = await live('Warm');
    await change({ containerImage: 'vexil/test:2' });
    await worker.drain();
    await keep();
    const [anew] = await live('Warm');
    expect(anew).toMatchObject({ image: 'vexil/test:2', state: 'running' });
    expect(await engine.inspect(old?.id ?? '')).toBeNull();
    await test.db.update(engines).set({ state: 'draining' });
    await keep();
    expect(await live('Warm')).toEqual([]);
    await test.db.update(engines).set({ state: 'active' });
    await keep();
    expect(await live('Warm')).toHaveLength(1);
    await change({ isEnabled: false });
    await worker.drain();
    expect(await live('Warm')).toEqual([]);
    expect(await engine.list()).toEqual([]);
  });

  it('make room for teams, and are never given beyond the limit of the game', async () => {
    await open({ engine, engineSettings: { memoryMiB: 128 } });
    const { teams } = await build({ warmCount: 2 }, { memoryLimitMiB: 64, game: { containerTotalLimit: 1 } });
    await keep();
    expect(await live('Warm')).toHaveLength(2);
    const [first, second] = await Promise.all(teams.map(({ start }) => start()));
    const statuses = [first?.status, second?.status].toSorted();
    expect(statuses).toEqual([200, 429]);
    expect((await live('Team')).filter(({ state }) => state === 'running')).toHaveLength(1);

    const other = await build({}, { teams: 1, memoryLimitMiB: 64 });
    expect((await other.teams[0]?.start())?.status).toBe(200);
  });

  it('are not started again for a minute after a failed start', async () => {
    await open();
    engine.failStarts('exitedEarly', 1);
    await build({ warmCount: 1 }, { teams: 0 });
    const count = () => test.db.$count(containers);
    await keep();
    await keep();
    expect(await count()).toBe(1);
    test.clock.advance(61_000);
    await keep();
    expect(await count()).toBe(2);
    expect(await live('Warm')).toHaveLength(1);
  });
});
