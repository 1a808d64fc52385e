import { containerJobs, containerRoutes } from '@vexil/contract/container';
import { DomainError, type ErrorCode } from '@vexil/contract/errors';
import { type ContainerPolicy, standardSettings } from '@vexil/contract/settings';
import { activities } from '@vexil/db/schema/activity';
import { challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers, type NewContainerRow } from '@vexil/db/schema/container';
import { gameStaff } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { teamChallenges } from '@vexil/db/schema/submission';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import type { Actor } from '@vexil/http/call/actor';
import type { Deps } from '@vexil/http/deps';
import { waitingStartsMax } from '@vexil/rules/container.rules';
import { and, asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';
import { messagesIn } from '../../testing/outbox';
import { createContainer, destroyContainer, extendContainer, type PlayRequest } from './container.service';

const minuteMs = 60_000;
const now = new Date();
const at = (ms: number) => new Date(now.getTime() + ms);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ containerEngine: 'docker', containerPublicHost: null });
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

/** Records jobs and replaces the worker. */
let jobs: { name: string; containerId?: string }[];
let onStart: Partial<ContainerRow>;
let onStop: Partial<ContainerRow>;
beforeEach(async () => {
  await test.db.delete(containers);
  jobs = [];
  onStart = { state: 'running', startedAt: now, publicPort: 30_001 };
  onStop = { state: 'destroyed', endedAt: now };
});

interface Circumstances {
  policy?: Partial<ContainerPolicy>;
  config?: Partial<Deps['config']>;
  /** Runs after the access check, before the participation is locked. */
  meanwhile?: () => Promise<unknown>;
}

function depsWith({ policy = {}, config = {}, meanwhile = async () => undefined }: Circumstances = {}): Deps {
  const add = async (name: string, { containerId }: { containerId?: string }) => {
    jobs.push({ name, containerId });
    const values = containerId === undefined ? onStart : onStop;
    if (Object.keys(values).length === 0) return;
    const isRequested = and(eq(containers.state, 'requested'), eq(containers.requestedAt, now));
    await test.db
      .update(containers)
      .set(values)
      .where(containerId === undefined ? isRequested : eq(containers.id, containerId));
  };
  const containerPolicy = { ...standardSettings.containerPolicy, ...policy };
  const read = async () => {
    await meanwhile();
    return { ...standardSettings, containerPolicy };
  };
  return {
    ...test.deps,
    config: { ...test.deps.config, ...config },
    settings: { read },
    queues: {
      ...test.deps.queues,
      container: { add } as unknown as Deps['queues']['container'],
      placement: { add } as unknown as Deps['queues']['placement'],
    },
  };
}

/** Every read of the monotonic clock advances it by a minute. */
function letTimeRunOut(): void {
  let elapsedMs = 0;
  vi.spyOn(performance, 'now').mockImplementation(() => {
    elapsedMs += minuteMs;
    return elapsedMs;
  });
}

async function build(values: ChallengeValues = {}, game: Parameters<typeof buildGame>[1] = {}) {
  const { id: gameId } = await buildGame(test.db, { practiceMode: false, ...game });
  const { challenge } = await buildTask(gameId, values);
  const { participation, captain } = await buildParticipation(test.db, { gameId });
  const actor: Actor = { ...captain, sessionHash: 'session', token: null };
  const request: PlayRequest = {
    actor,
    gameId,
    challengeId: challenge.id,
    receivedAt: now,
  };
  return { gameId, challenge, participation, captain, request };
}
type Built = Awaited<ReturnType<typeof build>>;

const buildTask = (gameId: number, values: ChallengeValues = {}) =>
  buildChallenge(test.db, { gameId, type: 'DynamicContainer', containerImage: ' vexil/test:1 ', ...values });

/** A container of the team, by default of the built challenge. */
async function store({ gameId, challenge, participation, captain }: Built, values: Partial<NewContainerRow> = {}) {
  const [row] = await test.db
    .insert(containers)
    .values({
      kind: 'Team',
      gameId,
      challengeId: challenge.id,
      participationId: participation.id,
      accountId: captain.id,
      state: 'running',
      image: 'vexil/test:1',
      publicHost: 'ctf.example.test',
      publicPort: 30_000,
      requestedAt: at(-30 * minuteMs),
      expiresAt: at(5 * minuteMs),
      ...values,
    })
    .returning();
  if (!row) throw new Error('The container was not stored.');
  return row;
}

async function storeOfAnother(built: Built, values: Partial<NewContainerRow> = {}) {
  const { challenge } = await buildTask(built.gameId);
  return store({ ...built, challenge }, values);
}

async function recordContainerOperation({ gameId, challenge, participation }: Built, lastContainerOperationAt: Date) {
  await test.db.insert(teamChallenges).values({
    gameId,
    participationId: participation.id,
    challengeId: challenge.id,
    flagHash: testSealing.hashFlag(challenge.id, 'flag{instance}'),
    flagSealed: testSealing.seal('flag{instance}'),
    lastContainerOperationAt,
  });
}

const rowsOf = ({ participation }: Built) =>
  test.db
    .select()
    .from(containers)
    .where(eq(containers.participationId, participation.id))
    .orderBy(asc(containers.requestedAt));

async function lastOperation({ participation, challenge }: Built): Promise<Date | null | undefined> {
  const [row] = await test.db
    .select({ at: teamChallenges.lastContainerOperationAt })
    .from(teamChallenges)
    .where(and(eq(teamChallenges.participationId, participation.id), eq(teamChallenges.challengeId, challenge.id)));
  return row?.at;
}

async function refusal(work: Promise<unknown>): Promise<{ code: ErrorCode } & DomainError['options']> {
  const error = await work.then(
    () => null,
    (reason: unknown) => reason,
  );
  if (!(error instanceof DomainError)) throw new Error('It was not refused.', { cause: error });
  return { code: error.code, ...error.options };
}

/** Errors of the access check for every container call. */
const refusedByAccess: [ErrorCode, (built: Built) => Promise<unknown>][] = [
  ['game.notFound', async ({ request }) => Object.assign(request, { gameId: 2_147_483_647 })],
  [
    'participation.missing',
    ({ participation }) => test.db.delete(participations).where(eq(participations.id, participation.id)),
  ],
  [
    'participation.notAccepted',
    ({ participation }) =>
      test.db.update(participations).set({ status: 'Suspended' }).where(eq(participations.id, participation.id)),
  ],
  ['game.notStarted', async ({ request }) => Object.assign(request, { receivedAt: at(-25 * 60 * minuteMs) })],
  ['game.ended', async ({ request }) => Object.assign(request, { receivedAt: at(25 * 60 * minuteMs) })],
  [
    'challenge.notFound',
    ({ challenge }) => test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challenge.id)),
  ],
  [
    'container.notSupported',
    ({ challenge }) =>
      test.db.update(challenges).set({ type: 'StaticAttachment' }).where(eq(challenges.id, challenge.id)),
  ],
];

describe('createContainer', () => {
  it('requests a container with the settings of the deployment and resolves when it runs', async () => {
    const built = await build();
    const row = await createContainer(depsWith({ policy: { defaultLifetime: 45 } }), built.request);
    expect(row).toMatchObject({
      kind: 'Team',
      state: 'running',
      gameId: built.gameId,
      challengeId: built.challenge.id,
      participationId: built.participation.id,
      accountId: built.captain.id,
      image: 'vexil/test:1',
      isProxy: false,
      // No host is configured, and the Host header is not stored.
      publicHost: null,
      requestedAt: now,
      expiresAt: at(45 * minuteMs),
    });
    expect(await rowsOf(built)).toEqual([row]);
    expect(jobs).toEqual([{ name: containerJobs.place.name }]);
    expect(await lastOperation(built)).toEqual(now);
    const messages = await messagesIn(test.deps, `participation:${built.participation.id}`);
    expect(messages).toMatchObject([
      {
        target: 'ContainerChanged',
        payload: { containerId: row.id, state: 'requested', entry: null, expectStopAt: null, position: null },
      },
    ]);
  });

  it.each<[string, Partial<Deps['config']>, Partial<ContainerRow>]>([
    ['the host of PUBLIC_URL', { publicUrl: 'https://ctf.example.test:8443' }, { publicHost: 'ctf.example.test' }],
    ['the host of the settings', { containerPublicHost: 'play.example.test' }, { publicHost: 'play.example.test' }],
    ['no host in proxy mode', { containerPortMapping: 'proxy' }, { isProxy: true, publicHost: null }],
  ])('gives it %s', async (_, config, values) => {
    const built = await build();
    expect(await createContainer(depsWith({ config }), built.request)).toMatchObject({ isProxy: false, ...values });
  });

  it.each(refusedByAccess)('refuses with %s', async (code, change) => {
    const built = await build();
    await change(built);
    expect(await refusal(createContainer(depsWith(), built.request))).toEqual({ code });
    expect(jobs).toEqual([]);
  });

  it.each<[ErrorCode, (built: Built) => Promise<unknown>]>([
    [
      'participation.notAccepted',
      ({ participation }) =>
        test.db.update(participations).set({ status: 'Suspended' }).where(eq(participations.id, participation.id)),
    ],
    [
      'challenge.notFound',
      ({ challenge }) => test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challenge.id)),
    ],
  ])('refuses with %s when that became so after the gate', async (code, change) => {
    const built = await build();
    const deps = depsWith({ meanwhile: () => change(built) });
    expect(await refusal(createContainer(deps, built.request))).toEqual({ code });
    expect(await rowsOf(built)).toEqual([]);
  });

  it('refuses without an image or an engine', async () => {
    const built = await build({ containerImage: '  ' });
    expect(await refusal(createContainer(depsWith(), built.request))).toEqual({ code: 'challenge.imageMissing' });
    const deps = depsWith({ config: { containerEngine: 'none' } });
    expect(await refusal(createContainer(deps, built.request))).toEqual({ code: 'container.noEngine' });
    expect(jobs).toEqual([]);
  });

  it.each(['requested', 'starting', 'running', 'stopping'] as const)(
    'refuses a second one of the challenge while the first is %s',
    async (state) => {
      const built = await build();
      await store(built, { state });
      expect(await refusal(createContainer(depsWith(), built.request))).toEqual({ code: 'container.alreadyRunning' });
    },
  );

  it.each(['destroyed', 'failed'] as const)('starts one after a %s container', async (state) => {
    const built = await build();
    await store(built, { state });
    expect(await createContainer(depsWith(), built.request)).toMatchObject({ state: 'running' });
  });

  it.each<[ContainerRow['endReason'], ContainerRow['state'], ErrorCode]>([
    ['imageMissing', 'failed', 'container.startFailed'],
    ['noEngine', 'failed', 'container.noEngine'],
    ['noEngine', 'destroyed', 'container.startFailed'],
    ['player', 'stopping', 'container.startFailed'],
    ['diskLimit', 'stopping', 'container.diskLimitExceeded'],
    ['diskLimit', 'destroyed', 'container.diskLimitExceeded'],
  ])('says what came of a start that ended with %s as %s', async (endReason, state, code) => {
    const built = await build();
    onStart = { state, endReason };
    expect(await refusal(createContainer(depsWith(), built.request))).toEqual({ code });
  });

  it('reports that it waits when no worker starts it in time, and leaves it queued', async () => {
    const built = await build();
    onStart = {};
    letTimeRunOut();
    expect(await refusal(createContainer(depsWith(), built.request))).toEqual({
      code: 'container.stillWaiting',
      params: { position: 0 },
      retryAfterSeconds: 30,
    });
    expect(await rowsOf(built)).toMatchObject([{ state: 'requested' }]);
  });

  it('refuses when the queue is full', async () => {
    const [built, queued] = [await build(), await build()];
    const waiting = await test.db
      .insert(challenges)
      .values(
        Array.from({ length: waitingStartsMax - 1 }, (_, n) => ({ gameId: queued.gameId, title: `Challenge ${n}` })),
      )
      .returning();
    await test.db.insert(containers).values(
      waiting.map(({ id }) => ({
        kind: 'Team' as const,
        gameId: queued.gameId,
        challengeId: id,
        participationId: queued.participation.id,
        image: 'vexil/test:1',
        requestedAt: at(-1),
        expiresAt: at(minuteMs),
      })),
    );
    expect(await createContainer(depsWith(), built.request)).toMatchObject({ state: 'running' });

    await store(queued, { state: 'requested', requestedAt: at(-1) });
    const late = await build();
    expect(await refusal(createContainer(depsWith(), late.request))).toEqual({
      code: 'container.queueFull',
      params: { seconds: 30 },
      retryAfterSeconds: 30,
    });
  });

  describe('the limit of a team', () => {
    it.each(['requested', 'starting', 'running'] as const)('counts a %s container', async (state) => {
      const built = await build({}, { containerCountLimit: 1 });
      await storeOfAnother(built, { state });
      expect(await refusal(createContainer(depsWith(), built.request))).toEqual({
        code: 'container.limitReached',
        params: { limit: 1 },
      });
    });

    it.each(['stopping', 'destroyed', 'failed'] as const)('does not count a %s container', async (state) => {
      const built = await build({}, { containerCountLimit: 1 });
      await storeOfAnother(built, { state });
      expect(await createContainer(depsWith(), built.request)).toMatchObject({ state: 'running' });
    });

    it('does not count test containers and those of other teams', async () => {
      const built = await build({}, { containerCountLimit: 1 });
      await storeOfAnother(built, { kind: 'Test', participationId: null });
      const { participation } = await buildParticipation(test.db, { gameId: built.gameId });
      await storeOfAnother(built, { participationId: participation.id });
      expect(await createContainer(depsWith(), built.request)).toMatchObject({ state: 'running' });
    });

    it('starts containers up to the limit, and any number without one', async () => {
      const two = await build({}, { containerCountLimit: 2 });
      await storeOfAnother(two);
      expect(await createContainer(depsWith(), two.request)).toMatchObject({ state: 'running' });
      const { challenge } = await buildTask(two.gameId);
      const third = { ...two.request, challengeId: challenge.id };
      expect(await refusal(createContainer(depsWith(), third))).toMatchObject({ code: 'container.limitReached' });

      const unlimited = await build({}, { containerCountLimit: 0 });
      await storeOfAnother(unlimited);
      expect(await createContainer(depsWith(), unlimited.request)).toMatchObject({ state: 'running' });
    });

    it('stops the oldest running container where the policy says so', async () => {
      const built = await build({}, { containerCountLimit: 2 });
      const ending = await storeOfAnother(built, { state: 'stopping', requestedAt: at(-50 * minuteMs) });
      const oldest = await storeOfAnother(built, { requestedAt: at(-40 * minuteMs) });
      const newer = await storeOfAnother(built, { requestedAt: at(-20 * minuteMs) });
      const row = await createContainer(depsWith({ policy: { autoDestroyOnLimitReached: true } }), built.request);
      expect(jobs).toEqual([{ name: 'stop-container', containerId: oldest.id }, { name: containerJobs.place.name }]);
      expect(await rowsOf(built)).toMatchObject([
        { id: ending.id, state: 'stopping', endReason: null },
        { id: oldest.id, state: 'destroyed', endReason: 'limit' },
        { id: newer.id, state: 'running' },
        { id: row.id, state: 'running' },
      ]);
    });
  });
});

describe('the cooldown between two operations on a challenge', () => {
  it.each([
    ['just now', 0, 10],
    ['a moment ago', -1, 10],
    ['a second ago', -1_000, 9],
    ['almost ten seconds ago', -9_999, 1],
    // Clocks of two servers differ: no reply reports more than the cooldown.
    ['a millisecond ahead of this clock', 1, 10],
    ['an hour ahead of this clock', 60 * minuteMs, 10],
  ])('holds back a start and a stop after one %s', async (_, ago, seconds) => {
    const built = await build();
    await recordContainerOperation(built, at(ago));
    const tooSoon = { code: 'container.tooSoon', params: { seconds }, retryAfterSeconds: seconds };
    expect(await refusal(createContainer(depsWith(), built.request))).toEqual(tooSoon);
    await store(built);
    expect(await refusal(destroyContainer(depsWith(), built.request))).toEqual(tooSoon);
    expect(jobs).toEqual([]);
  });

  it('is over after ten seconds', async () => {
    const started = await build();
    await recordContainerOperation(started, at(-10_000));
    expect(await createContainer(depsWith(), started.request)).toMatchObject({ state: 'running' });
    const stopped = await build();
    await recordContainerOperation(stopped, at(-10_000));
    await store(stopped);
    await destroyContainer(depsWith(), stopped.request);
    expect(await rowsOf(stopped)).toMatchObject([{ state: 'destroyed' }]);
  });

  it('does not apply to extensions', async () => {
    const built = await build();
    await recordContainerOperation(built, now);
    await store(built);
    expect(await extendContainer(depsWith(), built.request)).toMatchObject({ state: 'running' });
  });
});

describe('extendContainer', () => {
  it('extends from the old end and notifies the team', async () => {
    const built = await build();
    const { id, expiresAt } = await store(built);
    const row = await extendContainer(depsWith({ policy: { extensionDuration: 30 } }), built.request);
    expect(row).toMatchObject({ id, expiresAt: new Date(expiresAt.getTime() + 30 * minuteMs) });
    expect(await rowsOf(built)).toEqual([row]);
    const messages = await messagesIn(test.deps, `participation:${built.participation.id}`);
    expect(messages).toMatchObject([
      {
        target: 'ContainerChanged',
        payload: { containerId: id, state: 'running', expectStopAt: row.expiresAt.getTime(), position: null },
      },
    ]);
  });

  it.each([
    [8, 8 * minuteMs, true],
    [8, 8 * minuteMs + 1, false],
    [1, 1 * minuteMs, true],
    [1, 2 * minuteMs, false],
    [8, -1, true],
  ])('with a window of %i min and %i ms left is possible: %s', async (renewalWindow, leftMs, possible) => {
    const built = await build();
    const { expiresAt } = await store(built, { expiresAt: at(leftMs) });
    const extension = extendContainer(depsWith({ policy: { renewalWindow } }), built.request);
    if (possible) return expect(await extension).toMatchObject({ state: 'running' });
    const notYet = { code: 'container.notYetRenewable', params: { minutes: renewalWindow } };
    expect(await refusal(extension)).toEqual(notYet);
    expect(await rowsOf(built)).toMatchObject([{ expiresAt }]);
  });

  it.each(['requested', 'starting', 'stopping', 'destroyed', 'failed'] as const)(
    'refuses a %s container',
    async (state) => {
      const built = await build();
      const { expiresAt } = await store(built, { state });
      expect(await refusal(extendContainer(depsWith(), built.request))).toEqual({ code: 'container.none' });
      expect(await rowsOf(built)).toMatchObject([{ state, expiresAt }]);
    },
  );

  it('refuses containers of another challenge or another team', async () => {
    const built = await build();
    await storeOfAnother(built);
    const { participation } = await buildParticipation(test.db, { gameId: built.gameId });
    await store(built, { participationId: participation.id });
    expect(await refusal(extendContainer(depsWith(), built.request))).toEqual({ code: 'container.none' });
  });

  it.each(refusedByAccess)('refuses with %s', async (code, change) => {
    const built = await build();
    await store(built);
    await change(built);
    expect(await refusal(extendContainer(depsWith(), built.request))).toEqual({ code });
  });

  it('refuses a team suspended after the access check', async () => {
    const built = await build();
    const { expiresAt } = await store(built);
    const deps = depsWith({
      meanwhile: () =>
        test.db
          .update(participations)
          .set({ status: 'Suspended' })
          .where(eq(participations.id, built.participation.id)),
    });
    expect(await refusal(extendContainer(deps, built.request))).toEqual({ code: 'participation.notAccepted' });
    expect(await rowsOf(built)).toMatchObject([{ expiresAt }]);
  });
});

describe('destroyContainer', () => {
  it.each(['requested', 'starting', 'running'] as const)('stops a %s container and publishes it', async (state) => {
    const built = await build();
    const { id } = await store(built, { state });
    await destroyContainer(depsWith(), built.request);
    expect(jobs).toEqual([{ name: 'stop-container', containerId: id }]);
    expect(await rowsOf(built)).toMatchObject([{ id, state: 'destroyed', endReason: 'player' }]);
    expect(await lastOperation(built)).toEqual(now);
    const messages = await messagesIn(test.deps, `participation:${built.participation.id}`);
    expect(messages).toMatchObject([{ target: 'ContainerChanged', payload: { containerId: id, state: 'stopping' } }]);
    const [activity] = await test.db.select().from(activities).where(eq(activities.gameId, built.gameId));
    expect(activity).toMatchObject({
      type: 'ContainerDestroy',
      values: [`${built.challenge.id}`, built.challenge.title],
      participationId: built.participation.id,
      accountId: built.captain.id,
      happenedAt: now,
    });
    const monitors = await messagesIn(test.deps, `monitor:${built.gameId}`);
    expect(monitors).toMatchObject([{ target: 'ReceivedGameEvent' }]);
  });

  it.each(['stopping', 'destroyed', 'failed'] as const)('refuses a %s container', async (state) => {
    const built = await build();
    await store(built, { state });
    expect(await refusal(destroyContainer(depsWith(), built.request))).toEqual({ code: 'container.none' });
    expect(jobs).toEqual([]);
  });

  it.each<[string, Partial<ContainerRow>, boolean]>([
    ['fails while the engine does not end it', {}, true],
    ['is done when the engine had lost it', { state: 'failed' }, false],
  ])('%s', async (_, stopped, fails) => {
    const built = await build();
    await store(built);
    onStop = stopped;
    letTimeRunOut();
    const work = destroyContainer(depsWith(), built.request);
    if (!fails) return expect(await work).toBeUndefined();
    expect(await refusal(work)).toEqual({ code: 'container.stopFailed' });
    expect(await rowsOf(built)).toMatchObject([{ state: 'stopping' }]);
  });

  it.each(refusedByAccess)('refuses with %s', async (code, change) => {
    const built = await build();
    await store(built);
    await change(built);
    expect(await refusal(destroyContainer(depsWith(), built.request))).toEqual({ code });
    expect(jobs).toEqual([]);
  });
});

describe('a player who may see submissions', () => {
  const places = [
    ['Monitor', 'participation.staffCannotPlay'],
    ['Admin', 'participation.staffCannotPlay'],
    ['organiser', 'participation.isStaff'],
    ['observer', 'participation.isStaff'],
  ] as const;
  const inPlace = async (place: (typeof places)[number][0]) => {
    const built = await build();
    const { gameId, captain, request } = built;
    if (place === 'Monitor' || place === 'Admin') {
      return { ...built, request: { ...request, actor: { ...request.actor, role: place } } };
    }
    await test.db.insert(gameStaff).values({ gameId, accountId: captain.id, role: place });
    return built;
  };

  it.each(places)('cannot start as %s', async (place, code) => {
    const { request } = await inPlace(place);
    expect(await refusal(createContainer(depsWith(), request))).toEqual({ code });
    expect(jobs).toEqual([]);
  });

  it.each(places)('cannot extend as %s, but can stop', async (place, code) => {
    const built = await inPlace(place);
    const { expiresAt } = await store(built);
    expect(await refusal(extendContainer(depsWith(), built.request))).toEqual({ code });
    expect(await rowsOf(built)).toMatchObject([{ state: 'running', expiresAt }]);
    await destroyContainer(depsWith(), built.request);
    expect(jobs.map(({ name }) => name)).toEqual([containerJobs.stop.name]);
  });
});

describe('GET /api/game/:id/container', () => {
  it('lists queued and running containers, oldest first, with the member who started them', async () => {
    const built = await build();
    const second = await storeOfAnother(built, { state: 'requested', requestedAt: at(-minuteMs) });
    const first = await store(built);
    await storeOfAnother(built, { state: 'destroyed' });
    await storeOfAnother(built, { kind: 'Test', participationId: null });
    const { id: participationId } = (await buildParticipation(test.db, { gameId: built.gameId })).participation;
    await storeOfAnother(built, { participationId });

    const { userName } = built.captain;
    const listed = await test.call(containerRoutes.list, { as: built.captain, params: { id: built.gameId } });
    expect(listed.body).toMatchObject([
      { containerId: first.id, state: 'running', expectStopAt: first.expiresAt.getTime(), userName },
      { containerId: second.id, state: 'requested', expectStopAt: null, userName },
    ]);
    expect(listed.body).toHaveLength(2);
  });
});
