import { logRoutes as routes } from '@vexil/contract/log';
import { type LogRow, logs } from '@vexil/db/schema/log';
import { buildAccount } from '@vexil/db/testing/account';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildToken } from '../../testing/token';

const base = 1_760_000_000_000;
const unknown = { kind: null, gameId: null };

describe('GET /api/admin/logs', () => {
  let test: TestApp;
  let admin: Awaited<ReturnType<typeof buildAccount>>;

  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
    const row = (second: number, level: LogRow['level'], more: Partial<LogRow> = {}) => ({
      time: new Date(base + second * 1000),
      level,
      message: `line ${second}`,
      ...more,
    });
    // Several processes insert, so rows are not in order of time.
    await test.db
      .insert(logs)
      .values([
        row(3, 'Warning', { userName: 'Anonymous', ip: '::1', status: 'NotFound' }),
        row(1, 'Information', { userName: 'ada', ip: '10.0.0.1', status: 'Success', kind: 'submission', gameId: 7 }),
        row(2, 'Error', { userName: 'System', status: 'Failed', kind: 'instance', gameId: 7 }),
        row(4, 'Information'),
      ]);
  });
  afterAll(() => test.close());

  const list = async (query: object = {}) => {
    const reply = await test.call(routes.list, { as: admin, query });
    expect(reply.status).toBe(200);
    return reply.body;
  };
  const messages = async (query: object = {}) => (await list(query)).map(({ msg }) => msg);

  it('lists every line, newest first, as a plain array', async () => {
    expect(await list()).toEqual([
      { ...unknown, time: base + 4000, name: null, level: 'Information', ip: null, msg: 'line 4', status: null },
      {
        ...unknown,
        time: base + 3000,
        name: 'Anonymous',
        level: 'Warning',
        ip: '::1',
        msg: 'line 3',
        status: 'NotFound',
      },
      {
        time: base + 2000,
        name: 'System',
        level: 'Error',
        ip: null,
        msg: 'line 2',
        status: 'Failed',
        kind: 'instance',
        gameId: 7,
      },
      {
        time: base + 1000,
        name: 'ada',
        level: 'Information',
        ip: '10.0.0.1',
        msg: 'line 1',
        status: 'Success',
        kind: 'submission',
        gameId: 7,
      },
    ]);
  });

  it.each([
    [{ level: 'All' }, 4],
    [{ level: '' }, 4],
    [{ level: 'Information' }, 2],
    [{ level: 'warning' }, 1],
    [{ level: 'Fatal' }, 0],
    [{ level: 'Debug' }, 0],
    [{ count: 0 }, 0],
    [{ count: 1000 }, 4],
    [{ skip: 9 }, 0],
    [{ hint: 'LINE 2' }, 1],
    [{ hint: 'ada' }, 1],
    [{ hint: '10.0.0' }, 1],
    [{ hint: '%' }, 0],
    [{ kind: 'operation' }, 3],
    [{ kind: 'submission' }, 1],
    [{ kind: 'platform' }, 0],
    [{ gameId: 7 }, 2],
    [{ gameId: 7, kind: 'operation' }, 1],
    [{ gameId: 8 }, 0],
  ])('with %j has %i lines', async (query, count) => {
    expect((await list(query)).length).toBe(count);
  });

  it('lists in pages', async () => {
    expect(await messages({ count: 2 })).toEqual(['line 4', 'line 3']);
    expect(await messages({ count: 2, skip: 2 })).toEqual(['line 2', 'line 1']);
    expect(await messages({ count: 1, skip: 1, level: 'Information' })).toEqual(['line 1']);
  });

  it.each([{ count: -1 }, { count: 1001 }, { count: 'x' }, { skip: -1 }, { level: 'x'.repeat(40) }, { kind: 'x' }])(
    'refuses %j',
    async (query) => {
      expectError(await test.call(routes.list, { as: admin, query: query as never }), 'request.invalid');
    },
  );

  it('is for administrators, by session or with admin:read', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await test.call(routes.list), 'account.unauthenticated');
    expectError(await test.call(routes.list, { as: monitor }), 'account.forbidden');
    const { headers } = await buildToken(test, admin, ['admin:read']);
    expect((await test.call(routes.list, { headers })).status).toBe(200);
    const other = await buildToken(test, admin, ['admin:write']);
    expectError(await test.call(routes.list, { headers: other.headers }), 'token.scopeMissing');
  });
});
