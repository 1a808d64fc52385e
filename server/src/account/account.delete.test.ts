import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes as routes } from '@vexil/contract/account-admin';
import { type AccountRow, accounts, apiTokens, sessions } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { auditEntries } from '@vexil/db/schema/audit';
import { containers } from '@vexil/db/schema/container';
import { gameStaff, games } from '@vexil/db/schema/game';
import { participationMembers } from '@vexil/db/schema/participation';
import { posts } from '@vexil/db/schema/post';
import { solves, submissions } from '@vexil/db/schema/submission';
import { teamMembers, teams } from '@vexil/db/schema/team';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf } from '../../testing/outbox';
import { multipartOf } from '../../testing/upload';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(games);
  await test.db.delete(teams);
  await test.db.delete(accounts);
  await test.db.delete(auditEntries);
  admin = await buildAccount(test.db, { role: 'Admin' });
});

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const remove = (userId: string, as = admin) => test.call(routes.delete, { as, params: { userId } });
const reset = (userId: string, as = admin) => test.call(routes.resetPassword, { as, params: { userId } });
const update = (userId: string, body: object, as = admin) => test.call(routes.update, { as, params: { userId }, body });
const profile = (as: AccountRow) => test.call(accountRoutes.profile, { as });
const login = (userName: string, password: string) => test.call(accountRoutes.login, { body: { userName, password } });
const exists = async (id: string) => (await test.db.$count(accounts, eq(accounts.id, id))) === 1;

describe('GET /api/admin/users/:userId', () => {
  it('shows the profile and no more', async () => {
    const account = await buildAccount(test.db, { realName: 'Ann Lee', phone: '555 01' });
    const reply = await test.call(routes.get, { as: admin, params: { userId: account.id } });
    const { userName, email } = account;
    expect(reply.body).toEqual({
      userId: account.id,
      role: 'User',
      userName,
      email,
      bio: '',
      phone: '555 01',
      realName: 'Ann Lee',
      stdNumber: '',
      avatar: null,
      fields: [],
    });
  });

  it('knows no other accounts', async () => {
    expectError(await test.call(routes.get, { as: admin, params: { userId: unknownId } }), 'account.notFound');
    expectError(await test.send({ url: '/api/admin/users/nonsense', as: admin }), 'request.notFound');
  });
});

describe('DELETE /api/admin/users/:userId', () => {
  it('deletes an account that has left traces everywhere, and keeps the traces', async () => {
    const { team } = await buildTeam(test.db, { membersCount: 1 });
    const account = await buildAccount(test.db);
    const accountId = account.id;
    await test.db.insert(teamMembers).values({ teamId: team.id, accountId });
    const { participation } = await buildParticipation(test.db, {
      built: { team, captain: account, members: [account] },
    });
    const { gameId } = participation;
    const { challenge } = await buildChallenge(test.db, { gameId });
    const common = { gameId, challengeId: challenge.id, participationId: participation.id, accountId };
    const answer = { ...common, answerHash: 'x', answerSealed: 'x', submittedAt: new Date() };
    const [submission] = await test.db.insert(submissions).values(answer).returning();
    const submissionId = submission?.id ?? 0;
    await test.db.insert(solves).values({ ...common, submissionId, solvedAt: new Date() });
    await test.db.insert(activities).values({ gameId, type: 'FlagSubmit', accountId, submissionId });
    await test.db.insert(containers).values({ ...common, kind: 'Team', image: 'x', expiresAt: new Date() });
    await test.db.insert(posts).values({ id: 'abcd1234', title: 'News', authorId: accountId });
    await test.db.insert(apiTokens).values({ name: 'bot', tokenHash: 'x', creatorId: accountId });
    const elsewhere = { gameId: (await buildGame(test.db)).id, accountId, role: 'organiser' as const };
    await test.db.insert(gameStaff).values(elsewhere);
    await update(account.id, { bio: 'changed' });

    expect(await remove(accountId)).toMatchObject({ status: 200, body: undefined });
    expect(await exists(accountId)).toBe(false);
    for (const table of [submissions, solves, activities, containers]) {
      expect(await test.db.select().from(table)).toMatchObject([{ accountId: null }]);
    }
    expect(await test.db.select().from(posts)).toMatchObject([{ authorId: null }]);
    for (const table of [participationMembers, gameStaff]) expect(await test.db.$count(table)).toBe(0);
    expect(await test.db.$count(teamMembers, eq(teamMembers.teamId, team.id))).toBe(1);
    expect(await boardVersionsOf(test.deps, gameId)).toEqual([1]);
  });

  it('ends its sessions and lets go of its picture', async () => {
    const account = await buildAccount(test.db);
    const picture = await sharp({ create: { width: 9, height: 9, channels: 3, background: '#abc' } })
      .png()
      .toBuffer();
    const upload = { method: 'PUT', url: '/api/account/avatar', as: account, ...multipartOf([{ content: picture }]) };
    const url = (await test.send(upload as Parameters<typeof test.send>[0])).body as string;
    expect((await test.app.inject(url)).statusCode).toBe(200);
    await remove(account.id);
    expectError(await profile(account), 'account.unauthenticated');
    expect((await test.app.inject(url)).statusCode).toBe(404);
    expectError(await login(account.userName, testPassword), 'account.badCredentials');
  });

  it('writes down who was deleted, without the password', async () => {
    const account = await buildAccount(test.db);
    await remove(account.id);
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([
      { accountId: admin.id, action: 'account.delete', target: `account:${account.id}`, after: null },
    ]);
    expect(entries[0]?.before).toMatchObject({ userName: account.userName, passwordHash: '(secret)' });
  });

  it('refuses oneself, captains and unknown ids', async () => {
    await buildAccount(test.db, { role: 'Admin' });
    expectError(await remove(admin.id), 'account.own');
    expectError(await remove(admin.id.toUpperCase()), 'account.own');
    const { captain } = await buildTeam(test.db);
    expectError(await remove(captain.id), 'account.leadsTeam');
    expect(await exists(captain.id)).toBe(true);
    expectError(await remove(unknownId), 'account.notFound');
    expectError(await test.send({ method: 'DELETE', url: '/api/admin/users/nonsense', as: admin }), 'request.notFound');
  });

  it('keeps one administrator when ten delete each other at once', async () => {
    const admins = [admin];
    while (admins.length < 10) admins.push(await buildAccount(test.db, { role: 'Admin' }));
    for (const one of admins) await test.signIn(one);
    await Promise.all(admins.map((as, index) => remove((admins[(index + 1) % 10] as AccountRow).id, as)));
    expect(await test.db.$count(accounts, eq(accounts.role, 'Admin'))).toBeGreaterThan(0);
  });

  it('happens once when fifty delete, change and reset at once', async () => {
    const { id } = await buildAccount(test.db);
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) => {
        if (index % 3 === 0) return remove(id);
        return index % 3 === 1 ? update(id, { bio: `bio ${index}`, role: 'Monitor' }) : reset(id);
      }),
    );
    expect(replies.filter((reply, index) => index % 3 === 0 && reply.status === 200)).toHaveLength(1);
    for (const reply of replies) if (reply.status !== 200) expectError(reply, 'account.notFound');
    expect(await exists(id)).toBe(false);
  });

  it('never leaves a team without captain when one is founded meanwhile', async () => {
    const founder = await buildAccount(test.db);
    await test.signIn(founder);
    const found = { method: 'POST', url: '/api/team', as: founder, payload: { name: 'Late' } } as const;
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => (index % 2 ? remove(founder.id) : test.send(found))),
    );
    expect(replies.filter(({ status }) => status >= 500)).toEqual([]);
    const led = await test.db.$count(teams, eq(teams.captainId, founder.id));
    expect(await exists(founder.id)).toBe(led > 0);
  });
});

describe('DELETE /api/admin/users/:userId/password', () => {
  it('gives a password of 16 characters of four kinds that signs in, and ends the old one', async () => {
    const account = await buildAccount(test.db);
    const reply = await reset(account.id);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body).toMatch(/^[A-Za-z0-9!@#$%^&*()\-_=+]{16}$/);
    for (const kind of [/\d/, /[a-z]/, /[A-Z]/, /[^A-Za-z0-9]/]) expect(reply.body).toMatch(kind);
    expectError(await login(account.userName, testPassword), 'account.badCredentials');
    expect((await login(account.userName, reply.body)).status).toBe(200);
    expect((await reset(account.id)).body).not.toBe(reply.body);
  });

  it('ends all sessions, but keeps that of the administrator who resets the own', async () => {
    const account = await buildAccount(test.db);
    expect((await profile(account)).status).toBe(200);
    await reset(account.id);
    expectError(await profile(account), 'account.unauthenticated');
    await login(admin.userName, testPassword);
    expect((await reset(admin.id)).status).toBe(200);
    expect((await profile(admin)).status).toBe(200);
    expect(await test.db.$count(sessions, eq(sessions.accountId, admin.id))).toBe(1);
  });

  it('shows the password nowhere else', async () => {
    const account = await buildAccount(test.db);
    const { body } = await reset(account.id);
    const entries = await test.db.select().from(auditEntries);
    expect(entries).toMatchObject([{ action: 'account.resetPassword', after: { passwordHash: '(secret)' } }]);
    expect(JSON.stringify([entries, await test.db.select().from(accounts)])).not.toContain(body);
  });

  it('knows no other accounts', async () => {
    expectError(await reset(unknownId), 'account.notFound');
  });
});

describe('PUT /api/admin/users/:userId', () => {
  it.each([{ userName: 'renamed' }, { email: 'moved@example.test' }])('ends the sessions with %j', async (change) => {
    const account = await buildAccount(test.db);
    expect((await profile(account)).status).toBe(200);
    await update(account.id, change);
    expectError(await profile(account), 'account.unauthenticated');
  });

  it('keeps the sessions with any other change, and the one of who renames the own account', async () => {
    const account = await buildAccount(test.db);
    await update(account.id, { bio: 'new', role: 'Monitor', email: account.email.toUpperCase() });
    expect((await profile(account)).status).toBe(200);
    await update(admin.id, { userName: 'chief' });
    expect((await profile(admin)).body).toMatchObject({ userName: 'chief' });
  });

  it('takes back what the list shows', async () => {
    const account = await buildAccount(test.db, { phone: null });
    const { data } = (await test.call(routes.list, { as: admin })).body;
    const shown = data.find(({ id }) => id === account.id) ?? {};
    expect((await update(account.id, shown)).status).toBe(200);
    const [after] = await test.db.select().from(accounts).where(eq(accounts.id, account.id));
    expect(after).toEqual({ ...account, updatedAt: after?.updatedAt });
  });
});

describe('the accounts of administrators', () => {
  it('are not for others', async () => {
    const account = await buildAccount(test.db, { realName: 'Ann Lee', role: 'Monitor' });
    const banned = await buildAccount(test.db, { role: 'Banned' });
    const player = await buildAccount(test.db);
    const one = `/api/admin/users/${account.id}`;
    const calls = [
      { method: 'GET', url: '/api/admin/users' },
      { method: 'POST', url: '/api/admin/users', payload: [] },
      { method: 'POST', url: '/api/admin/users/search?hint=ann' },
      { method: 'GET', url: one },
      { method: 'PUT', url: one, payload: { role: 'Admin' } },
      { method: 'DELETE', url: `${one}/password` },
      { method: 'DELETE', url: one },
    ] as const;
    for (const call of calls) {
      expectError(await test.send(call), 'account.unauthenticated');
      expectError(await test.send({ ...call, as: banned }), 'account.banned');
      for (const as of [account, player]) {
        const reply = await test.send({ ...call, as });
        expectError(reply, 'account.forbidden');
        expect(JSON.stringify(reply.body)).not.toMatch(/Ann Lee|example\.test/);
      }
    }
    expect((await profile(account)).body).toMatchObject({ role: 'Monitor', realName: 'Ann Lee' });
  });
});
