import { accountRoutes } from '@vexil/contract/account';
import { accountEndpoints } from '@vexil/contract/account.endpoints';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildApp } from '../app';
import { createDeps } from '../create-deps';

const day = 24 * 3_600_000;

let test: TestApp;
let players: AccountRow[];

beforeAll(async () => {
  test = await createTestApp();
  players = await Promise.all(Array.from({ length: 50 }, () => buildAccount(test.db)));
  await Promise.all(players.map((account) => test.signIn(account)));
});
afterAll(() => test.close());

const profile = (as: AccountRow) => test.call(accountRoutes.profile, { as });
const visitedAt = (accountIds: string[]) =>
  test.db
    .select({ at: accounts.lastVisitedAt, ip: accounts.ip })
    .from(accounts)
    .where(inArray(accounts.id, accountIds));

describe('the session cookie', () => {
  const cookieAt = async (publicUrl: string | null) => {
    const other = await createTestApp({ publicUrl });
    const account = await buildAccount(other.db);
    await other.signIn(account);
    // Past half its life the session is extended, and the cookie with it.
    other.clock.advance(5 * day);
    const { headers } = await other.call(accountRoutes.profile, { as: account });
    await other.close();
    return String(headers['set-cookie']);
  };

  it('goes over https only where PUBLIC_URL is https, whatever the request looks like behind a proxy', async () => {
    expect(await cookieAt('https://ctf.example.test')).toMatch(/; HttpOnly; Secure; SameSite=Lax$/);
    expect(await cookieAt('http://ctf.example.test')).toMatch(/; HttpOnly; SameSite=Lax$/);
    expect(await cookieAt(null)).toMatch(/; HttpOnly; SameSite=Lax$/);
  });

  it.each(['https://ctf.example.test', 'http://ctf.example.test'])(
    'has the same protection as every other cookie under %s',
    async (publicUrl) => {
      const other = await createTestApp({ publicUrl });
      const account = await buildAccount(other.db);
      const body = { userName: account.userName, password: testPassword };
      const login = await other.call(accountRoutes.login, { body });
      const logout = await other.send({ method: 'POST', url: accountEndpoints.logout.path, as: account });
      await other.close();
      const cookies = [login, logout].flatMap(({ headers }) => headers['set-cookie'] ?? []);
      expect(cookies.map((text) => /^\w+/.exec(String(text))?.[0])).toEqual([
        'GZCTF_Token',
        'vexil_device',
        'GZCTF_Token',
      ]);
      const ends = publicUrl.startsWith('https:') ? /; HttpOnly; Secure; SameSite=Lax$/ : /; HttpOnly; SameSite=Lax$/;
      for (const cookie of cookies) expect(cookie).toMatch(ends);
    },
  );
});

describe('sessions', () => {
  it('map fifty calls at once to their own accounts', async () => {
    const replies = await Promise.all(players.map(profile));
    expect(replies.map(({ body }) => body.userId)).toEqual(players.map(({ id }) => id));
  });

  it('take a logout, a ban and an expiry into account in the next of many calls', async () => {
    const [out, banned, late] = players as [AccountRow, AccountRow, AccountRow];
    const before = players.map(profile);
    expect((await Promise.all(before)).map(({ status }) => status)).toEqual(players.map(() => 200));
    await test.call(accountRoutes.logout, { as: out, body: {} } as never);
    await test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, banned.id));
    await test.db.update(sessions).set({ expiresAt: test.clock.now() }).where(eq(sessions.accountId, late.id));
    const [first, second, third, ...others] = await Promise.all(players.map(profile));
    if (!first || !second || !third) throw new Error('No reply.');
    expectError(first, 'account.unauthenticated');
    expectError(second, 'account.banned');
    expectError(third, 'account.unauthenticated');
    expect(others.map(({ status }) => status)).toEqual(others.map(() => 200));
  });

  it('end at the instant of their expiry, not later', async () => {
    const account = await buildAccount(test.db);
    const expiresAt = new Date(test.clock.now().getTime() + 60_000);
    await test.signIn(account);
    await test.db.update(sessions).set({ expiresAt }).where(eq(sessions.accountId, account.id));
    test.clock.stopAt(expiresAt);
    expectError(await profile(account), 'account.unauthenticated');
    test.clock.stopAt(new Date(expiresAt.getTime() - 1));
    expect((await profile(account)).status).toBe(200);
    test.clock.advance(0);
  });

  it('are extended past half their life, all of many calls at once', async () => {
    const some = players.slice(10, 30);
    test.clock.advance(4 * day);
    const replies = await Promise.all(some.map(profile));
    for (const reply of replies) expect(String(reply.headers['set-cookie'])).toContain('GZCTF_Token=');
    const rows = await test.db
      .select({ expiresAt: sessions.expiresAt })
      .from(sessions)
      .where(
        inArray(
          sessions.accountId,
          some.map(({ id }) => id),
        ),
      );
    for (const row of rows) expect(row.expiresAt.getTime()).toBeGreaterThan(test.clock.now().getTime() + 6.9 * day);
    const again = await Promise.all(some.map(profile));
    for (const reply of again) expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('last-seen times', () => {
  it('are written once a minute for each of many accounts, from two servers at once', async () => {
    const deps = createDeps(test.deps.config, test.deps.log, {
      keyPrefix: test.deps.keyPrefix,
      database: test.database,
      clock: test.clock,
    });
    const other = await buildApp(deps);
    await test.database.sql.unsafe(`
      create table visit_writes (id uuid);
      create function count_visit() returns trigger language plpgsql as
        'begin insert into visit_writes values (new.id); return new; end';
      create trigger count_visit after update of last_visited_at on accounts
        for each row execute function count_visit()`);
    const guests = await Promise.all(Array.from({ length: 30 }, () => buildAccount(test.db)));
    const ids = guests.map(({ id }) => id);
    const url = accountRoutes.profile.path;
    for (let round = 0; round < 3; round += 1) {
      await Promise.all(
        guests.map(async (guest) => {
          const headers = { cookie: await test.signIn(guest) };
          const remoteAddress = '192.0.2.9';
          await Promise.all([test.app, other].map((app) => app.inject({ url, headers, remoteAddress })));
        }),
      );
    }
    // A server writes pending times when it stops.
    await other.close();
    await vi.waitUntil(async () => (await visitedAt(ids)).every(({ at }) => at !== null), { timeout: 30_000 });
    await deps.close();
    const writes = await test.database
      .sql`select id from visit_writes where id = any(${ids}) group by id having count(*) > 1`;
    expect(writes).toEqual([]);
    expect(new Set((await visitedAt(ids)).map(({ ip }) => ip))).toEqual(new Set(['192.0.2.9']));
    const [before] = await visitedAt(ids.slice(0, 1));
    test.clock.advance(61_000);
    await profile(guests[0] as AccountRow);
    const moved = async () => (await visitedAt(ids.slice(0, 1)))[0]?.at?.getTime() ?? 0;
    await vi.waitUntil(async () => (await moved()) > (before?.at?.getTime() ?? 0) + 60_000, { timeout: 30_000 });
  });
});

describe('GET and DELETE /api/account/sessions', () => {
  const agents = ['Firefox', 'Chrome', 'Safari'];
  async function signInThrice() {
    const account = await buildAccount(test.db);
    const cookies: string[] = [];
    for (const agent of agents) {
      const payload = { userName: account.userName, password: testPassword };
      const headers = { 'user-agent': agent };
      const reply = await test.app.inject({ method: 'POST', url: accountRoutes.login.path, payload, headers });
      cookies.push(String([reply.headers['set-cookie']].flat()[0]).split(';')[0] ?? '');
      test.clock.advance(1000);
    }
    return cookies.map((cookie) => ({
      list: () => test.call(accountRoutes.sessions, { headers: { cookie } }),
      end: (sessionId: string) => test.call(accountRoutes.endSession, { headers: { cookie }, params: { sessionId } }),
      endOthers: () => test.call(accountRoutes.endOtherSessions, { headers: { cookie } }),
    })) as unknown as [Device, Device, Device];
  }
  type Device = {
    list: () => ReturnType<typeof test.call<typeof accountRoutes.sessions>>;
    end: (id: string) => Promise<{ status: number }>;
    endOthers: () => Promise<{ status: number }>;
  };

  it('show the own sessions with device, address and times, and end one at once', async () => {
    const [first, second] = await signInThrice();
    const { body } = await second.list();
    expect(body.map(({ userAgent, isCurrent }) => [userAgent, isCurrent])).toEqual([
      ['Safari', false],
      ['Chrome', true],
      ['Firefox', false],
    ]);
    expect(body[0]).toMatchObject({ ip: '127.0.0.1', createdAt: expect.any(Number) });
    const stranger = await buildAccount(test.db);
    const params = { sessionId: body[2]?.id ?? '' };
    await test.call(accountRoutes.endSession, { as: stranger, params });
    expect((await first.list()).status).toBe(200);
    expect((await second.end(params.sessionId)).status).toBe(200);
    expectError(await first.list(), 'account.unauthenticated');
    expect((await second.list()).body).toHaveLength(2);
  });

  it('end all others but this one', async () => {
    const [first, second, third] = await signInThrice();
    await second.endOthers();
    expectError(await first.list(), 'account.unauthenticated');
    expectError(await third.list(), 'account.unauthenticated');
    expect((await second.list()).body).toMatchObject([{ isCurrent: true }]);
  });

  it('show the last use to an hour', async () => {
    const [first] = await signInThrice();
    const seenAt = async () => (await first.list()).body.find(({ isCurrent }) => isCurrent)?.lastSeenAt ?? 0;
    const before = await seenAt();
    test.clock.advance(3_601_000);
    await first.list();
    await vi.waitUntil(async () => (await seenAt()) > before + 3_600_000, { timeout: 30_000 });
  });
});
