import { accountRoutes } from '@vexil/contract/account';
import { challengeRoutes } from '@vexil/contract/challenge';
import { gameEditRoutes, gameRoutes } from '@vexil/contract/game';
import { playerScopes } from '@vexil/contract/scope.rules';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionMonitorRoutes, submissionRoutes } from '@vexil/contract/submission';
import { teamRoutes } from '@vexil/contract/team';
import { playerTokenRoutes as routes, tokenRoutes } from '@vexil/contract/token';
import { accounts, apiTokens } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { attachments, challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { gameStaff, games } from '@vexil/db/schema/game';
import { gameTokens } from '@vexil/db/schema/game-token';
import { participations } from '@vexil/db/schema/participation';
import { submissions } from '@vexil/db/schema/submission';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildFactor } from '../../testing/factor';
import { buildFile } from '../../testing/world';

let test: TestApp;
let gameId: number;
let challengeId: number;
let played: BuiltParticipation;
let player: BuiltParticipation['captain'];

beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  gameId = (await buildGame(test.db)).id;
  challengeId = (await buildChallenge(test.db, { gameId })).challenge.id;
  const built = await buildTeam(test.db, { membersCount: 2 });
  played = await buildParticipation(test.db, { gameId, built });
  const [, member] = built.members;
  if (!member) throw new Error('The team has no member.');
  player = member;
});

type Given = Partial<Parameters<typeof body>[0]>;
const body = (given: {
  name?: string;
  expiresIn?: number;
  scopes?: (typeof playerScopes)[number][];
  gameId?: number;
}) => ({
  ...{ name: 'Agent', gameId, scopes: [...playerScopes] },
  ...given,
});
const make = (given: Given = {}, as = player) => test.call(routes.create, { as, body: body(given) });
const list = () => test.call(routes.list, { as: player });
const bearer = async (given: Given = {}) => ({ authorization: `Bearer ${(await make(given)).body.token}` });
const details = (headers: { authorization: string }, id = gameId) =>
  test.call(challengeRoutes.details, { headers, params: { id } });
const submit = (headers: { authorization: string }) =>
  test.call(submissionRoutes.submit, { headers, params: { id: gameId, challengeId }, body: { flag: 'flag{no}' } });

async function moveTo(kind: (typeof divisions.$inferInsert)['kind']) {
  const [division] = await test.db.insert(divisions).values({ gameId, name: 'Division', kind }).returning();
  await test.db
    .update(participations)
    .set({ divisionId: division?.id ?? null })
    .where(eq(participations.id, played.participation.id));
}

describe('a token of a player', () => {
  it('is shown once, stored hashed, listed to its owner alone, and deleted with an entry', async () => {
    const made = await make({ expiresIn: 2 });
    const { token, info } = made.body;
    expect(made.headers['cache-control']).toBe('no-store');
    expect(token).toMatch(/^vexil_[\w-]{43}$/);
    expect(info).toMatchObject({ name: 'Agent', gameId, scopes: playerScopes, isUsable: true, lastUsedAt: null });
    expect(info.expiresAt).toBe(info.createdAt + 2 * 86_400_000);
    expect((await list()).body).toEqual([info]);
    expect((await test.call(routes.list, { as: played.captain })).body).toEqual([]);
    const stored = JSON.stringify(await test.db.select().from(apiTokens).where(eq(apiTokens.id, info.id)));
    const entries = JSON.stringify(await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, gameId)));
    for (const text of [stored, entries, JSON.stringify((await list()).body)])
      expect(text).not.toContain(token.slice(6));
    expect(entries).toContain('token.create');
    const admin = await buildAccount(test.db, { role: 'Admin' });
    expect(JSON.stringify((await test.call(tokenRoutes.list, { as: admin })).body)).not.toContain(info.id);
    expectError(await test.call(routes.remove, { as: played.captain, params: { id: info.id } }), 'token.notFound');
    expect((await test.call(routes.remove, { as: player, params: { id: info.id } })).status).toBe(200);
    expectError(await test.call(routes.remove, { as: player, params: { id: info.id } }), 'token.notFound');
    expectError(await details({ authorization: `Bearer ${token}` }), 'token.invalid');
  });

  it('plays for its team, and its submissions say so', async () => {
    const headers = await bearer();
    expect((await details(headers)).body.challengeCount).toBe(1);
    const { body: id } = await submit(headers);
    await test.call(submissionRoutes.submit, {
      as: player,
      params: { id: gameId, challengeId },
      body: { flag: 'flag{mine}' },
    });
    const [row] = await test.db.select().from(submissions).where(eq(submissions.id, id));
    expect(row).toMatchObject({ via: 'Token', accountId: player.id, participationId: played.participation.id });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const seen = (via?: 'Session' | 'Token' | 'Mcp') =>
      test.call(submissionMonitorRoutes.list, { as: admin, params: { id: gameId }, query: { via } });
    expect((await seen()).body.map((one) => one.via)).toEqual(['Session', 'Token']);
    expect((await seen('Token')).body.map((one) => one.id)).toEqual([id]);
    expect((await seen('Mcp')).body).toEqual([]);
  });

  it('opens nothing beyond its scopes, its game and its team', async () => {
    const headers = await bearer({ scopes: ['play:read'] });
    expectError(await submit(headers), 'token.scopeMissing');
    const other = await buildParticipation(test.db, { built: await buildTeam(test.db, { captainId: player.id }) });
    expectError(await details(headers, other.participation.gameId), 'account.forbidden');
    const all = await bearer();
    expectError(await test.call(gameRoutes.mine, { headers: all }), 'account.forbidden');
    expectError(await test.call(teamRoutes.list, { headers: all }), 'account.forbidden');
    expectError(await test.call(accountRoutes.profile, { headers: all }), 'token.scopeMissing');
    expectError(await test.call(routes.list, { headers: all }), 'token.sessionOnly');
    expectError(await test.call(routes.create, { headers: all, body: body({}) }), 'token.sessionOnly');
  });

  it('has nothing of staff where its owner became staff', async () => {
    const headers = await bearer();
    await test.db.insert(gameStaff).values({ gameId, accountId: player.id, role: 'organiser' });
    await test.db.update(accounts).set({ role: 'Admin' }).where(eq(accounts.id, player.id));
    expectError(await test.call(gameEditRoutes.get, { headers, params: { id: gameId } }), 'token.scopeMissing');
    expectError(await submit(headers), 'participation.isStaff');
    const hidden = await buildGame(test.db, { hidden: true });
    expectError(await test.call(gameRoutes.get, { headers, params: { id: hidden.id } }), 'game.notFound');
    expect((await test.call(scoreboardRoutes.get, { headers, params: { id: gameId } })).status).toBe(200);
  });

  it.each(['Assisted', 'Agents', null] as const)('works in a division of kind %s', async (kind) => {
    await moveTo(kind);
    expect((await details(await bearer())).status).toBe(200);
  });

  it('is refused in a division for people, when it is made and after the team was moved', async () => {
    const headers = await bearer();
    await moveTo('People');
    for (const reply of [await details(headers), await submit(headers), await make()]) {
      expectError(reply, 'division.peopleOnly');
      expect(reply.status).toBe(403);
    }
    expectError(await test.call(gameRoutes.get, { headers, params: { id: gameId } }), 'division.peopleOnly');
    expect((await list()).body).toMatchObject([{ isUsable: false }]);
  });

  it.each<[string, string, () => Promise<unknown>]>([
    [
      'is banned',
      'account.banned',
      () => test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, player.id)),
    ],
    [
      'is kicked',
      'token.invalid',
      () => test.call(teamRoutes.kick, { as: played.captain, params: { id: played.team.id, userId: player.id } }),
    ],
    [
      'leaves the team',
      'token.invalid',
      () => test.call(teamRoutes.leave, { as: player, params: { id: played.team.id } }),
    ],
    [
      'changes the password',
      'token.invalid',
      () => test.call(accountRoutes.changePassword, { as: player, body: { old: testPassword, new: 'Correct4Horses' } }),
    ],
    ['is deleted', 'token.invalid', () => test.db.delete(accounts).where(eq(accounts.id, player.id))],
    ['signs out everywhere else', 'token.invalid', () => test.call(accountRoutes.endOtherSessions, { as: player })],
    [
      'loses the participation',
      'token.invalid',
      () => test.db.delete(participations).where(eq(participations.id, played.participation.id)),
    ],
    ['loses the game', 'token.invalid', () => test.db.delete(games).where(eq(games.id, gameId))],
  ])('ends when its owner %s', async (_, code, end) => {
    const headers = await bearer();
    expect((await details(headers)).status).toBe(200);
    await end();
    expectError(await details(headers), code as 'token.invalid');
  });

  it('leaves no token of the platform behind when its game is deleted', async () => {
    const { info } = (await make()).body;
    const admin = await buildAccount(test.db, { role: 'Admin' });
    expect((await test.call(gameEditRoutes.delete, { as: admin, params: { id: gameId } })).status).toBe(200);
    expect(await test.db.$count(apiTokens, eq(apiTokens.id, info.id))).toBe(0);
  });

  it('is suspended with its team', async () => {
    const headers = await bearer();
    await test.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, played.participation.id));
    expectError(await details(headers), 'participation.notAccepted');
    expectError(await make(), 'participation.notAccepted');
  });

  it('exists five times at most, with fifty at once', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => make()));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(5);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'token.tooManyOwn');
    const { id } = played.participation;
    expect(
      await test.db.$count(gameTokens, and(eq(gameTokens.gameId, gameId), eq(gameTokens.participationId, id))),
    ).toBe(5);
  });

  it.each<[string, object]>([
    ['name', { name: ' ' }],
    ['gameId', { gameId: 0 }],
    ['gameId', { gameId: 'x' }],
    ['scopes', { scopes: [] }],
    ['scopes.0', { scopes: ['edit:read'] }],
    ['scopes', { scopes: Array(9).fill('play:read') }],
    ['expiresIn', { expiresIn: -1 }],
  ])('names %s of %j', async (path, given) => {
    const reply = await test.send({
      method: 'POST',
      url: '/api/account/tokens',
      as: player,
      payload: body(given as never),
    });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('does not say which games exist, and asks for the factor of its owner', async () => {
    for (const id of [2_000_000_000, (await buildGame(test.db, { hidden: true })).id]) {
      expectError(await make({ gameId: id }), 'participation.missing');
    }
    expectError(await make({ expiresIn: 4_000_000 }), 'token.expiryTooFar');
    await buildFactor(test, player);
    test.clock.advance(3_600_000);
    expectError(await make(), 'account.stepUpRequired');
    test.clock.moveTo(new Date());
  });
});

describe('links to files', () => {
  it('open for ten minutes, to whom has them', async () => {
    const { headers, link } = await linked();
    const reply = await test.app.inject({ url: link.url.replace(/^https?:\/\/[^/]+/, '') });
    expect(reply).toMatchObject({ statusCode: 200, body: 'kettle' });
    expect(reply.headers['cache-control']).toBe('private, no-store');
    test.clock.advance(10 * 60_000 + 1000);
    const late = await test.app.inject({ url: link.url.replace(/^https?:\/\/[^/]+/, '') });
    expect(late.json()).toMatchObject({ status: 404, code: 'asset.notFound' });
    test.clock.moveTo(new Date());
    expectError(await files({ authorization: headers.other }), 'token.scopeMissing');
  });

  it.each(['x', 'v1.', 'v1.AAAA', 'v1.%00', `v1.${'A'.repeat(200)}`])('are not forged by %s', async (ticket) => {
    const reply = await test.app.inject({ url: `/api/file/${ticket}/a.txt` });
    expect(reply.json()).toMatchObject({ status: 404 });
  });

  it('are no other sealed text', async () => {
    const flag = test.deps.sealing.seal(`flag ${Date.now() + 60_000} ${'a'.repeat(64)}`);
    expect((await test.app.inject({ url: `/api/file/${flag}/a.txt` })).json()).toMatchObject({
      code: 'asset.notFound',
    });
  });

  const files = (headers: { authorization: string }) =>
    test.call(challengeRoutes.files, { headers, params: { id: gameId, challengeId } });

  async function linked() {
    const fileHash = await buildFile(test, 'kettle');
    const [row] = await test.db.insert(attachments).values({ type: 'Local', fileHash }).returning();
    await test.db.update(challenges).set({ attachmentId: row?.id }).where(eq(challenges.id, challengeId));
    const given = await bearer({ scopes: ['file:read'] });
    const [link] = (await files(given)).body;
    if (!link) throw new Error('There is no link.');
    return { headers: { other: (await bearer({ scopes: ['play:read'] })).authorization }, link };
  }
});
