import { challengeEditRoutes, challengeJobs, challengeRoutes } from '@vexil/contract/challenge';
import { submissionRoutes } from '@vexil/contract/submission';
import { challenges, flags } from '@vexil/db/schema/challenge';
import { notices } from '@vexil/db/schema/notice';
import { buildChallenge } from '@vexil/db/testing/challenge';
import type {} from '@vexil/db/testing/global-setup';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { injectOf } from '@vexil/server/testing/calls';
import { catalogue } from '@vexil/server/testing/catalogue';
import { proofConfig } from '@vexil/server/testing/proof-config';
import { requests } from '@vexil/server/testing/requests';
import { buildWorld, type World } from '@vexil/server/testing/world';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, inject, it, vi } from 'vitest';
import { readTarget } from '../../testing/live';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const secret = 'Kelpie_before_its_time';
const minuteMs = 60_000;

let test: TestApp;
let worker: TestWorker;
let world: World;
let gameId: number;
beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  const { database, deps, clock } = test;
  worker = await createTestWorker({ database, redisUrl: inject('redisUrl'), keyPrefix: deps.keyPrefix, clock });
  gameId = world.game.id;
});
afterAll(async () => {
  await worker.close();
  await test.close();
});

const release = () => worker.run(challengeJobs.release, {});
const stored = async (id: number) => (await test.db.select().from(challenges).where(eq(challenges.id, id)))[0];
const announced = (challengeId: number) =>
  test.db
    .select()
    .from(notices)
    .where(and(eq(notices.challengeId, challengeId), eq(notices.type, 'NewChallenge')));

async function plan(values: Parameters<typeof buildChallenge>[1] = {}, delayMs = 10 * minuteMs) {
  const { challenge } = await buildChallenge(test.db, { gameId, isEnabled: false, ...values });
  const params = { id: gameId, challengeId: challenge.id };
  const body = { releaseUtc: test.clock.now().getTime() + delayMs };
  const reply = await test.call(challengeEditRoutes.update, { as: world.people.organiser, params, body });
  expect(reply.status).toBe(200);
  return params;
}

/** Every answer of every reading call that a player or a visitor may send, in one text. */
async function readEverything(): Promise<string> {
  const texts: string[] = [];
  for (const call of catalogue.filter(
    ({ method, who }) => method === 'GET' && ['anyone', 'user', 'captain'].includes(who),
  )) {
    const request = await requests[`${call.method} ${call.path}`]?.({ test, world, caller: world.people.participant });
    if (!request) continue;
    const { headers, ...options } = injectOf(call, request);
    for (const as of [null, world.people.participant]) {
      const cookie = as ? { cookie: await test.signIn(as) } : {};
      texts.push((await test.app.inject({ ...options, headers: { ...headers, ...cookie } })).body);
    }
  }
  return texts.join('\n');
}

describe('a planned challenge', () => {
  it('is nowhere before its time, and is announced once when it comes', async () => {
    const params = await plan({ title: secret, content: secret, hints: [secret], category: 'Reverse' });
    await release();
    expect(await readEverything()).not.toContain(secret);
    const as = world.people.participant;
    expectError(await test.call(challengeRoutes.get, { as, params }), 'challenge.notFound');
    const body = { flag: 'flag{guess}' };
    expectError(await test.call(submissionRoutes.submit, { as, params, body }), 'challenge.notFound');
    expect(await readTarget(worker.deps, `game:${gameId}`, 'ReceivedGameNotice')).toEqual([]);

    test.clock.advance(11 * minuteMs);
    expectError(await test.call(challengeRoutes.get, { as, params }), 'challenge.notFound');
    await Promise.all([release(), release(), release()]);
    await release();
    const announcedLive = await readTarget(worker.deps, `game:${gameId}`, 'ReceivedGameNotice');
    expect(announcedLive.map(({ type, values }) => [type, values])).toEqual([['NewChallenge', [secret]]]);
    expect(await announced(params.challengeId)).toHaveLength(1);
    await vi.waitFor(
      async () => {
        const details = await test.call(challengeRoutes.details, { as, params: { id: gameId } });
        expect(JSON.stringify(details.body)).toContain(secret);
      },
      { timeout: 30_000, interval: 100 },
    );
    expect((await test.call(challengeRoutes.get, { as, params })).status).toBe(200);
  });

  it('waits for a flag', async () => {
    const { challengeId } = await plan({ flags: [] });
    test.clock.advance(11 * minuteMs);
    await release();
    expect((await stored(challengeId))?.isEnabled).toBe(false);
    const [known] = await test.db.select().from(flags).limit(1);
    await test.db.insert(flags).values({ challengeId, hash: known?.hash ?? '', sealed: known?.sealed ?? '' });
    await release();
    expect(await stored(challengeId)).toMatchObject({ isEnabled: true, releaseAt: null });
  });

  it('stays disabled once its plan is taken back, or it was enabled and disabled by hand', async () => {
    const [dropped, handled] = [await plan(), await plan()];
    const change = (params: typeof dropped, body: object) =>
      test.call(challengeEditRoutes.update, { as: world.people.organiser, params, body });
    await change(dropped, { releaseUtc: 0 });
    await change(handled, { isEnabled: true });
    await change(handled, { isEnabled: false });
    test.clock.advance(11 * minuteMs);
    await release();
    for (const { challengeId } of [dropped, handled]) {
      expect(await stored(challengeId)).toMatchObject({ isEnabled: false, releaseAt: null });
    }
  });

  it('cannot be planned while it is visible, nor for the past', async () => {
    const params = await plan();
    const change = (body: object) =>
      test.call(challengeEditRoutes.update, { as: world.people.organiser, params, body });
    const now = test.clock.now().getTime();
    expectError(await change({ releaseUtc: now - minuteMs }), 'challenge.releasePast');
    expectError(await change({ isEnabled: true, releaseUtc: now + minuteMs }), 'challenge.releaseEnabled');
    await change({ isEnabled: true });
    expectError(await change({ releaseUtc: now + minuteMs }), 'challenge.releaseEnabled');
    expect((await change({ isEnabled: false, releaseUtc: now + minuteMs })).status).toBe(200);
  });
});

describe('a planned hint', () => {
  const priced = 'Selkie_that_no_team_took';
  const hintsOf = async (challengeId: number) => {
    const params = { id: gameId, challengeId };
    return (await test.call(challengeRoutes.get, { as: world.people.participant, params })).body;
  };
  const planHints = async (challengeId: number) => {
    const now = test.clock.now().getTime();
    const hintList = [
      { content: priced, cost: 10, releaseUtc: now + minuteMs },
      { content: 'Free later', releaseUtc: now + 2 * minuteMs },
    ];
    const params = { id: gameId, challengeId };
    const reply = await test.call(challengeEditRoutes.update, {
      as: world.people.organiser,
      params,
      body: { hintList },
    });
    expect(reply.status).toBe(200);
  };
  const newHints = async (challengeId: number) =>
    test.db
      .select()
      .from(notices)
      .where(and(eq(notices.challengeId, challengeId), eq(notices.type, 'NewHint')));

  it('is nowhere before its time, and is announced once when it comes, without what it costs to read', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, title: 'Tide tables' });
    await planHints(challenge.id);
    await release();
    expect(await hintsOf(challenge.id)).toMatchObject({ hints: [], hintList: [] });
    expect(await newHints(challenge.id)).toEqual([]);

    test.clock.advance(minuteMs + 1000);
    expect((await hintsOf(challenge.id)).hintList).toEqual([]);
    await Promise.all([release(), release(), release()]);
    expect(await newHints(challenge.id)).toHaveLength(1);
    expect(await hintsOf(challenge.id)).toMatchObject({ hints: [], hintList: [{ content: null, cost: 10 }] });
    const live = await readTarget(worker.deps, `game:${gameId}`, 'ReceivedGameNotice');
    expect(live.filter(({ type, values }) => type === 'NewHint' && values[0] === 'Tide tables')).toHaveLength(1);
    expect(await readEverything()).not.toContain(priced);

    test.clock.advance(minuteMs);
    await release();
    await release();
    expect((await hintsOf(challenge.id)).hints).toEqual(['Free later']);
    expect(await newHints(challenge.id)).toHaveLength(2);
    expect(await stored(challenge.id)).toMatchObject({ hints: ['Free later'], hintDueAt: null });
  });

  it('of a disabled challenge comes without a notice', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId, isEnabled: false });
    await planHints(challenge.id);
    test.clock.advance(3 * minuteMs);
    await release();
    expect(await stored(challenge.id)).toMatchObject({ hints: ['Free later'], hintDueAt: null });
    expect(await newHints(challenge.id)).toEqual([]);
  });
});
