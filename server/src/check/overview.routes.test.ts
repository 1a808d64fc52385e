import { overviewRoutes as routes } from '@vexil/contract/overview';
import { engines } from '@vexil/db/schema/container';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { beatHeart } from '@vexil/runtime/heartbeat';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

describe('GET /api/admin/overview', () => {
  it('says what runs, what is wrong and how much there is', async () => {
    const empty = (await test.call(routes.get, { as: admin })).body;
    expect(empty).toMatchObject({
      parts: { database: 'ok', migrations: 'ok', redis: 'ok', storage: 'ok' },
      workers: [],
      setup: { hasMail: false },
      counts: { accounts: 1, administrators: 1, games: 0 },
      isUntouched: true,
    });

    const facts = { version: '1.2.3', engine: 'docker', isEngineUp: false, hasMail: true };
    await beatHeart(test.deps.redis, test.deps.keyPrefix, 'one', { ...facts, host: null, clockSkewMs: 0 });
    await buildAccount(test.db, { role: 'Banned', emailConfirmed: false });
    await buildGame(test.db);
    await test.db.insert(engines).values({ name: 'north', kind: 'docker', state: 'draining' });
    await test.db.insert(engines).values({ name: 'south', kind: 'docker' });
    test.clock.advance(1001);
    const later = (await test.call(routes.get, { as: admin })).body;
    expect(later).toMatchObject({ workers: [facts], drainedEngines: ['north'], isUntouched: false });
    expect(later.counts).toMatchObject({ accounts: 2, unconfirmed: 1, banned: 1, games: 1 });
  });

  it('says when the last backup was made, and whether it can be relied on', async () => {
    const read = async () => {
      test.clock.advance(1001);
      return (await test.call(routes.get, { as: admin })).body.backup;
    };
    expect(await read()).toEqual({ lastAt: null, isLate: false, faults: null });
    const { sql } = test.database;
    await sql`insert into backups (name, place, made_at, size_bytes, missing_files)
      values ('a', '/b', now() - interval '27 hours', 1, 0)`;
    expect(await read()).toMatchObject({ isLate: true, faults: null });
    await sql`insert into backups (name, place, made_at, size_bytes, missing_files, verified_at, faults)
      values ('b', '/b', now() - interval '25 hours', 1, 0, now(), 2)`;
    expect(await read()).toMatchObject({ lastAt: expect.any(Number), isLate: false, faults: 2 });
  });

  it('is for administrators', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await test.call(routes.get, { as: monitor }), 'account.forbidden');
    expectError(await test.call(routes.get), 'account.unauthenticated');
  });
});
