import { containerAdminRoutes as routes } from '@vexil/contract/container-admin';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { auditEntries } from '@vexil/db/schema/audit';
import { type ContainerRow, containers, type NewContainerRow } from '@vexil/db/schema/container';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildEngine } from '@vexil/db/testing/engine';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { jobsIn, messagesIn } from '../../testing/outbox';
import { viewAdminContainer } from './container.admin.view';

let test: TestApp;
let admin: AccountRow;
let one: BuiltParticipation;
let other: BuiltParticipation;
let organiser: AccountRow;
let observer: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  one = await buildParticipation(test.db);
  other = await buildParticipation(test.db);
  [organiser, observer] = [await buildAccount(test.db), await buildAccount(test.db)];
  await test.db.insert(gameStaff).values([
    { gameId: one.participation.gameId, accountId: organiser.id, role: 'organiser' },
    { gameId: one.participation.gameId, accountId: observer.id, role: 'observer' },
  ]);
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(containers);
  await test.db.delete(auditEntries);
  await test.deps.queues.container.drain(true);
});

let age = 0;
async function run(
  { participation }: BuiltParticipation,
  values: Partial<NewContainerRow> = {},
): Promise<ContainerRow> {
  const { gameId } = participation;
  const { challenge } = await buildChallenge(test.db, { gameId, type: 'DynamicContainer', category: 'Pwn' });
  age += 1000;
  const [row] = await test.db
    .insert(containers)
    .values({
      kind: 'Team',
      gameId,
      challengeId: challenge.id,
      participationId: participation.id,
      state: 'running',
      image: 'vexil/quiz:1',
      engineId: 'e1',
      internalHost: '10.0.0.2',
      internalPort: 80,
      publicHost: 'play.example.test',
      publicPort: 30_001,
      requestedAt: new Date(1_700_000_000_000 + age),
      startedAt: new Date(1_700_000_001_000 + age),
      expiresAt: new Date(1_700_007_200_000),
      ...values,
    })
    .returning();
  if (!row) throw new Error('The container was not stored.');
  return row;
}

const list = (as?: AccountRow) => test.call(routes.list, as ? { as } : {});
const idsFor = async (as: AccountRow) => (await list(as)).body.data.map(({ containerGuid }) => containerGuid);
const destroy = (id: string, as = admin) => test.call(routes.destroy, { as, params: { id } });
const stateOf = async (id: string) => (await test.db.select().from(containers).where(eq(containers.id, id)))[0]?.state;

/** Stops a container as the worker does. */
async function stopLikeAWorker(id: string): Promise<void> {
  await vi.waitFor(async () => expect(await stateOf(id)).toBe('stopping'), { timeout: 30_000, interval: 10 });
  await test.db.update(containers).set({ state: 'destroyed', endedAt: new Date() }).where(eq(containers.id, id));
}

describe('GET /api/admin/instances/failures', () => {
  const failures = async (as: AccountRow) => (await test.call(routes.failures, { as })).body;
  const failed = { state: 'failed', startedAt: null, endReason: 'unreachable', endDetail: { seconds: 30 } } as const;

  it('says why starts failed, with challenge, game and team, until the team asks again', async () => {
    const endedAt = new Date(test.clock.now().getTime() - 60_000);
    const first = await run(one, { ...failed, endedAt });
    const long = await run(one, { ...failed, endedAt: new Date(endedAt.getTime() - 25 * 3_600_000) });
    const second = await run(other, { ...failed, endReason: 'imageMissing', endedAt: test.clock.now() });
    await run(one, { ...failed, kind: 'Test', participationId: null, endedAt });
    expect(await failures(admin)).toMatchObject([
      { containerGuid: second.id, reason: 'The registry has no image vexil/quiz:1.', game: { id: second.gameId } },
      {
        team: { name: one.team.name },
        challenge: { id: first.challengeId },
        at: endedAt.getTime(),
        reason: 'The container runs, but nothing answered on port 80 within 30 s.',
      },
    ]);
    expect((await failures(organiser)).map(({ containerGuid }) => containerGuid)).toEqual([first.id]);
    await run(one, { challengeId: first.challengeId });
    expect(await failures(organiser)).toEqual([]);
    expect(long.state).toBe('failed');
  });

  it('is closed to who organises no game', async () => {
    expectError(await test.call(routes.failures, { as: observer }), 'account.forbidden');
  });
});

describe('GET /api/admin/instances', () => {
  it('lists containers of all games, oldest first', async () => {
    const first = await run(one, { via: 'Token' });
    const second = await run(other, {
      state: 'requested',
      engine: 'local',
      engineId: null,
      publicPort: null,
      startedAt: null,
    });
    await run(one, { state: 'destroyed' });
    await run(one, { state: 'failed' });
    await run(one, { kind: 'Test', participationId: null });
    const { body } = await list(admin);
    expect(body).toMatchObject({ length: 2, total: 2 });
    expect(body.data[0]).toEqual({
      team: { id: one.team.id, name: one.team.name, avatar: null },
      challenge: { id: first.challengeId, title: expect.any(String), category: 'Pwn', customCategory: null },
      game: { id: one.participation.gameId, title: expect.any(String) },
      image: 'vexil/quiz:1',
      containerGuid: first.id,
      containerId: 'e1',
      startedAt: first.startedAt?.getTime(),
      expectStopAt: 1_700_007_200_000,
      ip: 'play.example.test',
      port: 30_001,
      ports: [],
      status: 'Running',
      position: null,
      via: 'Token',
    });
    expect(body.data[1]).toMatchObject({
      containerGuid: second.id,
      containerId: '',
      startedAt: second.requestedAt.getTime(),
      ip: '10.0.0.2',
      port: 80,
      status: 'Pending',
    });
  });

  it('shows each port as the team reaches it', async () => {
    const inner = { host: '127.0.0.1', hostPort: 32_774 };
    const ports = [
      { name: 'main', port: 80, kind: 'http', publicPort: 30_001, ...inner },
      { name: 'console', port: 4444, kind: 'tcp', publicPort: 30_002, ...inner },
    ] satisfies NewContainerRow['ports'];
    await run(one, { ports });
    await run(one, { ports, state: 'starting' });
    const [running, starting] = (await list(admin)).body.data;
    expect(running?.ports.map(({ name, entry }) => `${name} ${entry}`)).toEqual([
      'main play.example.test:30001',
      'console play.example.test:30002',
    ]);
    expect(starting?.ports).toEqual([]);
    const named = await run(one, {
      ports: ports.slice(0, 1),
      hostToken: 'a'.repeat(32),
      publicPort: null,
      isProxy: true,
    });
    const containerDomain = { protocol: 'http', host: 'play-ctf.net', port: 8080 } as const;
    const viewed = viewAdminContainer(
      { config: { ...test.deps.config, containerDomain } },
      {
        container: named,
        team: null,
        challenge: { id: named.challengeId, title: 'Buoy', category: 'Web', customCategory: null, exposePort: 80 },
        game: { id: named.gameId, title: 'Harbour' },
        queued: undefined,
      },
      null,
    );
    expect(viewed.ports).toMatchObject([{ url: `http://${'a'.repeat(32)}.play-ctf.net:8080/` }]);
  });

  it('lists starts that wait in the queue with their position', async () => {
    await buildEngine(test.db, { isUp: false });
    const waits = { state: 'requested', engineId: null, publicPort: null, startedAt: null } as const;
    await run(one, waits);
    await run(other, waits);
    const { data } = (await list(admin)).body;
    expect(data.map(({ status, position }) => [status, position])).toEqual([
      ['Queued', 0],
      ['Queued', 1],
    ]);
  });

  it("lists only an organiser's own games", async () => {
    const [own] = [await run(one), await run(other)];
    expect(await idsFor(organiser)).toEqual([own.id]);
    expect(await idsFor(admin)).toHaveLength(2);
  });

  it('is for administrators and organisers', async () => {
    await run(one);
    expectError(await list(), 'account.unauthenticated');
    expectError(await list(await buildAccount(test.db, { role: 'Banned' })), 'account.banned');
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    for (const as of [one.captain, observer, monitor]) {
      const reply = await list(as);
      expectError(reply, 'account.forbidden');
      expect(JSON.stringify(reply.body)).not.toMatch(/play\.example|vexil\/quiz/);
    }
  });
});

describe('DELETE /api/admin/instances/:id', () => {
  it('stops a container, notifies its team, audits it and adds no game event', async () => {
    const { id } = await run(one);
    const [reply] = await Promise.all([destroy(id), stopLikeAWorker(id)]);
    expect(reply).toMatchObject({ status: 200, body: undefined });
    expect(await jobsIn(test.deps, 'container')).toEqual([{ name: 'stop-container', data: { containerId: id } }]);
    const messages = await messagesIn(test.deps, `participation:${one.participation.id}`);
    expect(messages.at(-1)).toMatchObject({
      target: 'ContainerChanged',
      payload: { containerId: id, state: 'stopping' },
    });
    const { gameId } = one.participation;
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([
      { gameId, accountId: admin.id, action: 'container.destroy', target: `container:${id}` },
    ]);
    expect(await test.db.$count(activities)).toBe(0);
  });

  it('stops test containers and queued ones', async () => {
    const rows = [await run(one, { kind: 'Test', participationId: null }), await run(one, { state: 'requested' })];
    for (const { id } of rows) {
      const [reply] = await Promise.all([destroy(id), stopLikeAWorker(id)]);
      expect(reply.status).toBe(200);
    }
  });

  it('lets organisers stop containers of their own games only', async () => {
    const [own, foreign] = [await run(one), await run(other)];
    const [reply] = await Promise.all([destroy(own.id, organiser), stopLikeAWorker(own.id)]);
    expect(reply.status).toBe(200);
    expectError(await destroy(foreign.id, organiser), 'account.forbidden');
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    for (const as of [other.captain, observer, monitor]) {
      expectError(await destroy(foreign.id, as), 'account.forbidden');
      expectError(await destroy('01890a5d-ac96-774b-bcce-b302099a8057', as), 'account.forbidden');
    }
    expectError(await test.call(routes.destroy, { params: { id: foreign.id } }), 'account.unauthenticated');
    expect(await stateOf(foreign.id)).toBe('running');
  });

  it('refuses stopped and unknown containers', async () => {
    const { id } = await run(one, { state: 'destroyed' });
    expectError(await destroy(id), 'container.notFound');
    expectError(await destroy('01890a5d-ac96-774b-bcce-b302099a8057'), 'container.notFound');
    expectError(await test.send({ method: 'DELETE', url: '/api/admin/instances/x', as: admin }), 'request.notFound');
  });

  it('adds one job for fifty concurrent stops', async () => {
    const { id } = await run(one);
    const [, ...replies] = await Promise.all([stopLikeAWorker(id), ...Array.from({ length: 50 }, () => destroy(id))]);
    for (const reply of replies) if (reply.status !== 200) expectError(reply, 'container.notFound');
    expect(replies.some(({ status }) => status === 200)).toBe(true);
    expect(await jobsIn(test.deps, 'container')).toHaveLength(1);
    expect(await stateOf(id)).toBe('destroyed');
  });
});
