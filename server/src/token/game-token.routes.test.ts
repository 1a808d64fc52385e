import { awardRoutes } from '@vexil/contract/award';
import { challengeEditRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { gameTokensMax, gameTokenRoutes as routes, tokenRoutes } from '@vexil/contract/token';
import { type AccountRow, accounts, apiTokens } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { gameStaff } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
let maker: AccountRow;
let gameId: number;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
  maker = await buildAccount(test.db);
  await test.db.insert(gameStaff).values({ gameId, accountId: maker.id, role: 'organiser' });
});

type Scopes = Parameters<typeof make>[0];
const make = (
  scopes: ('award:write' | 'challenge:read' | 'challenge:write' | 'edit:read' | 'edit:write')[] = ['award:write'],
  as = maker,
  id = gameId,
) => test.call(routes.create, { as, params: { id }, body: { name: 'Feed', scopes } });
const bearer = async (scopes?: Scopes) => ({ authorization: `Bearer ${(await make(scopes)).body.token}` });
const list = (as = maker) => test.call(routes.list, { as, params: { id: gameId } });

describe('a token of a game', () => {
  it('gives awards of its game as its maker, once per external id', async () => {
    const headers = await bearer();
    const { team } = await buildParticipation(test.db, { gameId });
    const body = { teamId: team.id, points: 20, reason: 'Held the hill.', externalId: 'hill-1' };
    const replies = await Promise.all(
      Array.from({ length: 50 }, () => test.call(awardRoutes.create, { headers, params: { id: gameId }, body })),
    );
    expect(new Set(replies.map((reply) => reply.body.id)).size).toBe(1);
    expect(replies[0]?.body).toMatchObject({ points: 20, userName: maker.userName });
    expectError(await test.call(awardRoutes.list, { headers, params: { id: gameId } }), 'token.scopeMissing');
  });

  it('opens challenges by scopes of their own, and nothing else of the editor', async () => {
    const { challenge } = await buildChallenge(test.db, { gameId });
    const params = { id: gameId, challengeId: challenge.id };
    const reads = await bearer(['challenge:read']);
    expect((await test.call(challengeEditRoutes.get, { headers: reads, params })).status).toBe(200);
    const change = { params, body: { content: 'New' } };
    const refused = await test.call(challengeEditRoutes.update, { headers: reads, ...change });
    expectError(refused, 'token.scopeMissing');
    expect(refused.body).toMatchObject({ title: expect.stringContaining('challenge:write') });
    expectError(await test.call(gameEditRoutes.get, { headers: reads, params: { id: gameId } }), 'token.scopeMissing');
    const writes = await bearer(['challenge:write']);
    expect((await test.call(challengeEditRoutes.update, { headers: writes, ...change })).status).toBe(200);
    expectError(await test.call(challengeEditRoutes.get, { headers: writes, params }), 'token.scopeMissing');
    const edits = await bearer(['edit:read']);
    expect((await test.call(challengeEditRoutes.get, { headers: edits, params })).status).toBe(200);
  });

  it('is refused in another game of its maker, and by calls that belong to no game', async () => {
    const headers = await bearer(['edit:read', 'edit:write', 'award:write']);
    const other = await buildGame(test.db);
    await test.db.insert(gameStaff).values({ gameId: other.id, accountId: maker.id, role: 'organiser' });
    expectError(await test.call(gameEditRoutes.get, { headers, params: { id: other.id } }), 'account.forbidden');
    expectError(await test.call(gameEditRoutes.list, { headers, query: {} }), 'account.forbidden');
    expect((await test.call(gameEditRoutes.get, { headers, params: { id: gameId } })).status).toBe(200);
    const hidden = await buildGame(test.db, { hidden: true });
    await test.db.insert(gameStaff).values({ gameId: hidden.id, accountId: maker.id, role: 'organiser' });
    expectError(await test.call(gameRoutes.get, { headers, params: { id: hidden.id } }), 'game.notFound');
    for (const call of [routes.list, routes.create] as const) {
      const body = { name: 'More', scopes: ['award:write' as const] };
      expectError(
        await test.call(call as typeof routes.create, { headers, params: { id: gameId }, body }),
        'token.sessionOnly',
      );
    }
  });

  it.each<[string, () => Promise<unknown>]>([
    ['leaves the staff', () => test.db.delete(gameStaff).where(eq(gameStaff.accountId, maker.id))],
    [
      'only observes',
      () => test.db.update(gameStaff).set({ role: 'observer' }).where(eq(gameStaff.accountId, maker.id)),
    ],
    ['is banned', () => test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, maker.id))],
    ['is deleted', () => test.db.delete(accounts).where(eq(accounts.id, maker.id))],
  ])('ends when its maker %s', async (_, end) => {
    const headers = await bearer(['edit:read']);
    const read = () => test.call(gameEditRoutes.get, { headers, params: { id: gameId } });
    expect((await read()).status).toBe(200);
    await end();
    expectError(await read(), 'token.invalid');
  });

  it('is shown once, listed to organisers, and deleted with an entry that names it and its maker', async () => {
    const { token, info } = (await make()).body;
    expect(info).toMatchObject({ name: 'Feed', gameId, scopes: ['award:write'], creatorId: maker.id });
    const listed = await list(admin);
    expect(listed.body).toMatchObject([{ id: info.id, creator: maker.userName }]);
    expect(JSON.stringify(listed.body)).not.toContain(token.slice(6));
    expect((await test.call(tokenRoutes.list, { as: admin })).body.find(({ id }) => id === info.id)?.gameId).toBe(
      gameId,
    );
    const other = await buildGame(test.db);
    const remove = (id: number, as = admin) => test.call(routes.remove, { as, params: { id, tokenId: info.id } });
    expectError(await remove(other.id), 'token.notFound');
    const observer = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId, accountId: observer.id, role: 'observer' });
    expectError(await remove(gameId, observer), 'account.forbidden');
    expectError(await list(observer), 'account.forbidden');
    expect((await remove(gameId)).status).toBe(200);
    expectError(await remove(gameId), 'token.notFound');
    expect((await list()).body).toEqual([]);
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `token:${info.id}`));
    expect(entries.map((entry) => [entry.action, entry.gameId, entry.accountId])).toEqual([
      ['token.create', gameId, maker.id],
      ['token.delete', gameId, admin.id],
    ]);
    expect(entries[1]?.before).toMatchObject({ name: 'Feed', scopes: ['award:write'], creatorId: maker.id });
    expect(JSON.stringify(entries)).not.toContain(token.slice(6));
  });

  it('knows no global token', async () => {
    const made = await test.call(tokenRoutes.create, { as: admin, body: { name: 'Global' } });
    const params = { id: gameId, tokenId: made.body.info.id };
    expectError(await test.call(routes.remove, { as: admin, params }), 'token.notFound');
    expect((await list()).body).toEqual([]);
  });

  it.each<[string, object]>([
    ['scopes', { scopes: [] }],
    ['scopes', { scopes: undefined }],
    ['scopes.0', { scopes: ['admin:write'] }],
    ['scopes.0', { scopes: ['account:read'] }],
    ['name', { name: ' ' }],
    ['name', { name: '𝕏'.repeat(129) }],
    ['expiresIn', { expiresIn: -1 }],
  ])('names %s of %j', async (path, given) => {
    const body = { name: 'Feed', scopes: ['award:write' as const], ...given };
    const reply = await test.call(routes.create, { as: maker, params: { id: gameId }, body });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('exists a hundred times at most, with fifty at once', async () => {
    const rows = await test.db
      .insert(apiTokens)
      .values(Array.from({ length: gameTokensMax - 1 }, (_, n) => ({ name: 'Old', tokenHash: `${gameId} ${n}` })))
      .returning();
    await test.db.insert(gameTokens).values(rows.map(({ id: tokenId }) => ({ tokenId, gameId })));
    const replies = await Promise.all(Array.from({ length: 50 }, () => make()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'token.tooMany');
    const stored = await test.db.$count(gameTokens, and(eq(gameTokens.gameId, gameId)));
    expect(stored).toBe(gameTokensMax);
  });
});
