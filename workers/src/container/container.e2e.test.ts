import { challengeRoutes } from '@vexil/contract/challenge';
import { containerJobs, containerRoutes, testContainerRoutes } from '@vexil/contract/container';
import { judgePartition, submissionJobs, submissionRoutes } from '@vexil/contract/submission';
import { activities } from '@vexil/db/schema/activity';
import { containers } from '@vexil/db/schema/container';
import { lockClasses } from '@vexil/db/schema/locks';
import { cheatFindings, teamChallenges } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { createFakeEngine, type FakeEngine } from '@vexil/engine/fake';
import { beatHeart } from '@vexil/runtime/heartbeat';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, inject, it } from 'vitest';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const minute = 60_000;

describe('containers', () => {
  let test: TestApp;
  let engine: FakeEngine;
  let worker: TestWorker & { start(): void };

  beforeAll(async () => {
    test = await createTestApp({ containerPublicHost: 'play.example.test' });
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
  afterAll(async () => {
    await worker.close();
    await test.close();
  });
  afterEach(async () => {
    await worker.drain();
  });

  async function build(values: ChallengeValues = {}, game: Parameters<typeof buildGame>[1] = {}) {
    const { id: gameId } = await buildGame(test.db, game);
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'DynamicContainer',
      containerImage: 'vexil/test:1',
      exposePort: 9000,
      ...values,
    });
    const { participation, captain, team } = await buildParticipation(test.db, { gameId });
    return { gameId, challenge, participation, captain, team, params: { id: gameId, challengeId: challenge.id } };
  }

  const rowsOf = (participationId: number) =>
    test.db.select().from(containers).where(eq(containers.participationId, participationId));

  it('starts one that knows its team and its flag, and answers with where it is', async () => {
    const { params, captain, participation, team } = await build();
    const reply = await test.call(containerRoutes.create, { params, as: captain });
    expect(reply.status).toBe(200);
    expect(reply.body).toMatchObject({ status: 'Running', entry: expect.stringMatching(/^play\.example\.test:\d+$/) });
    const [teamChallenge] = await test.db
      .select()
      .from(teamChallenges)
      .where(eq(teamChallenges.participationId, participation.id));
    const spec = engine.starts.at(-1);
    expect(spec?.env).toMatchObject({ TEAM_ID: `${team.id}`, GZCTF_TEAM_ID: `${team.id}`, USER_ID: captain.id });
    expect(spec?.env.FLAG).toBe(testSealing.unseal(teamChallenge?.flagSealed ?? ''));
    expect(spec?.env.GZCTF_FLAG).toBe(spec?.env.FLAG);

    const page = await test.call(challengeRoutes.get, { params, as: captain });
    expect(page.body.context).toMatchObject({ instanceEntry: reply.body.entry, closeTime: reply.body.expectStopAt });
    const listed = await test.call(containerRoutes.list, { params: { id: params.id }, as: captain });
    expect(listed.body).toEqual([
      {
        challengeId: params.challengeId,
        containerId: spec?.id,
        state: 'running',
        requestedAt: expect.any(Number),
        entry: reply.body.entry,
        expectStopAt: reply.body.expectStopAt,
        ports: [{ name: 'main', kind: 'tcp', entry: reply.body.entry, url: null, tls: false }],
        position: null,
        waitSeconds: null,
        isFull: false,
        isShared: false,
        userName: captain.userName,
        endReason: null,
      },
    ]);
    const [activity] = await test.db.select().from(activities).where(eq(activities.participationId, participation.id));
    expect(activity).toMatchObject({ type: 'ContainerStart', values: [`${params.challengeId}`, expect.any(String)] });
  });

  it('gives a static container no flag', async () => {
    const { params, captain } = await build({ type: 'StaticContainer' });
    await test.call(containerRoutes.create, { params, as: captain });
    expect(engine.starts.at(-1)?.env).not.toHaveProperty('FLAG');
  });

  it('refuses a second one, a quick stop and a quick start, then stops', async () => {
    const { params, captain, participation } = await build();
    await test.call(containerRoutes.create, { params, as: captain });
    const soon = await test.call(containerRoutes.destroy, { params, as: captain });
    expectError(soon, 'container.tooSoon');
    expect(soon.status).toBe(429);
    expect(Number(soon.headers['retry-after'])).toBeGreaterThan(0);
    test.clock.advance(11_000);
    expectError(await test.call(containerRoutes.create, { params, as: captain }), 'container.alreadyRunning');
    expect((await test.call(containerRoutes.destroy, { params, as: captain })).status).toBe(200);
    expect((await rowsOf(participation.id))[0]).toMatchObject({ state: 'destroyed', endReason: 'player' });
    expectError(await test.call(containerRoutes.destroy, { params, as: captain }), 'container.none');
    test.clock.advance(11_000);
    expect((await test.call(containerRoutes.create, { params, as: captain })).status).toBe(200);
  });

  it('gets a new flag each time where the challenge says so, until the team has solved it', async () => {
    const { params, captain, gameId } = await build({ containerOptions: { rotateFlag: true } });
    const rival = await buildParticipation(test.db, { gameId });
    const restart = async (isRunning = true) => {
      test.clock.advance(11_000);
      if (isRunning) await test.call(containerRoutes.destroy, { params, as: captain });
      test.clock.advance(11_000);
      expect((await test.call(containerRoutes.create, { params, as: captain })).status).toBe(200);
      return engine.starts.at(-1)?.env.FLAG ?? '';
    };
    const submit = async (flag: string, as = captain) => {
      const { body: submissionId } = await test.call(submissionRoutes.submit, { params, as, body: { flag } });
      return submissionId;
    };
    const verdictOf = async (submissionId: number, as = captain) =>
      (await test.call(submissionRoutes.status, { params: { ...params, submissionId }, as })).body;
    const judgeNow = () =>
      worker.run(submissionJobs.judge, { gameId, partition: judgePartition(params.challengeId) }, {});
    await test.call(challengeRoutes.get, { params, as: rival.captain });

    const first = await restart(false);
    const second = await restart();
    const stolen = await submit(first, rival.captain);
    const late = await submit(first);
    await judgeNow();
    expect(await verdictOf(late)).toBe('WrongAnswer');
    expect(await verdictOf(stolen, rival.captain)).toBe('WrongAnswer');
    const findings = await test.db.select().from(cheatFindings).where(eq(cheatFindings.gameId, gameId));
    expect(findings).toMatchObject([{ submissionId: stolen }]);
    const answers = await test.call(submissionRoutes.ofTeam, { params, as: captain });
    expect(answers.body).toMatchObject([{ id: late, isEarlierFlag: true }]);

    // It waits for its verdict while a new instance replaces its flag.
    const [underWay, third] = await test.database.sql.begin(async (judging) => {
      await judging`select pg_advisory_xact_lock(${lockClasses.challengeJudge}::int, ${params.challengeId}::int)`;
      return [await submit(second), await restart()] as const;
    });
    await judgeNow();
    expect(await verdictOf(underWay)).toBe('Accepted');
    expect(new Set([first, second, third]).size).toBe(3);
    expect(await restart()).toBe(third);
  });

  it('is extended in its last minutes only', async () => {
    const { params, captain } = await build({}, { endAt: new Date(Date.now() + 100 * 60 * minute) });
    expectError(await test.call(containerRoutes.extend, { params, as: captain }), 'container.none');
    const { body: created } = await test.call(containerRoutes.create, { params, as: captain });
    expectError(await test.call(containerRoutes.extend, { params, as: captain }), 'container.notYetRenewable');
    test.clock.advance(111 * minute);
    const { body: extended } = await test.call(containerRoutes.extend, { params, as: captain });
    expect(extended.expectStopAt).toBe(created.expectStopAt + 120 * minute);
  });

  it('ends when its time is up, and not before when it was extended', async () => {
    const { params, captain, participation } = await build({}, { endAt: new Date(Date.now() + 100 * 60 * minute) });
    await test.call(containerRoutes.create, { params, as: captain });
    const [row] = await rowsOf(participation.id);
    test.clock.advance(115 * minute);
    await test.call(containerRoutes.extend, { params, as: captain });
    test.clock.advance(10 * minute);
    const countDelayed = async () => {
      const delayed = await worker.deps.queues[containerJobs.expire.queue].getDelayed();
      return delayed.filter(({ name, data }) => name === containerJobs.expire.name && data.containerId === row?.id)
        .length;
    };
    await worker.run(containerJobs.expire, { containerId: row?.id ?? '' });
    expect((await rowsOf(participation.id))[0]?.state).toBe('running');
    // The first one, and one for the new time.
    expect(await countDelayed()).toBe(2);
    // As by a worker whose clock is ahead.
    await worker.run(containerJobs.expire, { containerId: row?.id ?? '' });
    expect(await countDelayed()).toBe(2);
    test.clock.advance(120 * minute);
    await worker.run(containerJobs.expire, { containerId: row?.id ?? '' });
    await worker.drain();
    expect((await rowsOf(participation.id))[0]).toMatchObject({ state: 'destroyed', endReason: 'expired' });
    expect(engine.stops).toContain(row?.id);
  });

  it('never runs more than the limit for a team, whatever is asked at once', async () => {
    const { gameId, captain, participation } = await build({}, { containerCountLimit: 3 });
    const tasks = await Promise.all(
      Array.from({ length: 50 }, () =>
        buildChallenge(test.db, { gameId, type: 'DynamicContainer', containerImage: 'vexil/test:1' }),
      ),
    );
    const replies = await Promise.all(
      tasks.map(({ challenge }) =>
        test.call(containerRoutes.create, { params: { id: gameId, challengeId: challenge.id }, as: captain }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    const refused = replies.filter(({ status }) => status !== 200);
    for (const reply of refused) expectError(reply, 'container.limitReached');
    const running = (await rowsOf(participation.id)).filter(({ state }) => state === 'running');
    expect(running).toHaveLength(3);
  });

  it('starts one container when fifty ask for the same at once', async () => {
    const { params, captain, participation } = await build();
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => test.call(containerRoutes.create, { params, as: captain })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await rowsOf(participation.id)).toHaveLength(1);
  });

  it('makes room by ending the oldest where the deployment says so', async () => {
    const { gameId, captain, participation, params } = await build({}, { containerCountLimit: 1 });
    await test.database
      .sql`insert into config_entries (key, value) values ('containerPolicy.autoDestroyOnLimitReached', 'true')
      on conflict (key) do update set value = 'true'`;
    await test.call(containerRoutes.create, { params, as: captain });
    const { challenge } = await buildChallenge(test.db, {
      gameId,
      type: 'StaticContainer',
      containerImage: 'vexil/test:1',
    });
    const reply = await test.call(containerRoutes.create, {
      params: { id: gameId, challengeId: challenge.id },
      as: captain,
    });
    expect(reply.status).toBe(200);
    await worker.drain();
    const states = (await rowsOf(participation.id)).map(({ state }) => state).sort();
    expect(states).toEqual(['destroyed', 'running']);
    await test.database.sql`delete from config_entries`;
  });

  it('says so when it could not be started, and leaves nothing behind', async () => {
    const { params, captain, participation } = await build();
    engine.failStarts('imageMissing');
    expectError(await test.call(containerRoutes.create, { params, as: captain }), 'container.startFailed');
    const [row] = await rowsOf(participation.id);
    expect(row).toMatchObject({ state: 'failed', endReason: 'imageMissing' });
    expect(await engine.inspect(row?.id ?? '')).toBeNull();
  });

  it('tries again when the engine was away for a moment', async () => {
    const { params, captain } = await build();
    engine.failStarts('engineDown');
    expect((await test.call(containerRoutes.create, { params, as: captain })).status).toBe(200);
  });

  it('refuses challenges without containers, without image, hidden or of a game that has not begun', async () => {
    const attachment = await build({ type: 'StaticAttachment' });
    expectError(
      await test.call(containerRoutes.create, { params: attachment.params, as: attachment.captain }),
      'container.notSupported',
    );
    const withoutImage = await build({ containerImage: '' });
    expectError(
      await test.call(containerRoutes.create, { params: withoutImage.params, as: withoutImage.captain }),
      'challenge.imageMissing',
    );
    const disabled = await build({ isEnabled: false });
    expectError(
      await test.call(containerRoutes.create, { params: disabled.params, as: disabled.captain }),
      'challenge.notFound',
    );
    const early = await build({}, { startAt: new Date(test.clock.now().getTime() + 60 * minute) });
    expectError(
      await test.call(containerRoutes.create, { params: early.params, as: early.captain }),
      'game.notStarted',
    );
    const stranger = await buildAccount(test.db);
    expectError(
      await test.call(containerRoutes.create, { params: withoutImage.params, as: stranger }),
      'participation.missing',
    );
    expectError(await test.call(containerRoutes.create, { params: withoutImage.params }), 'account.unauthenticated');
  });

  it('lets a team touch only its own', async () => {
    const { params, captain, gameId } = await build();
    await test.call(containerRoutes.create, { params, as: captain });
    const other = await buildParticipation(test.db, { gameId, built: await buildTeam(test.db) });
    expectError(await test.call(containerRoutes.destroy, { params, as: other.captain }), 'container.none');
    expectError(await test.call(containerRoutes.extend, { params, as: other.captain }), 'container.none');
    expect((await test.call(containerRoutes.list, { params: { id: gameId }, as: other.captain })).body).toEqual([]);
  });

  it('runs one test container per challenge with a test flag, for organisers only', async () => {
    const { params, captain } = await build({ flagTemplateSealed: testSealing.seal('flag{[TEAM_HASH]}') });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    expectError(await test.call(testContainerRoutes.create, { params, as: captain }), 'account.forbidden');
    const first = await test.call(testContainerRoutes.create, { params, as: admin });
    expect(first.body).toMatchObject({ status: 'Running' });
    expect(engine.starts.at(-1)?.env).toMatchObject({ FLAG: 'flag{TestTeamHash}', TEAM_ID: 'admin' });
    const second = await test.call(testContainerRoutes.create, { params, as: admin });
    expect(second.status).toBe(200);
    const live = await test.db
      .select()
      .from(containers)
      .where(and(eq(containers.challengeId, params.challengeId), eq(containers.state, 'running')));
    expect(live).toHaveLength(1);
    expect((await test.call(testContainerRoutes.destroy, { params, as: admin })).status).toBe(200);
    expect((await test.call(testContainerRoutes.destroy, { params, as: admin })).status).toBe(200);
  });

  it('extends a test container to two hours from now, and shows its log, for organisers only', async () => {
    const { params, captain } = await build();
    const admin = await buildAccount(test.db, { role: 'Admin' });
    expectError(await test.call(testContainerRoutes.extend, { params, as: admin }), 'container.none');
    expectError(await test.call(testContainerRoutes.log, { params, as: admin }), 'container.none');
    await test.call(testContainerRoutes.create, { params, as: admin });
    const soon = new Date(test.clock.now().getTime() + minute);
    const [row] = await test.db
      .update(containers)
      .set({ expiresAt: soon })
      .where(eq(containers.challengeId, params.challengeId))
      .returning();
    for (const route of [testContainerRoutes.extend, testContainerRoutes.log]) {
      expectError(await test.call(route, { params, as: captain }), 'account.forbidden');
    }

    const before = test.clock.now().getTime();
    const extended = await test.call(testContainerRoutes.extend, { params, as: admin });
    expect(extended.body.expectStopAt).toBeGreaterThanOrEqual(before + 120 * minute);
    expect(extended.body.expectStopAt).toBeLessThanOrEqual(test.clock.now().getTime() + 120 * minute);
    expect((await test.call(testContainerRoutes.log, { params, as: admin })).body).toEqual({ text: null });
    await beatHeart(test.deps.redis, test.deps.keyPrefix, 'worker');
    const log = await test.call(testContainerRoutes.log, { params, as: admin });
    expect(log.body).toEqual({ text: `fake container ${row?.id}\n` });
    await test.call(testContainerRoutes.destroy, { params, as: admin });
    expectError(await test.call(testContainerRoutes.log, { params, as: admin }), 'container.none');
  });

  it('extends a test container no further than administrators allow', async () => {
    const { params } = await build();
    const admin = await buildAccount(test.db, { role: 'Admin' });
    await test.call(testContainerRoutes.create, { params, as: admin });
    // It began so long ago that the ceiling over all organisers is reached.
    await test.db
      .update(containers)
      .set({ startedAt: new Date(0) })
      .where(eq(containers.challengeId, params.challengeId));
    expectError(await test.call(testContainerRoutes.extend, { params, as: admin }), 'container.lifetimeReached');
    await test.call(testContainerRoutes.destroy, { params, as: admin });
  });

  describe('the reconcile', () => {
    const reconcile = async () => {
      await worker.run(containerJobs.reconcile, {});
      await worker.drain();
    };

    it('ends the row of a container that vanished', async () => {
      const { params, captain, participation } = await build();
      await test.call(containerRoutes.create, { params, as: captain });
      const [row] = await rowsOf(participation.id);
      engine.lose(row?.id ?? '', { silently: true });
      await reconcile();
      expect((await rowsOf(participation.id))[0]).toMatchObject({ state: 'destroyed', endReason: 'exited' });
    });

    it('removes what no row wants', async () => {
      const stray = await engine.addStray({
        id: crypto.randomUUID(),
        image: 'vexil/test:1',
        env: {},
        ports: [{ name: 'main', port: 9000 }],
        memoryMiB: 64,
        cpuTenths: 1,
        storageMiB: 0,
        networkMode: 'Open',
      });
      await reconcile();
      expect(await engine.inspect(stray.id)).toBeNull();
    });

    it('starts what was requested when its job was lost', async () => {
      const { challenge, participation, captain, gameId } = await build();
      await test.call(challengeRoutes.get, { params: { id: gameId, challengeId: challenge.id }, as: captain });
      const requestedAt = new Date(test.clock.now().getTime() - 30_000);
      await test.db.insert(containers).values({
        kind: 'Team',
        gameId,
        challengeId: challenge.id,
        participationId: participation.id,
        accountId: captain.id,
        image: 'vexil/test:1',
        requestedAt,
        expiresAt: new Date(requestedAt.getTime() + 120 * minute),
      });
      await reconcile();
      expect((await rowsOf(participation.id))[0]?.state).toBe('running');
    });

    it('gives up a start that is too late, and ends what expired while no worker ran', async () => {
      const { challenge, participation, captain, gameId, params } = await build();
      await test.db.insert(containers).values({
        kind: 'Team',
        gameId,
        challengeId: challenge.id,
        participationId: participation.id,
        accountId: captain.id,
        image: 'vexil/test:1',
        engine: 'default',
        requestedAt: new Date(test.clock.now().getTime() - 20 * minute),
        placedAt: new Date(test.clock.now().getTime() - 10 * minute),
        expiresAt: new Date(test.clock.now().getTime() + 100 * minute),
      });
      await reconcile();
      expect((await rowsOf(participation.id))[0]).toMatchObject({ state: 'failed', endReason: 'tooLate' });
      await test.call(containerRoutes.create, { params, as: captain });
      await test.db
        .update(containers)
        .set({ expiresAt: new Date(test.clock.now().getTime() - 1) })
        .where(and(eq(containers.participationId, participation.id), eq(containers.state, 'running')));
      await reconcile();
      expect((await rowsOf(participation.id)).filter(({ state }) => state === 'running')).toHaveLength(0);
    });
  });
});
