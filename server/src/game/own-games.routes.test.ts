import { challengeRoutes } from '@vexil/contract/challenge';
import { gameRoutes } from '@vexil/contract/game';
import type { AccountRow } from '@vexil/db/schema/account';
import { divisionChallenges, divisions } from '@vexil/db/schema/division';
import { files } from '@vexil/db/schema/file';
import { gameStaff, games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { changeTestBoard } from '../../testing/scoreboard';

const hour = 3_600_000;
const at = (hours: number) => new Date(Date.now() + hours * hour);

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const mine = async (as: AccountRow) => (await test.call(gameRoutes.mine, { as })).body;
const running = (values = {}) => buildGame(test.db, { startAt: at(-2), endAt: at(2), ...values });

async function solve(
  { participation, captain, challengeId }: BuiltParticipation & { challengeId: number },
  when: Date,
) {
  const key = {
    gameId: participation.gameId,
    challengeId,
    participationId: participation.id,
    accountId: captain.id,
  };
  const [submission] = await test.db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt: when })
    .returning();
  await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt: when });
}

it('is empty for an account without teams, and refused to visitors', async () => {
  const account = await buildAccount(test.db);
  const reply = await test.call(gameRoutes.mine, { as: account });
  expect(reply.body).toEqual({ hasTeam: false, games: [] });
  expect(reply.headers['cache-control']).toMatch(/no-store/);
  expectError(await test.call(gameRoutes.mine), 'account.unauthenticated');
});

it('has the games of the caller alone, newest start first', async () => {
  const built = await buildTeam(test.db);
  const stranger = await buildParticipation(test.db, { gameId: (await running()).id });
  const past = await running({ startAt: at(-90), endAt: at(-80) });
  const coming = await running({ startAt: at(10), endAt: at(20), freezeAt: at(15) });
  await buildParticipation(test.db, { gameId: past.id, built });
  await buildParticipation(test.db, { gameId: coming.id, built, status: 'Pending' });
  await test.db
    .insert(gameStaff)
    .values({ gameId: stranger.participation.gameId, accountId: built.captain.id, role: 'observer' });

  const nothing = {
    practiceMode: true,
    freezeTime: null,
    boardVisible: true,
    writeupDeadline: null,
    writeupSubmitted: false,
    place: null,
  };
  const own = { ...nothing, teamId: built.team.id, teamName: built.team.name, staffRole: null };
  expect(await mine(built.captain)).toEqual({
    hasTeam: true,
    games: [
      { ...own, id: coming.id, status: 'Pending', freezeTime: coming.freezeAt?.getTime() },
      {
        ...nothing,
        id: stranger.participation.gameId,
        status: 'Unsubmitted',
        teamId: null,
        teamName: null,
        staffRole: 'observer',
      },
      { ...own, id: past.id, status: 'Accepted' },
    ],
  });
  const { games: others } = await mine(stranger.captain);
  expect(others.map(({ id, teamName }) => [id, teamName])).toEqual([
    [stranger.participation.gameId, stranger.team.name],
  ]);
});

it('says when a writeup is due, and whether it is there', async () => {
  const game = await running({ writeupRequired: true, writeupDeadline: at(9) });
  const { participation, captain } = await buildParticipation(test.db, { gameId: game.id });
  const due = { writeupDeadline: game.writeupDeadline.getTime() };
  expect((await mine(captain)).games).toMatchObject([{ ...due, writeupSubmitted: false }]);
  const hash = 'a'.repeat(64);
  await test.db.insert(files).values({ hash, name: 'writeup.pdf', sizeBytes: 3 });
  await test.db.update(participations).set({ writeupHash: hash }).where(eq(participations.id, participation.id));
  expect((await mine(captain)).games).toMatchObject([{ ...due, writeupSubmitted: true }]);
});

it('hides a hidden game from all but its accepted teams, its staff and monitors', async () => {
  const game = await running({ hidden: true });
  const idsOf = async (as: AccountRow) => (await mine(as)).games.map(({ id }) => id);
  const { captain } = await buildParticipation(test.db, { gameId: game.id });
  const { captain: waiting } = await buildParticipation(test.db, { gameId: game.id, status: 'Pending' });
  const organiser = await buildAccount(test.db);
  await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
  expect(await idsOf(captain)).toEqual([game.id]);
  expect(await idsOf(organiser)).toEqual([game.id]);
  expect(await idsOf(waiting)).toEqual([]);
});

it('has the place that details and board show, with the own solves of a frozen time', async () => {
  const game = await running();
  const ids: number[] = [];
  for (const title of ['Lift', 'Well', 'Attic']) {
    ids.push((await buildChallenge(test.db, { gameId: game.id, title })).challenge.id);
  }
  const [one = 0, two = 0, three = 0] = ids;
  const [division] = await test.db.insert(divisions).values({ gameId: game.id, name: 'Guests' }).returning();
  await test.db
    .insert(divisionChallenges)
    .values({ gameId: game.id, divisionId: division?.id ?? 0, challengeId: three, permissions: 0 });
  const first = await buildParticipation(test.db, { gameId: game.id });
  const guest = await buildParticipation(test.db, { gameId: game.id, divisionId: division?.id ?? 0 });
  await solve({ ...first, challengeId: one }, at(-1.5));
  await solve({ ...first, challengeId: two }, at(-1.4));
  await solve({ ...guest, challengeId: one }, at(-1.3));
  await solve({ ...guest, challengeId: two }, at(-0.5));

  const placeOf = async ({ captain }: BuiltParticipation) => {
    const { body } = await test.call(challengeRoutes.details, { as: captain, params: { id: game.id } });
    const { rank, score, solvedCount } = body.rank;
    const shown = { rank, score, solvedCount, challengeCount: body.challengeCount };
    const own = await mine(captain);
    expect(own.games.map(({ place }) => place)).toEqual([shown]);
    return shown;
  };
  await changeTestBoard(test, game.id);
  expect(await placeOf(first)).toMatchObject({ rank: 1, solvedCount: 2, challengeCount: 3 });
  const before = await placeOf(guest);
  expect(before).toMatchObject({ rank: 2, solvedCount: 2, challengeCount: 2 });

  await test.db
    .update(games)
    .set({ freezeAt: at(-1) })
    .where(eq(games.id, game.id));
  await changeTestBoard(test, game.id);
  const frozen = await placeOf(guest);
  expect(frozen).toMatchObject({ solvedCount: 2 });
  expect(frozen.score).toBeLessThan(before.score);

  test.clock.moveTo(at(3));
  expect((await mine(guest.captain)).games).toMatchObject([{ place: null }]);
  test.clock.moveTo(new Date());
});
