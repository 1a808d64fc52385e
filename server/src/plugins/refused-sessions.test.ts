import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, startServer, type TestApp, type TestServer } from '../../testing/app';
import { sessionCookie } from './auth';
import { createRefusedSessions } from './refused-sessions';

let test: TestApp;
let other: TestServer;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  other = await startServer(test);
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(async () => {
  await other.close();
  await test.close();
});

async function ask(account: AccountRow, url = '/api/admin/users') {
  const { statusCode, body } = await other.app.inject({ url, headers: { cookie: await test.signIn(account) } });
  return { status: statusCode, code: JSON.parse(body).code };
}

const refused = { status: 403, code: 'account.forbidden' };

describe('a session that was refused for its role', () => {
  it('is refused again without reading it, for five seconds at most when no message says of a change', async () => {
    const player = await buildAccount(test.db);
    const now = vi.spyOn(performance, 'now');
    const at = performance.now();
    now.mockReturnValue(at);
    expect(await ask(player)).toEqual(refused);
    await test.db.update(accounts).set({ role: 'Admin' }).where(eq(accounts.id, player.id));
    expect(await ask(player)).toEqual(refused);
    now.mockReturnValue(at + 5001);
    expect(await ask(player)).toMatchObject({ status: 200 });
    now.mockRestore();
  });

  it('is read for calls that its role may allow', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expect(await ask(monitor, '/api/admin/config')).toEqual(refused);
    expect(await ask(monitor, '/api/account/profile')).toMatchObject({ status: 200 });
  });

  it('is read when an administrator of another server changes its role, at the very next request', async () => {
    const player = await buildAccount(test.db);
    for (const role of ['Admin', 'User', 'Admin', 'Monitor', 'Admin', 'User'] as const) {
      const params = { userId: player.id };
      const reply = await test.call(accountAdminRoutes.update, { as: admin, params, body: { role } });
      expect(reply.status).toBe(200);
      expect([role, await ask(player)]).toMatchObject([role, role === 'Admin' ? { status: 200 } : refused]);
      expect([role, await ask(player)]).toMatchObject([role, role === 'Admin' ? { status: 200 } : refused]);
    }
  });

  it('is read when it is banned or ended at another server', async () => {
    const [banned, ended] = [await buildAccount(test.db), await buildAccount(test.db)];
    expect([await ask(banned), await ask(ended)]).toEqual([refused, refused]);
    await test.call(accountAdminRoutes.update, { as: admin, params: { userId: banned.id }, body: { role: 'Banned' } });
    expect(await ask(banned)).toEqual({ status: 403, code: 'account.banned' });
    expect(await ask(ended)).toEqual(refused);
    await test.call(accountAdminRoutes.endSessions, { as: admin, params: { userId: ended.id } });
    expect(await ask(ended)).toEqual({ status: 401, code: 'account.unauthenticated' });
  });
});

describe('a refusal', () => {
  const from = (token: string, accessChanges = 0) => ({
    headers: { cookie: `${sessionCookie}=${token}` },
    accessChanges,
  });

  it('whose role was read before a change of access is not held', () => {
    const sessions = createRefusedSessions();
    const before = sessions.changes;
    sessions.forgetAll();
    sessions.note(from('one', before), 'User');
    expect(sessions.has(from('one'), 'Admin')).toBe(false);
    sessions.note(from('one', sessions.changes), 'User');
    expect(sessions.has(from('one'), 'Admin')).toBe(true);
    expect(sessions.has(from('another'), 'Admin')).toBe(false);
  });

  it('is not held for calls that depend on the game or that the role allows', () => {
    const sessions = createRefusedSessions();
    sessions.note(from('one'), 'User');
    for (const access of ['organiser', 'observer', 'Anonymous', 'User', undefined] as const) {
      expect(sessions.has(from('one'), access)).toBe(false);
    }
  });

  it('takes the memory of 20,000 at most', () => {
    const sessions = createRefusedSessions();
    for (let number = 0; number <= 20_000; number += 1) sessions.note(from(`${number}`), 'User');
    expect(sessions.has(from('0'), 'Admin')).toBe(false);
    expect(sessions.has(from('20000'), 'Admin')).toBe(true);
  });
});
