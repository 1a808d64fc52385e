import { accountRoutes } from '@vexil/contract/account';
import { challengeRoutes } from '@vexil/contract/challenge';
import { containerRoutes } from '@vexil/contract/container';
import { gameRoutes } from '@vexil/contract/game';
import { gamePageRoutes } from '@vexil/contract/game-page';
import type { Route } from '@vexil/contract/route';
import { allPermissions, gamePermissions } from '@vexil/db/enums/division';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { containers } from '@vexil/db/schema/container';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { gameStaff, type NewGameRow } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildToken } from '../../testing/token';

const minute = 60_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const pageOf = (gameId: number, as?: AccountRow) =>
  test.call(gamePageRoutes.get, { params: { id: gameId }, ...(as && { as }) });

/** What the four calls reply; null for one that is refused. */
async function askApart(id: number, as: AccountRow) {
  const ask = async (route: Route) => {
    const { status, body } = await test.call(route, { as, params: { id } } as never);
    return status === 200 ? body : null;
  };
  return {
    profile: await ask(accountRoutes.profile),
    game: await ask(gameRoutes.get),
    details: await ask(challengeRoutes.details),
    instances: await ask(containerRoutes.list),
  };
}

interface Scene {
  gameId: number;
  player: AccountRow;
  participationId: number;
  challengeId: number;
}

/** A player with a bio of more than one script, an instance and a solve, two other teams and a rival's solve. */
async function buildScene(values: Partial<NewGameRow> = {}): Promise<Scene> {
  const { id: gameId } = await buildGame(test.db, values);
  const built = await buildParticipation(test.db, { gameId });
  const rival = await buildParticipation(test.db, { gameId });
  await buildParticipation(test.db, { gameId, status: 'Pending' });
  const bio = '旗 "flag" \\ 🏴 '.repeat(6);
  const [player] = await test.db.update(accounts).set({ bio }).where(eq(accounts.id, built.captain.id)).returning();
  const { challenge } = await buildChallenge(test.db, { gameId, type: 'DynamicContainer', title: '题 "one"' });
  await buildChallenge(test.db, { gameId, category: 'Crypto', content: 'Find it. '.repeat(50) });
  for (const [one, ago] of [
    [rival, 40],
    [built, 10],
  ] as const) {
    const solvedAt = new Date(Date.now() - ago * minute);
    const { id: submissionId } = await buildSubmission(test.db, one, challenge, { accountId: one.captain.id });
    const { id: participationId } = one.participation;
    const key = { gameId, challengeId: challenge.id, participationId, accountId: one.captain.id };
    await test.db.insert(solves).values({ ...key, submissionId, solvedAt });
  }
  await test.db.insert(containers).values({
    image: 'challenge:1',
    expiresAt: new Date(Date.now() + 60 * minute),
    kind: 'Team',
    gameId,
    challengeId: challenge.id,
    participationId: built.participation.id,
    accountId: built.captain.id,
    state: 'running',
    publicHost: 'play.example.test',
    publicPort: 31_337,
  });
  return { gameId, player: player as AccountRow, participationId: built.participation.id, challengeId: challenge.id };
}

const past = (endedMinutesAgo: number) => ({
  startAt: new Date(Date.now() - 180 * minute),
  endAt: new Date(Date.now() - endedMinutesAgo * minute),
});

it.each<[string, Partial<NewGameRow>, { details: boolean; instances: boolean }]>([
  ['in a running game', {}, { details: true, instances: true }],
  ['on a frozen board', { freezeAt: new Date(Date.now() - 20 * minute) }, { details: true, instances: true }],
  ['in a hidden game', { hidden: true }, { details: true, instances: true }],
  ['before the start', { startAt: new Date(Date.now() + minute) }, { details: false, instances: false }],
  ['after the end', { ...past(1), practiceMode: false }, { details: false, instances: false }],
  ['in practice', { ...past(1), practiceMode: true }, { details: true, instances: true }],
])('is for a player %s what four calls reply', async (_when, values, has) => {
  const { gameId, player } = await buildScene(values);
  const { status, body, headers } = await pageOf(gameId, player);
  expect(status).toBe(200);
  expect(body).toEqual(await askApart(gameId, player));
  expect({ details: body.details !== null, instances: body.instances?.length === 1 }).toEqual(has);
  expect(headers['cache-control']).toBe('no-store');
});

it('counts the own later solve of a frozen board, and no other', async () => {
  const { gameId, player, challengeId } = await buildScene({ freezeAt: new Date(Date.now() - 20 * minute) });
  const { body } = await pageOf(gameId, player);
  expect(body.game.isFrozen).toBe(true);
  expect(body.details?.rank.solvedChallenges).toMatchObject([{ id: challengeId, score: 0 }]);
});

it('leaves out what the division may not see', async () => {
  const { gameId, player, participationId, challengeId } = await buildScene();
  const [division] = await test.db
    .insert(divisions)
    .values({ gameId, name: 'Students', defaultPermissions: allPermissions })
    .returning();
  const divisionId = division?.id ?? 0;
  const permissions = gamePermissions.SubmitFlags;
  await test.db.insert(divisionChallenges).values({ divisionId, challengeId, gameId, permissions });
  await test.db.update(participations).set({ divisionId }).where(eq(participations.id, participationId));
  const { body } = await pageOf(gameId, player);
  expect(body).toEqual(await askApart(gameId, player));
  expect(body.game.division).toBe(divisionId);
  expect(body.details?.challengeCount).toBe(1);
});

it.each(['Pending', 'Rejected', 'Suspended'] as const)('has no details for a %s team', async (status) => {
  const { gameId, player, participationId } = await buildScene();
  await test.db.update(participations).set({ status }).where(eq(participations.id, participationId));
  const { body } = await pageOf(gameId, player);
  expect(body).toEqual(await askApart(gameId, player));
  expect(body).toMatchObject({ game: { status }, details: null, instances: null });
});

it('has the game and the profile of those who are not registered', async () => {
  const { gameId } = await buildScene();
  const outsider = await buildAccount(test.db);
  const { body } = await pageOf(gameId, outsider);
  expect(body).toEqual(await askApart(gameId, outsider));
  expect(body).toMatchObject({ profile: { userId: outsider.id }, game: { status: 'Unsubmitted' }, details: null });
});

it.each(['organiser', 'observer'] as const)('shows a hidden game to its %s', async (role) => {
  const { gameId } = await buildScene({ hidden: true });
  const { id: accountId } = await buildAccount(test.db);
  await test.db.insert(gameStaff).values({ gameId, accountId, role, addedById: accountId });
  const [account] = await test.db.select().from(accounts).where(eq(accounts.id, accountId));
  const { body } = await pageOf(gameId, account);
  expect(body).toEqual(await askApart(gameId, account as AccountRow));
  expect(body).toMatchObject({ profile: { isOrganiser: role === 'organiser' }, game: { staffRole: role } });
});

it('is the same when many ask at once', async () => {
  const scenes = await Promise.all(Array.from({ length: 6 }, () => buildScene()));
  const together = await Promise.all(scenes.map(({ gameId, player }) => pageOf(gameId, player)));
  for (const [index, { gameId, player }] of scenes.entries()) {
    expect(together[index]?.body).toEqual(await askApart(gameId, player));
  }
});

it('is refused to visitors, the banned, tokens, and outsiders of a hidden or unknown game', async () => {
  const { gameId, player } = await buildScene({ hidden: true });
  expectError(await pageOf(gameId), 'account.unauthenticated');
  expectError(await pageOf(gameId, await buildAccount(test.db)), 'game.notFound');
  expectError(await pageOf(987_654, player), 'game.notFound');
  expectError(await pageOf(-1, player), 'game.notFound');
  const { headers } = await buildToken(test, player, ['account:read', 'game:read', 'play:read']);
  const withToken = await test.call(gamePageRoutes.get, { params: { id: gameId }, headers });
  expectError(withToken, 'token.sessionOnly');
  await test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, player.id));
  expectError(await pageOf(gameId, player), 'account.banned');
});
