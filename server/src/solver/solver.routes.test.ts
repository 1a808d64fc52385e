import { challengeEditRoutes, challengeRoutes } from '@vexil/contract/challenge';
import { healthRoutes } from '@vexil/contract/health';
import { overviewRoutes } from '@vexil/contract/overview';
import { packageRoutes } from '@vexil/contract/package';
import { solverRoutes as routes, SolverSettings } from '@vexil/contract/solver';
import type { SolverResult } from '@vexil/db/enums/container';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import { containers, solverChecks } from '@vexil/db/schema/container';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { desc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ containerEngine: 'docker' });
});
afterAll(() => test.close());

const settings = SolverSettings.parse({
  image: 'team/solve:1',
  script: 'print("secret trick")',
  command: ['python3', '-c'],
});

async function build(values: ChallengeValues = {}) {
  const { id: gameId } = await buildGame(test.db);
  const { challenge } = await buildChallenge(test.db, {
    gameId,
    type: 'StaticContainer',
    containerImage: 'team/web:1',
    ...values,
  });
  const { captain } = await buildParticipation(test.db, { gameId });
  const [organiser, observer] = [await buildAccount(test.db), await buildAccount(test.db)];
  await test.db.insert(gameStaff).values([
    { gameId, accountId: organiser.id, role: 'organiser' },
    { gameId, accountId: observer.id, role: 'observer' },
  ]);
  const params = { id: gameId, challengeId: challenge.id };
  return {
    gameId,
    params,
    captain,
    organiser,
    observer,
    get: (as = organiser) => test.call(routes.get, { params, as }),
    set: (solver: SolverSettings | null = settings, as = organiser) =>
      test.call(routes.set, { params, as, body: { solver } }),
    check: (as = organiser) => test.call(routes.check, { params, as }),
    output: (checkId: number, as = organiser) => test.call(routes.output, { params: { ...params, checkId }, as }),
    stored: async () => (await test.db.select().from(challenges).where(eq(challenges.id, challenge.id)))[0],
    async add(result: SolverResult, minutesAgo = 5) {
      const endedAt = result === 'running' ? null : new Date(test.clock.now().getTime() - minutesAgo * 60_000);
      const row = { gameId, challengeId: challenge.id, image: 'a', result, endedAt };
      const [check] = await test.db
        .insert(solverChecks)
        .values({ ...row, outputSealed: testSealing.seal('the flag') })
        .returning();
      return check?.id ?? 0;
    },
  };
}

describe('the solver of a challenge', () => {
  it('is set, changed and removed, its script sealed and in no log', async () => {
    const { get, set, stored, gameId } = await build();
    expect((await get()).body).toEqual({ solver: null, checks: [] });
    const before = await stored();
    expect((await set()).body.solver).toEqual(settings);
    expect((await get()).body.solver).toEqual(settings);
    const row = await stored();
    expect(JSON.stringify(row)).not.toContain('secret trick');
    // Who edits the challenge meanwhile can still save.
    expect(row?.version).toBe(before?.version);
    await set({ ...settings, everyMinutes: 30 });
    expect((await stored())?.solverScriptSealed).toBe(row?.solverScriptSealed);
    expect((await set(null)).body.solver).toBeNull();
    expect(await stored()).toMatchObject({ solver: null, solverScriptSealed: null });
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, gameId))
      .orderBy(desc(auditEntries.id));
    expect(entries.map(({ action }) => action)).toEqual(Array(3).fill('challenge.setSolver'));
    expect(JSON.stringify(entries)).not.toContain('secret trick');
    expect(entries[2]?.after).toMatchObject({ solver: { image: 'team/solve:1' }, solverScriptSealed: '(secret)' });
  });

  it('is for organisers of the game only', async () => {
    const { get, set, check, output, add, captain, observer } = await build();
    const other = await build();
    const id = await add('failed');
    for (const as of [captain, observer, other.organiser, await buildAccount(test.db, { role: 'Monitor' })]) {
      expectError(await get(as), 'account.forbidden');
      expectError(await set(null, as), 'account.forbidden');
      expectError(await check(as), 'account.forbidden');
      expectError(await output(id, as), 'account.forbidden');
    }
    expect((await get(await buildAccount(test.db, { role: 'Admin' }))).status).toBe(200);
    expect((await output(id)).body).toEqual({ text: 'the flag' });
    expectError(await other.output(id), 'solver.checkNotFound');
  });

  it('is refused with an image that is not allowed, and values that cannot be', async () => {
    const { set, organiser, params } = await build();
    expectError(await set({ ...settings, image: 'not an image' }), 'challenge.imageInvalid');
    for (const change of [{ everyMinutes: 3 }, { timeoutSeconds: 1 }, { command: [''] }, { image: ' ' }]) {
      expectError(await set({ ...settings, ...change }), 'request.invalid');
    }
    const nul = { ...settings, script: 'a\0b' };
    expectError(await test.call(routes.set, { params, as: organiser, body: { solver: nul } }), 'request.invalid');
  });

  it('is none of a challenge without containers', async () => {
    const { get, set, check } = await build({ type: 'StaticAttachment' });
    for (const reply of [await get(), await set(), await check()]) expectError(reply, 'container.notSupported');
  });

  it('is in packages and copies, but in no reply for players', async () => {
    const { set, params, gameId, captain } = await build();
    await set({ ...settings, showStatus: true });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const start = Date.now() + 3_600_000;
    const body = { title: 'Again', start, end: start + 3_600_000 };
    const { body: copyId } = await test.call(packageRoutes.copy, { as: admin, params: { id: gameId }, body });
    const [copied] = await test.db
      .select()
      .from(challenges)
      .where(eq(challenges.gameId, Number(copyId)));
    const copy = { id: Number(copyId), challengeId: copied?.id ?? 0 };
    expect((await test.call(routes.get, { as: admin, params: copy })).body).toEqual({
      solver: { ...settings, showStatus: true },
      checks: [],
    });
    const seen = JSON.stringify((await test.call(challengeRoutes.get, { as: captain, params })).body);
    for (const secret of ['secret trick', 'team/solve', 'solver']) expect(seen).not.toContain(secret);
  });
});

describe('a check', () => {
  it('begins with an instance that waits for its place, once at a time', async () => {
    const { set, check, params, organiser } = await build();
    expectError(await check(), 'solver.none');
    await set();
    const asked = await check();
    expect(asked.body.checks).toMatchObject([{ result: 'running', userName: organiser.userName, startedAt: null }]);
    expect((await check()).body.checks).toHaveLength(1);
    const rows = await test.db.select().from(containers).where(eq(containers.challengeId, params.challengeId));
    expect(rows).toMatchObject([{ kind: 'Check', state: 'requested', engine: null, image: 'team/web:1' }]);
  });

  it('needs an image and an engine', async () => {
    const { set, check } = await build({ containerImage: '' });
    await set();
    expectError(await check(), 'challenge.imageMissing');
    const { config } = test.deps;
    const other = await build();
    await other.set();
    config.containerEngine = 'none';
    expectError(await other.check(), 'container.noEngine');
    config.containerEngine = 'docker';
  });

  it('is in the list of organisers, and in health and overview while it fails', async () => {
    const { set, add, organiser, gameId, params } = await build();
    await set();
    const list = async () =>
      (await test.call(challengeEditRoutes.list, { as: organiser, params: { id: gameId } })).body;
    const failing = async () =>
      (await test.call(healthRoutes.get, { as: organiser, params: { id: gameId } })).body.failedChecks;
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const count = async () => {
      test.clock.advance(2_000);
      return (await test.call(overviewRoutes.get, { as: admin })).body.failingChecks ?? 0;
    };
    expect(await list()).toMatchObject([{ lastCheck: null }]);
    const before = await count();
    await add('timedOut');
    expect(await list()).toMatchObject([{ lastCheck: { result: 'timedOut' } }]);
    expect(await failing()).toMatchObject([{ id: params.challengeId, result: 'timedOut' }]);
    expect(await count()).toBe(before + 1);
    await add('running');
    expect(await list()).toMatchObject([{ lastCheck: { result: 'running' } }]);
    expect(await failing()).toHaveLength(1);
    await test.db
      .update(solverChecks)
      .set({ result: 'passed', endedAt: new Date() })
      .where(eq(solverChecks.result, 'running'));
    expect(await failing()).toEqual([]);
    expect(await count()).toBe(before);
  });

  it('is shown to players where the organiser says so', async () => {
    const { set, add, captain, params } = await build();
    const seen = async () => (await test.call(challengeRoutes.get, { as: captain, params })).body.check;
    await set();
    await add('passed', 7);
    expect(await seen()).toBeNull();
    await set({ ...settings, showStatus: true });
    expect(await seen()).toEqual({ works: true, at: expect.any(Number) });
    await add('running');
    expect(await seen()).toMatchObject({ works: true });
    await test.db
      .update(solverChecks)
      .set({ result: 'failed', endedAt: new Date() })
      .where(eq(solverChecks.result, 'running'));
    expect(await seen()).toMatchObject({ works: false });
    await set(null);
    expect(await seen()).toBeNull();
  });
});
