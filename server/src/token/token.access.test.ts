import { accountRoutes } from '@vexil/contract/account';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { logRoutes } from '@vexil/contract/log';
import { teamRoutes } from '@vexil/contract/team';
import type { AccountRow } from '@vexil/db/schema/account';
import { accounts, apiTokens, sessions } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildToken } from '../../testing/token';

describe('a call with an API token', () => {
  let test: TestApp;
  let admin: AccountRow;

  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  afterAll(() => test.close());

  const profile = (headers: Record<string, string>) => test.call(accountRoutes.profile, { headers });
  const readToken = async (id: string) => (await test.db.select().from(apiTokens).where(eq(apiTokens.id, id)))[0];

  it('acts as the account that made it', async () => {
    const { headers } = await buildToken(test, admin, ['account:read']);
    const reply = await profile(headers);
    expect(reply.body).toMatchObject({ userId: admin.id, role: 'Admin' });
    expect(reply.headers['set-cookie']).toBeUndefined();
  });

  it('needs the scope of the call, which the refusal names', async () => {
    const { headers } = await buildToken(test, admin, ['account:read', 'edit:write', 'monitor:read']);
    const refused = await test.call(teamRoutes.list, { headers });
    expectError(refused, 'token.scopeMissing');
    expect(refused).toMatchObject({ status: 403, body: { title: expect.stringContaining('team:read') } });
    const game = await buildGame(test.db);
    const params = { id: game.id };
    expectError(await test.call(gameEditRoutes.get, { headers, params }), 'token.scopeMissing');
    expect((await test.call(gameEditRoutes.flushScoreboard, { headers, params })).status).toBe(200);
    expectError(await test.call(logRoutes.list, { headers }), 'token.scopeMissing');
    expectError(await test.call(accountRoutes.update, { headers, body: {} }), 'token.scopeMissing');
  });

  it('never does what could end in a session', async () => {
    const { headers } = await buildToken(test, admin);
    const body = { old: 'Passw0rd', new: 'Passw0rd2' };
    expectError(await test.call(accountRoutes.changePassword, { headers, body }), 'token.sessionOnly');
    expectError(await test.call(accountRoutes.logout, { headers }), 'account.unauthenticated');
  });

  it('reads what is open to everybody, whatever the token is for', async () => {
    const game = await buildGame(test.db);
    const { headers } = await buildToken(test, admin, ['file:write']);
    expect((await test.call(gameRoutes.get, { headers, params: { id: game.id } })).status).toBe(200);
  });

  it.each([
    'Bearer',
    'Bearer ',
    'Bearer nonsense',
    `Bearer ${'x'.repeat(5000)}`,
    'bearer vexil_',
    'Bearer a b',
    'Bearer vexil_\u00e9',
  ])('is refused with %j', async (authorization) => {
    const reply = await profile({ authorization });
    expectError(reply, 'token.invalid');
    expect(reply.status).toBe(401);
  });

  it('is refused with a wrong token even where none is needed, and even beside a session', async () => {
    const headers = { authorization: 'Bearer nonsense' };
    expectError(await test.call(gameRoutes.list, { headers }), 'token.invalid');
    expectError(await test.call(accountRoutes.profile, { headers, as: admin }), 'token.invalid');
  });

  it('takes the scheme in any case, and leaves other schemes to others', async () => {
    const { text } = await buildToken(test, admin);
    expect((await profile({ authorization: `bearer  ${text}` })).status).toBe(200);
    expectError(await profile({ authorization: 'Basic YTpi' }), 'account.unauthenticated');
    const reply = await test.call(accountRoutes.profile, { headers: { authorization: 'Basic YTpi' }, as: admin });
    expect(reply.status).toBe(200);
  });

  it('does not take the token from the address', async () => {
    const { text } = await buildToken(test, admin);
    const reply = await test.send({ url: `/api/account/profile?access_token=${text}` });
    expectError(reply, 'account.unauthenticated');
  });

  it('is not bound to an origin, and the cookie beside it counts for nothing', async () => {
    const { headers } = await buildToken(test, admin, ['account:write']);
    const other = await buildAccount(test.db);
    const reply = await test.call(accountRoutes.update, {
      headers: { ...headers, 'sec-fetch-site': 'cross-site' },
      as: other,
      body: { bio: 'from a script' },
    });
    expect(reply.status).toBe(200);
    const bio = async ({ id }: AccountRow) =>
      (await test.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.bio;
    expect(await bio(admin)).toBe('from a script');
    expect(await bio(other)).toBe('');
  });

  describe('is over with', () => {
    it('the end of its time', async () => {
      const expiresAt = new Date(test.clock.now().getTime() + 3_600_000);
      const { headers } = await buildToken(test, admin, undefined, { expiresAt });
      expect((await profile(headers)).status).toBe(200);
      test.clock.moveTo(expiresAt);
      expectError(await profile(headers), 'token.invalid');
      test.clock.moveTo(new Date());
    });

    it('its account, at the next request', async () => {
      const gone = await buildAccount(test.db, { role: 'Admin' });
      const { headers } = await buildToken(test, gone);
      expect((await profile(headers)).status).toBe(200);
      await test.db.delete(accounts).where(eq(accounts.id, gone.id));
      expectError(await profile(headers), 'token.invalid');
    });

    it('a ban, at the next request', async () => {
      const banned = await buildAccount(test.db, { role: 'Admin' });
      const { headers } = await buildToken(test, banned);
      await test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, banned.id));
      expectError(await profile(headers), 'account.banned');
      expectError(await test.call(logRoutes.list, { headers }), 'account.banned');
    });

    it('the role it was made with, at the next request', async () => {
      const demoted = await buildAccount(test.db, { role: 'Admin' });
      const { headers } = await buildToken(test, demoted);
      expect((await test.call(logRoutes.list, { headers })).status).toBe(200);
      await test.db.update(accounts).set({ role: 'User' }).where(eq(accounts.id, demoted.id));
      expectError(await test.call(logRoutes.list, { headers }), 'account.forbidden');
      expect((await profile(headers)).body).toMatchObject({ role: 'User' });
    });

    it('nothing that ends sessions', async () => {
      const { headers } = await buildToken(test, admin);
      await test.db.delete(sessions).where(eq(sessions.accountId, admin.id));
      expect((await profile(headers)).status).toBe(200);
    });
  });

  it('notes its last use, at most once a minute, and not on its account', async () => {
    const [owner, visitor] = [await buildAccount(test.db), await buildAccount(test.db)];
    const { token, headers } = await buildToken(test, owner);
    await profile(headers);
    const first = (await readToken(token.id))?.lastUsedAt;
    expect(first).toBeInstanceOf(Date);
    test.clock.advance(50_000);
    await profile(headers);
    expect((await readToken(token.id))?.lastUsedAt).toEqual(first);
    test.clock.advance(11_000);
    await profile(headers);
    expect((await readToken(token.id))?.lastUsedAt?.getTime()).toBeGreaterThan((first?.getTime() ?? 0) + 60_000);
    // Last-seen times are written a while later, with earlier ones in the same batch.
    await test.call(accountRoutes.profile, { as: visitor });
    const visitOf = async ({ id }: AccountRow) =>
      (await test.db.select().from(accounts).where(eq(accounts.id, id)))[0]?.lastVisitedAt;
    await vi.waitUntil(() => visitOf(visitor), { timeout: 30_000 });
    expect(await visitOf(owner)).toBeNull();
  });

  it('is one of fifty at once, for shared statements and one note of use', async () => {
    const { token, headers } = await buildToken(test, admin);
    await test.database.sql.unsafe(`
      create table token_uses (id uuid);
      create function note_token_use() returns trigger language plpgsql as
        'begin insert into token_uses values (new.id); return new; end';
      create trigger note_token_use after update on api_tokens for each row execute function note_token_use();
    `);
    // Servers hold them.
    const settings = vi.spyOn(test.deps.settings, 'read').mockResolvedValue(await test.deps.settings.read());
    const select = vi.spyOn(test.deps.db, 'select');
    const calls = Array.from({ length: 50 }, () => profile(headers));
    expect((await Promise.all(calls)).map(({ status }) => status)).toEqual(Array(50).fill(200));
    // Drizzle builds none of the shared ones.
    expect(select).not.toHaveBeenCalled();
    select.mockRestore();
    settings.mockRestore();
    expect(await test.database.sql`select id from token_uses`).toEqual([{ id: token.id }]);
  });

  it('spends the budget of its account', async () => {
    const limited = await createTestApp({ rateLimit: true });
    try {
      const owner = await buildAccount(limited.db, { role: 'Admin' });
      const tokens = [await buildToken(limited, owner), await buildToken(limited, owner)];
      const statuses = new Set<number>();
      // Many at a time, so that the minute of the budget is not over before.
      for (let round = 0; round < 14; round += 1) {
        const calls = Array.from({ length: 43 }, (_, index) => {
          const headers = tokens[index % 2]?.headers ?? {};
          return limited.call(accountRoutes.profile, { headers });
        });
        for (const { status } of await Promise.all(calls)) statuses.add(status);
      }
      expect(statuses).toEqual(new Set([200, 429]));
    } finally {
      await limited.close();
    }
  });
});
