import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount } from '@vexil/db/testing/account';
import { buildTeam } from '@vexil/db/testing/team';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { hashCheaply } from '../../testing/cheap-hashes';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());
beforeEach(async () => {
  await test.db.delete(teams);
  await test.db.delete(accounts);
  await test.db.delete(auditEntries);
  admin = await buildAccount(test.db, { role: 'Admin' });
});

type Row = Parameters<typeof test.call<typeof accountAdminRoutes.import>>[1]['body'][number];
const someone = (userName: string, values: Partial<Row> = {}): Row => ({
  userName,
  password: 'Imp0rted',
  email: `${userName}@example.test`,
  ...values,
});
const importRows = (body: Row[], as = admin) => test.call(accountAdminRoutes.import, { as, body });
const login = (userName: string, password: string) => test.call(accountRoutes.login, { body: { userName, password } });
const find = async (userName: string) =>
  (await test.db.select().from(accounts).where(eq(accounts.userName, userName)))[0];

async function listTeams() {
  const rows = await test.db.select().from(teams).orderBy(asc(teams.id));
  const members = await test.db.select().from(teamMembers);
  return rows.map((team) => ({
    ...team,
    memberIds: members.filter(({ teamId }) => teamId === team.id).map(({ accountId }) => accountId),
  }));
}

describe('POST /api/admin/users?existing=refuse', () => {
  it('names the rows whose name or address an account has, and creates none', async () => {
    await buildAccount(test.db, { userName: 'ann', email: 'ann@example.test' });
    const reply = await test.call(accountAdminRoutes.import, {
      as: admin,
      query: { existing: 'refuse' },
      body: [someone('ben'), someone('ANN', { email: 'other@example.test' })],
    });
    expectError(reply, 'account.rowNameTaken');
    expect(reply.body).toMatchObject({ details: [{ path: '1.userName' }] });
    expect(await find('ben')).toBeUndefined();
  });
});

describe('POST /api/admin/users', () => {
  it('creates confirmed accounts that can sign in at once', async () => {
    const personal = { realName: 'Ann Lee', stdNumber: 'S-1', phone: '555 01' };
    const reply = await importRows([someone('ann', personal), someone('ben', { phone: '' })]);
    expect(reply).toMatchObject({ status: 200, body: undefined });
    expect(await find('ann')).toMatchObject({ ...personal, role: 'User', emailConfirmed: true });
    expect(await find('ben')).toMatchObject({ realName: '', phone: null });
    expect(Math.abs(((await find('ann'))?.registeredAt.getTime() ?? 0) - test.clock.now().getTime())).toBeLessThan(
      60_000,
    );
    expect((await login('ann', 'Imp0rted')).status).toBe(200);
    expect((await login('ben@example.test', 'Imp0rted')).status).toBe(200);
  });

  it('founds each team of the list once, its first member leading it', async () => {
    const existing = await buildTeam(test.db, { name: 'Red' });
    await importRows([
      someone('ann', { teamName: 'Red' }),
      someone('ben', { teamName: 'Blue' }),
      someone('cem', { teamName: ' Red ' }),
      someone('dan', { teamName: '  ' }),
      someone('eve', { teamName: null }),
      someone('ann', { teamName: 'Blue' }),
      someone('ann', { teamName: 'Red' }),
    ]);
    const id = async (name: string) => (await find(name))?.id;
    const [first, red, blue, ...rest] = await listTeams();
    expect(first).toMatchObject({ id: existing.team.id, memberIds: [existing.captain.id] });
    expect(red).toMatchObject({ name: 'Red 2', captainId: await id('ann'), locked: false });
    expect(new Set(red?.memberIds)).toEqual(new Set([await id('ann'), await id('cem')]));
    expect(red?.inviteToken).toMatch(/^[0-9a-f]{32}$/);
    expect(blue).toMatchObject({ name: 'Blue', captainId: await id('ben') });
    expect(new Set(blue?.memberIds)).toEqual(new Set([await id('ben'), await id('ann')]));
    expect(rest).toEqual([]);
  });

  it('takes the names that people may have, and those like staff', async () => {
    await importRows([
      someone('ann', { userName: ' Ａnn ', teamName: ' Ｒed  Foxes' }),
      someone('ben', { userName: 'St4ff' }),
    ]);
    expect(await find('Ann')).toBeDefined();
    expect(await find('St4ff')).toBeDefined();
    expect(await listTeams()).toMatchObject([{ name: 'Red Foxes' }]);
    for (const field of ['userName', 'realName', 'teamName'] as const) {
      const reply = await importRows([someone('cem', { [field]: 'a\u200bbc' })]);
      expectError(reply, 'request.invalid');
      expect(reply.body).toMatchObject({ details: [{ path: `0.${field}` }] });
    }
  });

  it('overwrites who has the name already, or else the address, and ends their sessions', async () => {
    const byName = await buildAccount(test.db, { userName: 'ann', realName: 'Ann', phone: '1', emailConfirmed: false });
    const byEmail = await buildAccount(test.db, { email: 'ben@example.test', role: 'Monitor', bio: 'kept' });
    for (const account of [byName, byEmail]) await test.signIn(account);
    await importRows([someone('ANN', { stdNumber: 'S-1' }), someone('ben', { email: 'BEN@example.test', phone: '' })]);
    expect(await find('ANN')).toMatchObject({
      id: byName.id,
      email: 'ANN@example.test',
      realName: 'Ann',
      phone: '1',
      stdNumber: 'S-1',
      emailConfirmed: true,
    });
    expect(await find('ben')).toMatchObject({
      id: byEmail.id,
      email: 'BEN@example.test',
      role: 'Monitor',
      bio: 'kept',
    });
    const left = await test.db
      .select()
      .from(sessions)
      .where(inArray(sessions.accountId, [byName.id, byEmail.id]));
    expect(left).toEqual([]);
    expect((await login('ann', 'Imp0rted')).status).toBe(200);
    expect(await test.db.$count(accounts)).toBe(3);
  });

  it('keeps the session of the administrator who is on the list', async () => {
    await importRows([someone(admin.userName, { email: admin.email })]);
    expect((await test.call(accountRoutes.profile, { as: admin })).status).toBe(200);
    expect(await find(admin.userName)).toMatchObject({ role: 'Admin' });
  });

  it('names every row whose name or address belongs to another account, and stores none', async () => {
    const [ann, ben] = [await buildAccount(test.db, { userName: 'ann' }), await buildAccount(test.db)];
    await buildAccount(test.db, { userName: 'cem' });
    const rows = [
      someone('new', { teamName: 'Red' }),
      someone('ann', { email: ben.email.toUpperCase() }),
      someone('cem', { email: ann.email }),
    ];
    const reply = await importRows(rows);
    expectError(reply, 'account.rowEmailTaken');
    expect(reply.body).toMatchObject({
      title: expect.stringContaining('Row 2'),
      details: [{ path: '1.email' }, { path: '2.email' }],
    });
    expect(await find('new')).toBeUndefined();
    expect(await find('ann')).toEqual(ann);
    expect(await listTeams()).toEqual([]);
    expect(await test.db.$count(auditEntries)).toBe(0);
  });

  it('names a row whose address was taken by an earlier row', async () => {
    const taken = await buildAccount(test.db, { userName: 'ann', email: 'ann@example.test' });
    const reply = await importRows([
      someone('ben', { email: 'x@example.test' }),
      someone('ann', { email: 'x@example.test' }),
    ]);
    expectError(reply, 'account.rowEmailTaken');
    expect(reply.body).toMatchObject({ details: [{ path: '1.email' }] });
    expect(await find('ann')).toEqual(taken);
  });

  it('names every field that is not right, and stores none', async () => {
    const weak = await importRows([
      someone('ann'),
      someone('ben', { password: 'weak' }),
      someone('c12', { password: 'weaker' }),
    ]);
    expectError(weak, 'account.rowPasswordWeak');
    expect(weak.body).toMatchObject({
      title: expect.stringContaining('Row 2'),
      details: [{ path: '1.password' }, { path: '2.password' }],
    });
    const invalid = await importRows([
      someone('ann'),
      someone('ab', { email: 'nowhere', phone: 'call me', teamName: 'x'.repeat(21) }),
    ]);
    expectError(invalid, 'request.invalid');
    const { details } = invalid.body as unknown as { details: { path: string }[] };
    expect(details.map(({ path }) => path).sort()).toEqual(['1.email', '1.phone', '1.teamName', '1.userName']);
    expect(await test.db.$count(accounts)).toBe(1);
    for (const payload of [{}, [null], [[]], [{ userName: 'ann' }]] as object[]) {
      expectError(await test.send({ method: 'POST', url: '/api/admin/users', as: admin, payload }), 'request.invalid');
    }
  });

  it('takes an empty list', async () => {
    expect((await importRows([])).status).toBe(200);
  });

  it('writes everything down but passwords', async () => {
    const ann = await buildAccount(test.db, { userName: 'ann' });
    await importRows([someone('ann'), someone('ben', { teamName: 'Red' })]);
    const entries = await test.db.select().from(auditEntries).orderBy(asc(auditEntries.id));
    expect(entries.map(({ action }) => action)).toEqual(['account.update', 'account.create', 'team.create']);
    expect(entries[0]).toMatchObject({
      accountId: admin.id,
      target: `account:${ann.id}`,
      after: { email: 'ann@example.test' },
    });
    expect(JSON.stringify(entries)).not.toMatch(/Imp0rted|argon2/);
    const [team] = await listTeams();
    expect(JSON.stringify(entries)).not.toContain(team?.inviteToken);
  });

  it('takes two hundred in fifty teams', { timeout: 120_000 }, async () => {
    hashCheaply();
    const rows = Array.from({ length: 200 }, (_, index) =>
      someone(`no${1000 + index}`, { teamName: `team ${index % 50}` }),
    );
    expect((await importRows(rows)).status).toBe(200);
    expect(await test.db.$count(accounts)).toBe(201);
    const made = await listTeams();
    expect(made).toHaveLength(50);
    expect(made.every(({ memberIds }) => memberIds.length === 4)).toBe(true);
  });

  it('makes every account once when five send the same list at once', { timeout: 60_000 }, async () => {
    hashCheaply();
    const rows = Array.from({ length: 12 }, (_, index) => someone(`no${1000 + index}`));
    const replies = await Promise.all(
      Array.from({ length: 5 }, (_, index) => importRows(index % 2 ? [...rows].reverse() : rows)),
    );
    expect(replies.map(({ status }) => status)).toEqual([200, 200, 200, 200, 200]);
    expect(await test.db.$count(accounts)).toBe(13);
  });

  it('goes on while others register the same names', async () => {
    const body = { ...someone('racer'), email: 'other@example.test' };
    const [imported, ...registered] = await Promise.all([
      importRows([someone('racer')]),
      ...Array.from({ length: 20 }, () => test.call(accountRoutes.register, { body })),
    ]);
    expect(imported?.status).toBe(200);
    expect(registered.every(({ status }) => status === 200 || status === 400)).toBe(true);
    const found = await find('racer');
    expect(found?.email).toBe('racer@example.test');
    expect(await test.db.$count(accounts)).toBe(2);
  });

  it('is for administrators', async () => {
    expectError(await test.call(accountAdminRoutes.import, { body: [someone('ann')] }), 'account.unauthenticated');
    for (const role of ['User', 'Monitor'] as const) {
      expectError(await importRows([someone('ann')], await buildAccount(test.db, { role })), 'account.forbidden');
    }
    expect(await find('ann')).toBeUndefined();
  });
});
