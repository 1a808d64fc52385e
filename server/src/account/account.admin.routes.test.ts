import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { buildAccount } from '@vexil/db/testing/account';
import { ConfigError } from '@vexil/runtime/config';
import { and, eq, ne } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { createFirstAdministrator } from './administrator.service';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(accounts);
  admin = await buildAccount(test.db, { role: 'Admin' });
});

type Changes = Parameters<typeof test.call<typeof accountAdminRoutes.update>>[1]['body'];
const update = (account: AccountRow, body: Changes, as = admin) =>
  test.call(accountAdminRoutes.update, { as, params: { userId: account.id }, body });
const profile = (as: AccountRow) => test.call(accountRoutes.profile, { as });

describe('GET /api/admin/users', () => {
  it('pages through all accounts in order of registration', async () => {
    const others = [await buildAccount(test.db), await buildAccount(test.db), await buildAccount(test.db)];
    const reply = await test.call(accountAdminRoutes.list, { as: admin, query: { count: 2, skip: 1 } });
    expect(reply.body).toMatchObject({ length: 2, total: 4 });
    expect(reply.body.data.map(({ id }) => id)).toEqual([others[0]?.id, others[1]?.id]);
    expect(JSON.stringify(reply.body)).not.toMatch(/argon2|password/i);
  });

  it('filters and orders', async () => {
    await buildAccount(test.db, { userName: 'zoe', email: 'a@zoo.test', emailConfirmed: false });
    await buildAccount(test.db, { userName: 'Abe', email: 'b@zoo.test', role: 'Monitor' });
    type Query = NonNullable<Parameters<typeof test.call<typeof accountAdminRoutes.list>>[1]>['query'];
    const names = async (query: Query) => {
      const { body } = await test.call(accountAdminRoutes.list, { as: admin, query: { hint: 'zoo', ...query } });
      expect(body.total).toBe(body.data.length);
      return body.data.map(({ userName }) => userName);
    };
    expect(await names({ order: 'name' })).toEqual(['Abe', 'zoe']);
    expect(await names({ order: 'email' })).toEqual(['zoe', 'Abe']);
    expect(await names({ descending: 'true' })).toEqual(['Abe', 'zoe']);
    expect(await names({ role: 'Monitor' })).toEqual(['Abe']);
    expect(await names({ confirmed: 'false' })).toEqual(['zoe']);
  });

  it('is for administrators', async () => {
    expectError(await test.call(accountAdminRoutes.list), 'account.unauthenticated');
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await test.call(accountAdminRoutes.list, { as: monitor }), 'account.forbidden');
    expectError(await test.call(accountAdminRoutes.list, { as: admin, query: { count: 501 } }), 'request.invalid');
  });
});

describe('POST /api/admin/users/search', () => {
  const search = (hint: string) => test.call(accountAdminRoutes.search, { as: admin, query: { hint } });

  it('looks through name, address, number, phone, real name and id', async () => {
    const values = { userName: 'Quokka', email: 'q@zoo.test', stdNumber: 'S-77', phone: '555 01', realName: 'Ann Lee' };
    const account = await buildAccount(test.db, values);
    for (const hint of ['quok', 'ZOO', 's-77', '555', 'lee', account.id.slice(0, 30)]) {
      expect((await search(hint)).body.data.map(({ id }) => id)).toContain(account.id);
    }
  });

  it('takes signs of patterns as letters', async () => {
    await buildAccount(test.db);
    expect((await search('%')).body.total).toBe(0);
    expect((await search('_')).body.total).toBe(0);
    expect((await search('\\')).body.total).toBe(0);
  });

  it('gives 30 at most', async () => {
    for (let index = 0; index < 31; index += 1) await buildAccount(test.db);
    expect((await search('player')).body).toMatchObject({ length: 30, total: 30 });
  });
});

describe('PUT /api/admin/users/:userId', () => {
  it('changes roles at once, without a new sign-in', async () => {
    const account = await buildAccount(test.db);
    expectError(await test.call(accountAdminRoutes.list, { as: account }), 'account.forbidden');
    await update(account, { role: 'Admin' });
    expect((await test.call(accountAdminRoutes.list, { as: account })).status).toBe(200);
    await update(account, { role: 'User' });
    expectError(await test.call(accountAdminRoutes.list, { as: account }), 'account.forbidden');
  });

  it('bans at once', async () => {
    const account = await buildAccount(test.db);
    expect((await profile(account)).status).toBe(200);
    await update(account, { role: 'Banned' });
    expectError(await profile(account), 'account.banned');
  });

  it('writes the reason to the audit log', async () => {
    const account = await buildAccount(test.db);
    await update(account, { role: 'Banned', reason: 'Shared flags' });
    const [entry] = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `account:${account.id}`));
    expect(entry).toMatchObject({ after: { role: 'Banned', reason: 'Shared flags' } });
  });

  it('clears what is empty', async () => {
    const account = await buildAccount(test.db, { bio: 'b', realName: 'Ann', stdNumber: '7', phone: '555' });
    expect((await update(account, { bio: '', realName: '', stdNumber: '', phone: '' })).status).toBe(200);
    expect((await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]).toMatchObject({
      bio: '',
      realName: '',
      stdNumber: '',
      phone: null,
    });
  });

  it('writes the change to the audit log', async () => {
    const account = await buildAccount(test.db);
    await update(account, { role: 'Monitor', bio: 'helper', reason: 'Helps out' });
    const [entry] = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `account:${account.id}`));
    expect(entry).toMatchObject({
      accountId: admin.id,
      action: 'account.update',
      before: { role: 'User', bio: '' },
      after: { role: 'Monitor', bio: 'helper', reason: 'Helps out' },
    });
  });

  describe('on a version', () => {
    const row = async (account: AccountRow) => {
      const { body } = await test.call(accountAdminRoutes.list, { as: admin, query: { hint: account.id } });
      return body.data[0] as (typeof body.data)[number];
    };

    it('refuses the second save on the same one, with what is stored, and changes nothing', async () => {
      const account = await buildAccount(test.db);
      const { version } = await row(account);
      expect(await update(account, { bio: 'theirs', version })).toMatchObject({ status: 200, body: undefined });
      const refused = await update(account, { bio: 'mine', realName: 'Ann', version });
      expectError(refused, 'request.outdated');
      const stored = await row(account);
      const lastSave = { userName: admin.userName, time: expect.any(Number) };
      expect(refused).toMatchObject({ status: 409, body: { current: stored, lastSave } });
      expect(stored).toMatchObject({ bio: 'theirs', realName: '' });
      expect(JSON.stringify(refused.body)).not.toMatch(/argon2|password/i);
      expect((await update(account, { bio: 'mine', version: stored.version })).status).toBe(200);
    });

    it('says who saved last where several did, whatever else was done to the account', async () => {
      const account = await buildAccount(test.db);
      const other = await buildAccount(test.db, { role: 'Admin' });
      const { version } = await row(account);
      const { id: userId } = account;
      await update(account, { bio: 'theirs' });
      await test.call(accountAdminRoutes.update, {
        as: other,
        params: { userId },
        body: { bio: 'last', realName: 'Bo' },
      });
      await test.call(accountAdminRoutes.resetPassword, { as: admin, params: { userId } });
      const refused = await update(account, { bio: 'mine', version });
      expect(refused).toMatchObject({ status: 409, body: { lastSave: { userName: other.userName } } });
    });

    it('does not say who saved where the account did itself', async () => {
      const account = await buildAccount(test.db);
      await update(account, { bio: 'earlier' });
      const { version } = await row(account);
      await test.call(accountRoutes.update, { as: account, body: { bio: 'own' } });
      const refused = await update(account, { bio: 'mine', version });
      expect(refused).toMatchObject({ status: 409, body: { current: { bio: 'own' } } });
      expect(refused.body).not.toHaveProperty('lastSave');
    });

    it('lets one of many through', async () => {
      const account = await buildAccount(test.db);
      const { version } = await row(account);
      const saves = await Promise.all(
        Array.from({ length: 10 }, (_, at) => update(account, { bio: `${at}`, version })),
      );
      expect(saves.filter(({ status }) => status === 200)).toHaveLength(1);
      expect(saves.filter(({ status }) => status === 409)).toHaveLength(9);
    });

    it('changes with each field, and with what owners save, not when it is seen', async () => {
      const account = await buildAccount(test.db, { userName: 'ada', role: 'Monitor' });
      const versions = [(await row(account)).version];
      const changes: Changes[] = [
        { userName: 'eve' },
        { email: 'eve@example.test' },
        { emailConfirmed: true },
        { realName: 'E' },
        { stdNumber: '7' },
        { phone: '555' },
        { bio: 'b' },
        { role: 'User' },
        { bio: '' },
      ];
      for (const change of changes) {
        await update(account, change);
        versions.push((await row(account)).version);
      }
      await test.call(accountRoutes.update, { as: account, body: { bio: 'own' } });
      versions.push((await row(account)).version);
      expect(new Set(versions).size).toBe(versions.length);
      await test.db
        .update(accounts)
        .set({ lastVisitedAt: new Date(), ip: '192.0.2.1' })
        .where(eq(accounts.id, account.id));
      expect((await row(account)).version).toBe(versions.at(-1));
    });

    it('is not checked without one', async () => {
      const account = await buildAccount(test.db);
      for (const change of [{ bio: 'one' }, { bio: 'two', version: null }, { bio: 'three' }]) {
        expect((await update(account, change)).status).toBe(200);
      }
      expect((await row(account)).bio).toBe('three');
    });

    it('leaves it out of the audit log', async () => {
      const account = await buildAccount(test.db);
      await update(account, { bio: 'new', version: (await row(account)).version });
      const [entry] = await test.db
        .select()
        .from(auditEntries)
        .where(eq(auditEntries.target, `account:${account.id}`));
      expect(Object.keys(entry?.after ?? {})).toEqual(['bio']);
    });
  });

  it('asks for a new confirmation of another address unless the change confirms it', async () => {
    const account = await buildAccount(test.db);
    await update(account, { email: account.email.toUpperCase() });
    expect((await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]?.emailConfirmed).toBe(true);
    await update(account, { email: 'elsewhere@example.test' });
    expect((await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]?.emailConfirmed).toBe(false);
    await update(account, { email: 'again@example.test', emailConfirmed: true });
    expect((await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]?.emailConfirmed).toBe(true);
  });

  it('gives any name that readers see, those like staff too', async () => {
    const account = await buildAccount(test.db);
    const stored = async () => (await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]?.userName;
    const reply = await update(account, { userName: 'mir\u200ba' });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: 'userName' }] });
    await update(account, { userName: ' Ｓtaff ' });
    expect(await stored()).toBe('Staff');
  });

  it('leaves a name from before the rules, and its sessions, when it is sent back', async () => {
    const account = await buildAccount(test.db, { userName: ' Ｏld  Name' });
    expect((await profile(account)).status).toBe(200);
    expect((await update(account, { userName: account.userName, bio: 'edited' })).status).toBe(200);
    expect((await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]).toMatchObject({
      userName: account.userName,
      bio: 'edited',
    });
    expect((await profile(account)).status).toBe(200);
  });

  it('refuses what is taken and changes nothing then', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    expectError(await update(account, { userName: other.userName }), 'account.userNameTaken');
    expectError(await update(account, { userName: 'fresh', email: other.email }), 'account.emailTaken');
    expect((await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0]?.userName).toBe(
      account.userName,
    );
  });

  it('knows no other accounts', async () => {
    const unknown = { ...admin, id: '01890a5d-ac96-774b-bcce-b302099a8057' };
    expectError(await update(unknown, { bio: '' }), 'account.notFound');
    expectError(
      await test.send({ method: 'PUT', url: '/api/admin/users/nonsense', as: admin, payload: {} }),
      'request.notFound',
    );
  });

  it('keeps the last administrator', async () => {
    for (const role of ['Banned', 'User', 'Monitor'] as const) {
      const reply = await update(admin, { role });
      expectError(reply, 'account.lastAdmin');
      expect(reply.body).toMatchObject({ details: [{ path: 'role' }] });
    }
    expectError(await update({ ...admin, id: admin.id.toUpperCase() }, { role: 'User' }), 'account.lastAdmin');
    expect((await update(admin, { role: 'Admin', bio: 'still here' })).status).toBe(200);
    await buildAccount(test.db, { role: 'Admin' });
    expect((await update(admin, { role: 'User' })).status).toBe(200);
  });

  it('keeps one administrator when ten demote each other at once', async () => {
    const admins = [admin];
    while (admins.length < 10) admins.push(await buildAccount(test.db, { role: 'Admin' }));
    await Promise.all(admins.map((as, index) => update(admins[(index + 1) % 10] as AccountRow, { role: 'User' }, as)));
    expect((await test.db.select().from(accounts).where(eq(accounts.role, 'Admin'))).length).toBeGreaterThan(0);
  });

  it('is for administrators', async () => {
    const account = await buildAccount(test.db);
    expectError(await update(account, { role: 'Admin' }, account), 'account.forbidden');
  });
});

describe('DELETE /api/admin/users/:userId/sessions', () => {
  it('signs the account out everywhere, and the administrator elsewhere only', async () => {
    const account = await buildAccount(test.db);
    const endSessions = (userId: string) =>
      test.call(accountAdminRoutes.endSessions, { as: admin, params: { userId } });
    const headers = { cookie: await test.signIn(account) };
    expect((await endSessions(account.id)).status).toBe(200);
    expectError(await test.call(accountRoutes.profile, { headers }), 'account.unauthenticated');
    expect((await endSessions(admin.id)).status).toBe(200);
    expect((await profile(admin)).status).toBe(200);
    const actions = await test.db.select({ action: auditEntries.action }).from(auditEntries);
    expect(actions.map(({ action }) => action)).toContain('account.endSessions');
  });
});

describe('the first administrator', () => {
  const start = (adminPassword: string | null) =>
    createFirstAdministrator({ ...test.deps, config: { ...test.deps.config, adminPassword } });
  const others = () =>
    test.db
      .select()
      .from(accounts)
      .where(and(ne(accounts.id, admin.id)));

  it('is made once by many servers that start at once', async () => {
    await Promise.all(Array.from({ length: 8 }, () => start('Open5esame')));
    expect(await others()).toMatchObject([{ userName: 'Admin', role: 'Admin', emailConfirmed: true }]);
    const body = { userName: 'admin', password: 'Open5esame' };
    expect((await test.call(accountRoutes.login, { body })).status).toBe(200);
  });

  it('keeps the password of the one that is there', async () => {
    await start('Open5esame');
    const [before] = await others();
    await start('Other5esame');
    expect(await others()).toEqual([before]);
  });

  it('is not made without a password', async () => {
    await start(null);
    expect(await others()).toEqual([]);
  });

  it('refuses a weak password in one line that does not repeat it', async () => {
    const error = await start('weakpassword').catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ConfigError);
    expect((error as Error).message).toBe('ADMIN_PASSWORD: must have a digit, a lower-case and an upper-case letter');
    expect(await others()).toEqual([]);
  });
});
