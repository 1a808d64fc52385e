import { auditRoutes as routes } from '@vexil/contract/audit';
import { challengeEditRoutes, flagRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { gameEditRoutes } from '@vexil/contract/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
let organiser: AccountRow;
let gameId: number;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
  organiser = await buildAccount(test.db, { userName: 'Organiser' });
  gameId = (await buildGame(test.db)).id;
  await test.db.insert(gameStaff).values({ gameId, accountId: organiser.id, role: 'organiser' });
});
afterAll(() => test.close());

describe('GET /api/edit/games/{id}/audit', () => {
  it('lists who changed what, newest first and in pages, without secrets', async () => {
    const params = { id: gameId };
    const as = organiser;
    await test.call(gameEditRoutes.update, { as, params, body: { title: 'New', inviteCode: 'sesame' } });
    const made = await test.call(challengeEditRoutes.create, { as, params, body: { title: 'Task' } });
    const challengeId = made.body.id;
    await test.call(flagRoutes.add, { as, params: { id: gameId, challengeId }, body: [{ flag: 'flag{secret}' }] });
    await test.call(divisionRoutes.create, { as: admin, params, body: { name: 'Open', inviteCode: 'sesame' } });

    const { body } = await test.call(routes.game, { as, params });
    expect(body).toMatchObject({ length: 4, total: 4 });
    expect(body.data.map(({ action, userName }) => [action, userName])).toEqual([
      ['division.create', admin.userName],
      ['flag.add', 'Organiser'],
      ['challenge.create', 'Organiser'],
      ['game.update', 'Organiser'],
    ]);
    expect(body.data[3]).toMatchObject({
      userId: organiser.id,
      target: `game:${gameId}`,
      before: { inviteCode: null },
      after: { title: 'New', inviteCode: '(secret)' },
    });
    expect(body.data.map(({ targetName }) => targetName)).toEqual(['Open', 'Task', 'Task', 'New']);
    expect(JSON.stringify(body)).not.toMatch(/sesame|flag\{secret|127\.0\.0\.1/);

    const page = await test.call(routes.game, { as, params, query: { count: 2, skip: 1 } });
    expect(page.body).toMatchObject({
      length: 2,
      total: 4,
      data: [{ action: 'flag.add' }, { action: 'challenge.create' }],
    });
  });

  it('names what is there still, and passes over what is gone or has no name', async () => {
    const { id } = await buildGame(test.db);
    const { participation, team } = await buildParticipation(test.db, { gameId: id });
    const targets = [
      [`account:${organiser.id}`, 'Organiser'],
      [`participation:${participation.id}`, team.name],
      [`team:${team.id}`, team.name],
      ['challenge:999999', null],
      ['challenge:99999999999999', null],
      ['account:no-uuid', null],
      ['post:none', null],
      ['mail:VerifyEmail.en-US', null],
      ['config', null],
    ] as const;
    for (const [target] of targets) {
      await test.db.insert(auditEntries).values({ gameId: id, action: 'x', target, accountId: null });
    }
    const { body } = await test.call(routes.game, { as: admin, params: { id } });
    expect(body.data.toReversed().map(({ target, targetName }) => [target, targetName])).toEqual(targets);
  });

  it('is filtered by who, what and when, within the game', async () => {
    const { id } = await buildGame(test.db);
    const at = new Date(Date.UTC(2030, 0, 1));
    const values = { accountId: organiser.id, gameId: id, createdAt: at };
    await test.db.insert(auditEntries).values([
      { ...values, action: 'notice.create', target: 'notice:1' },
      { ...values, action: 'challenge.update', target: 'challenge:1', accountId: admin.id },
      { ...values, action: 'notice.create', target: 'notice:9', gameId },
    ]);
    const found = async (query: object) =>
      (await test.call(routes.game, { as: admin, params: { id }, query })).body.data.map(({ target }) => target);
    expect(await found({ action: 'notice.' })).toEqual(['notice:1']);
    expect(await found({ who: 'ORGAN' })).toEqual(['notice:1']);
    expect(await found({ target: 'challenge:' })).toEqual(['challenge:1']);
    expect(await found({ from: at.getTime(), until: at.getTime() })).toHaveLength(2);
    expect(await found({ from: at.getTime() + 1 })).toEqual([]);
  });

  it('keeps the entries of an account that is gone', async () => {
    const gone = await buildAccount(test.db);
    const { id } = await buildGame(test.db);
    await test.db.insert(auditEntries).values({ accountId: gone.id, gameId: id, action: 'game.update', target: 'x' });
    await test.db.delete(accounts).where(eq(accounts.id, gone.id));
    const { body } = await test.call(routes.game, { as: admin, params: { id } });
    expect(body.data).toMatchObject([{ userId: null, userName: null, action: 'game.update' }]);
  });

  it('is for organisers of the game, and 404 where there is none', async () => {
    const observer = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId, accountId: observer.id, role: 'observer' });
    for (const as of [observer, await buildAccount(test.db, { role: 'Monitor' })]) {
      expectError(await test.call(routes.game, { as, params: { id: gameId } }), 'account.forbidden');
    }
    expectError(await test.call(routes.game, { as: admin, params: { id: 999_999 } }), 'game.notFound');
  });
});

describe('GET /api/admin/audit', () => {
  it('shows administrators every game, deleted ones too, and from where', async () => {
    const { id } = await buildGame(test.db);
    await test.call(gameEditRoutes.delete, { as: admin, params: { id } });
    const all = await test.call(routes.all, { as: admin, query: { count: 1 } });
    expect(all.body.data).toMatchObject([{ action: 'game.delete', gameId: id, ip: '127.0.0.1', after: null }]);
    expect(all.body.total).toBeGreaterThan(1);
    const one = await test.call(routes.all, { as: admin, query: { gameId: id } });
    expect(one.body).toMatchObject({ total: 1, data: [{ gameId: id }] });
  });

  it('is filtered by who, what and when', async () => {
    const from = Date.now() + 10_000;
    const values = { accountId: organiser.id, gameId: null, createdAt: new Date(from) };
    await test.db.insert(auditEntries).values([
      { ...values, action: 'post.create', target: 'post:1' },
      { ...values, action: 'post_x', target: 'post:2' },
      { ...values, accountId: admin.id, action: 'post.delete', target: 'post:1' },
    ]);
    const found = async (query: object) =>
      (await test.call(routes.all, { as: admin, query })).body.data.map(({ action }) => action);
    expect(await found({ action: 'post.', from })).toEqual(['post.delete', 'post.create']);
    expect(await found({ action: 'post_', from })).toEqual(['post_x']);
    expect(await found({ who: 'ORGAN', target: 'post:1' })).toEqual(['post.create']);
    expect(await found({ action: 'post', until: from - 1 })).toEqual([]);
  });

  it('is for administrators', async () => {
    expectError(await test.call(routes.all, { as: organiser }), 'account.forbidden');
  });
});
