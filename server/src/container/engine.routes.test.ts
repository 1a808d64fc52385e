import { containerJobs } from '@vexil/contract/container';
import type { EngineUpdateBody } from '@vexil/contract/engine';
import { engineRoutes as routes } from '@vexil/contract/engine';
import { lockPlacement } from '@vexil/data/container/placement.queries';
import type { Executor } from '@vexil/db';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { auditEntries } from '@vexil/db/schema/audit';
import { containers, engines, type NewContainerRow } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildEngine } from '@vexil/db/testing/engine';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { jobsIn, messagesIn } from '../../testing/outbox';

describe('the container engines', () => {
  let test: TestApp;
  let admin: AccountRow;
  let team: BuiltParticipation;
  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
    team = await buildParticipation(test.db);
  });
  afterAll(() => test.close());
  beforeEach(async () => {
    await test.db.delete(containers);
    await test.db.delete(engines);
    await test.db.delete(auditEntries);
    for (const queue of ['placement', 'sweep'] as const) await test.deps.queues[queue].drain(true);
  });

  async function addContainer(values: Partial<NewContainerRow>, db: Executor = test.db): Promise<string> {
    const { gameId, id: participationId } = team.participation;
    const { challenge } = await buildChallenge(db, { gameId, type: 'StaticContainer' });
    const [row] = await db
      .insert(containers)
      .values({
        kind: 'Team',
        gameId,
        challengeId: challenge.id,
        participationId,
        state: 'running',
        image: 'vexil/quiz:1',
        memoryMiB: 128,
        cpuTenths: 5,
        publicPort: 30_001,
        expiresAt: new Date(Date.now() + 3_600_000),
        ...values,
      })
      .returning();
    return row?.id ?? '';
  }

  const list = async () => (await test.call(routes.list, { as: admin })).body;
  const set = (name: string, state: (typeof engines.$inferSelect)['state'], more: { giveUp?: boolean } = {}) =>
    test.call(routes.update, {
      as: admin,
      params: { name },
      body: { state, ...more } as z.output<typeof EngineUpdateBody>,
    });
  const stateOf = async (name: string) =>
    (await test.db.select().from(engines).where(eq(engines.name, name)))[0]?.state;
  const isLockAwaited = async () =>
    (
      await test.database.sql`select 1 from pg_locks l join pg_database d on d.oid = l.database
        where d.datname = current_database() and l.locktype = 'advisory' and not l.granted`
    ).length > 0;
  const audited = () => test.db.select().from(auditEntries);

  it('are listed by name with what they hold', async () => {
    await buildEngine(test.db, { name: 'west', kind: 'kubernetes', isUp: false, lastError: 'connect ECONNREFUSED' });
    await buildEngine(test.db, {
      name: 'east',
      memoryMiB: 4096,
      cpuTenths: 40,
      isLimited: true,
      runtimes: ['runc', 'runsc'],
    });
    await buildEngine(test.db, { name: 'gone', seenAt: new Date(Date.now() - 16_000) });
    for (const state of ['requested', 'starting', 'running', 'running', 'stopping'] as const) {
      await addContainer({ engine: 'east', state });
    }
    for (const state of ['destroyed', 'failed'] as const) await addContainer({ engine: 'east', state });
    await addContainer({ engine: null, state: 'requested' });
    const { waiting, engines: known } = await list();
    expect(waiting).toBe(1);
    const nothing = { running: 0, starting: 0, waiting: 0, ending: 0, memoryUsedMiB: 0, cpuUsedTenths: 0 };
    expect(known).toMatchObject([
      {
        ...{ name: 'east', kind: 'docker', state: 'active', isUp: true, lastError: null, runtimes: ['runc', 'runsc'] },
        ...{ running: 2, starting: 1, waiting: 1, ending: 1 },
        ...{ memoryMiB: 4096, memoryUsedMiB: 640, cpuTenths: 40, cpuUsedTenths: 25, isLimited: true },
      },
      // It said that it is up, but no worker reports it any more.
      { ...nothing, name: 'gone', isUp: false },
      { ...nothing, name: 'west', kind: 'kubernetes', isUp: false, lastError: 'connect ECONNREFUSED', memoryMiB: null },
    ]);
  });

  it.each(['User', 'Monitor'] as const)('are neither shown to nor changed by the role %s', async (role) => {
    const { name } = await buildEngine(test.db);
    const as = await buildAccount(test.db, { role });
    expectError(await test.call(routes.list, { as }), 'account.forbidden');
    const body = { state: 'removed' as const, giveUp: true };
    expectError(await test.call(routes.update, { as, params: { name }, body }), 'account.forbidden');
    expect(await stateOf(name)).toBe('active');
  });

  it('are drained and used again, which is audited, and lets waiting starts be placed', async () => {
    const { name } = await buildEngine(test.db);
    await addContainer({ engine: name });
    expect((await set(name, 'draining')).body).toMatchObject({ name, state: 'draining', running: 1 });
    expect((await set(name, 'active')).body).toMatchObject({ state: 'active' });
    expect(await audited()).toMatchObject([
      { accountId: admin.id, action: 'engine.update', target: `engine:${name}`, before: { state: 'active' } },
      { before: { state: 'draining' }, after: { state: 'active' } },
    ]);
    expect((await jobsIn(test.deps, 'placement')).map((job) => job.name)).toEqual([containerJobs.place.name]);
    expect((await jobsIn(test.deps, 'sweep')).map((job) => job.name)).toEqual([containerJobs.reconcile.name]);
  });

  it.each(['requested', 'starting', 'running', 'stopping'] as const)(
    'are not removed while an instance on them is %s',
    async (state) => {
      const { name } = await buildEngine(test.db, { state: 'draining' });
      const id = await addContainer({ engine: name, state });
      const refused = await set(name, 'removed');
      expectError(refused, 'engine.occupied');
      expect(refused.status).toBe(409);
      expect(await stateOf(name)).toBe('draining');
      expect(await audited()).toEqual([]);
      await test.db.update(containers).set({ state: 'destroyed' }).where(eq(containers.id, id));
      expect((await set(name, 'removed')).body.state).toBe('removed');
    },
  );

  it('give up what is left on them when they are removed so, and nothing else', async () => {
    const { name } = await buildEngine(test.db, { isUp: false });
    await buildEngine(test.db, { name: 'other' });
    const startedAt = new Date();
    const [running, waiting] = [
      await addContainer({ engine: name, state: 'running', startedAt }),
      await addContainer({ engine: name, state: 'requested' }),
    ];
    const stopped = await addContainer({ engine: name, state: 'stopping', startedAt, endReason: 'player' });
    const [elsewhere, ended] = [
      await addContainer({ engine: 'other' }),
      await addContainer({ engine: name, state: 'destroyed', endReason: 'expired' }),
    ];
    // Draining gives nothing up, whatever the body says.
    await set(name, 'draining', { giveUp: true });
    expect((await set(name, 'removed', { giveUp: true })).body).toMatchObject({ state: 'removed', running: 0 });
    const rows = new Map((await test.db.select().from(containers)).map((row) => [row.id, row]));
    for (const id of [running, waiting]) {
      expect(rows.get(id)).toMatchObject({ state: 'destroyed', endReason: 'engineRemoved', publicPort: null });
      expect(rows.get(id)?.endedAt).not.toBeNull();
    }
    expect(rows.get(stopped)).toMatchObject({ state: 'destroyed', endReason: 'player' });
    expect(rows.get(elsewhere)).toMatchObject({ state: 'running' });
    expect(rows.get(ended)).toMatchObject({ endReason: 'expired' });
    const sent = (await messagesIn(test.deps, `participation:${team.participation.id}`)).map(({ payload }) => payload);
    for (const containerId of [running, waiting]) {
      expect(sent).toContainEqual(
        expect.objectContaining({ containerId, state: 'destroyed', endReason: 'engineRemoved' }),
      );
    }
    const { gameId, id: participationId } = team.participation;
    const events = await test.db.select().from(activities).where(eq(activities.gameId, gameId));
    const values = [`${rows.get(running)?.challengeId}`, expect.any(String), 'engineRemoved'];
    expect(events).toMatchObject([{ type: 'ContainerDestroy', values, participationId, accountId: null }]);
    expect(await messagesIn(test.deps, `monitor:${gameId}`)).toMatchObject([{ payload: { ids: [events[0]?.id] } }]);
    expect((await audited()).at(-1)).toMatchObject({ after: { state: 'removed', instancesGivenUp: 3 } });
  });

  it('wait with a removal for the placement that runs', async () => {
    const { name } = await buildEngine(test.db);
    let removal: ReturnType<typeof set> | undefined;
    await test.db.transaction(async (tx) => {
      await lockPlacement(tx);
      removal = set(name, 'removed');
      await vi.waitUntil(isLockAwaited, { timeout: 10_000, interval: 10 });
      await addContainer({ engine: name }, tx);
    });
    if (!removal) throw new Error('Nothing was asked.');
    expectError(await removal, 'engine.occupied');
  });

  it('refuse what does not exist', async () => {
    for (const name of ['nowhere', 'Not-A-Name']) {
      const reply = await test.send({
        method: 'PUT',
        url: `/api/admin/engines/${name}`,
        payload: { state: 'active' },
        as: admin,
      });
      expect(reply.status).toBe(404);
    }
    const { name } = await buildEngine(test.db);
    const url = `/api/admin/engines/${name}`;
    expectError(await test.send({ method: 'PUT', url, payload: { state: 'paused' }, as: admin }), 'request.invalid');
  });
});
