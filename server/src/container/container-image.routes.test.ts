import { containerImageRoutes } from '@vexil/contract/container-image';
import { auditEntries } from '@vexil/db/schema/audit';
import { engineImages, engines } from '@vexil/db/schema/container';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge, type ChallengeValues } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

describe('the images of a challenge', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ containerEngine: 'docker' });
  });
  afterEach(() => test.db.delete(engines));
  afterAll(() => test.close());

  const image = { type: 'StaticContainer', containerImage: 'vexil/main:1' } as const;

  async function build(values: ChallengeValues = image) {
    const { id: gameId } = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId, isEnabled: true, ...values });
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId, accountId: organiser.id, role: 'organiser' });
    const params = { id: gameId, challengeId: challenge.id };
    return {
      gameId,
      organiser,
      params,
      read: (as = organiser) => test.call(containerImageRoutes.list, { params, as }),
      pull: (as = organiser) => test.call(containerImageRoutes.pull, { params, as }),
    };
  }

  const addEngine = (name: string, state: 'active' | 'draining' = 'active') =>
    test.db.insert(engines).values({ name, kind: 'docker', state });

  it('are listed for every active engine, with what is known', async () => {
    for (const name of ['a', 'b', 'c', 'd', 'e', 'g', 'h', 'i']) await addEngine(name);
    await addEngine('f', 'draining');
    const updatedAt = new Date('2026-05-01T12:00:00Z');
    const row = { image: 'vexil/main:1', updatedAt } as const;
    await test.db.insert(engineImages).values([
      { ...row, engine: 'b', state: 'pulling' },
      { ...row, engine: 'c', state: 'pulling', percent: 43 },
      { ...row, engine: 'd', state: 'present' },
      { ...row, engine: 'e', state: 'failed', error: 'a code of another release' },
      { ...row, engine: 'g', state: 'failed', error: 'registryUnreachable' },
      { ...row, engine: 'h', state: 'failed', error: 'pullDiskFull' },
      { ...row, engine: 'i', state: 'failed', error: 'imagePullFailed: toomanyrequests: wait' },
    ]);
    const { read } = await build();
    const failed = { state: 'failed', isKept: false } as const;
    const one = { image: 'vexil/main:1', percent: null, reason: null, isKept: false, changedAt: updatedAt.getTime() };
    expect((await read()).body).toEqual([
      { ...one, engine: 'a', state: 'waiting', changedAt: null },
      { ...one, engine: 'b', state: 'waiting' },
      { ...one, engine: 'c', state: 'pulling', percent: 43 },
      { ...one, engine: 'd', state: 'present' },
      { ...one, engine: 'e', state: 'failed', reason: 'The image vexil/main:1 could not be pulled.' },
      { ...one, ...failed, engine: 'g', reason: 'The registry of the image vexil/main:1 cannot be reached.' },
      { ...one, ...failed, engine: 'h', reason: 'The disk of the container engine has no room for vexil/main:1.' },
      {
        ...one,
        ...failed,
        engine: 'i',
        reason: 'The image vexil/main:1 could not be pulled. The container engine says: toomanyrequests: wait',
      },
    ]);
  });

  it('of a disabled challenge are pulled only on demand', async () => {
    await addEngine('a');
    const { read, pull, gameId } = await build({ ...image, isEnabled: false });
    expect((await read()).body).toMatchObject([{ state: 'unrequested' }]);
    expect((await pull()).body).toMatchObject([{ engine: 'a', state: 'waiting' }]);
    expect((await read()).body).toMatchObject([{ state: 'waiting' }]);
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId));
    expect(entry).toMatchObject({ action: 'container.pullImages', after: { images: ['vexil/main:1'] } });
  });

  it('are for organisers of the game', async () => {
    const { read, pull, params } = await build();
    const other = await build();
    for (const as of [await buildAccount(test.db), await buildAccount(test.db, { role: 'Monitor' }), other.organiser]) {
      expectError(await read(as), 'account.forbidden');
      expectError(await pull(as), 'account.forbidden');
    }
    expect((await read(await buildAccount(test.db, { role: 'Admin' }))).status).toBe(200);
    expectError(await test.call(containerImageRoutes.list, { params }), 'account.unauthenticated');
  });

  it('are refused where there are none', async () => {
    const without = await build({ type: 'StaticAttachment' });
    expectError(await without.read(), 'container.notSupported');
    expectError(await without.pull(), 'container.notSupported');
    const unnamed = await build({ ...image, containerImage: ' ' });
    expect((await unnamed.read()).body).toEqual([]);
    expectError(await unnamed.pull(), 'challenge.imageMissing');
    const { organiser, params } = unnamed;
    const absent = { params: { ...params, challengeId: 999_999 }, as: organiser };
    expectError(await test.call(containerImageRoutes.list, absent), 'challenge.notFound');
    expectError(await test.call(containerImageRoutes.pull, absent), 'challenge.notFound');
  });

  it('cannot be pulled where no engine is configured', async () => {
    const { config } = test.deps;
    const before = config.containerEngine;
    const { pull } = await build();
    config.containerEngine = 'none';
    expectError(await pull(), 'container.noEngine');
    config.containerEngine = before;
  });
});
