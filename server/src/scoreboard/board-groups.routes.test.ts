import { challengeRoutes } from '@vexil/contract/challenge';
import { divisionRoutes } from '@vexil/contract/division';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import { divisions } from '@vexil/db/schema/division';
import { games } from '@vexil/db/schema/game';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { changeTestBoard, verifyScoreboard } from '../../testing/scoreboard';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

let gameId: number;
let challengeId: number;
let agents: number;
let people: [BuiltParticipation, BuiltParticipation];
let robots: [BuiltParticipation, BuiltParticipation];
const begun = Date.now();

async function solve({ participation, captain }: BuiltParticipation, minutesAgo = 0) {
  const at = new Date(Date.now() - minutesAgo * 60_000);
  const key = { gameId, challengeId, participationId: participation.id, accountId: captain.id };
  const [submission] = await test.db
    .insert(submissions)
    .values({ ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted', submittedAt: at })
    .returning();
  await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt: at });
  await changeTestBoard(test, gameId);
}

const board = async (query: { division?: number; asOf?: number } = {}, as?: AccountRow) =>
  (await test.call(scoreboardRoutes.get, { params: { id: gameId }, query, ...(as && { as }) })).body;
const valueIn = (shown: Awaited<ReturnType<typeof board>>) =>
  Object.values(shown.challenges)
    .flat()
    .map(({ score, solved, bloods }) => ({ score, solved, bloods: bloods.map(({ id }) => id) }))[0];
const rowOf = async (team: BuiltParticipation, query: { division?: number } = {}) =>
  (await board(query)).items.find(({ id }) => id === team.team.id);

beforeEach(async () => {
  const game = await buildGame(test.db, { startAt: new Date(begun - 3_600_000) });
  gameId = game.id;
  const values = { gameId, originalScore: 1000, minScoreRate: 0.1, difficulty: 1 };
  challengeId = (await buildChallenge(test.db, values)).challenge.id;
  const [division] = await test.db
    .insert(divisions)
    .values({ gameId, name: 'Robots', kind: 'Agents', scoresAlone: true })
    .returning();
  agents = division?.id ?? 0;
  people = [await buildParticipation(test.db, { gameId }), await buildParticipation(test.db, { gameId })];
  const divisionId = agents;
  robots = [
    await buildParticipation(test.db, { gameId, divisionId }),
    await buildParticipation(test.db, { gameId, divisionId }),
  ];
});

describe('a division that scores alone', () => {
  it('has its own values and bloods, and no rank on the board of the others', async () => {
    for (const team of [robots[0], robots[1], people[0]]) await solve(team);
    const whole = await verifyScoreboard(test.database, gameId, await board());
    const [first, second, person] = [robots[0].team.id, robots[1].team.id, people[0].team.id];
    expect(valueIn(whole)).toEqual({ score: 1000, solved: 1, bloods: [person] });
    expect(whole.divisions[0]).toMatchObject({ kind: 'Agents', scoresAlone: true });
    const own = valueIn(await board({ division: agents }));
    expect(own).toMatchObject({ solved: 2, bloods: [first, second] });
    expect(own?.score).toBeLessThan(1000);
    expect(whole.divisionValues).toMatchObject([
      { divisionId: agents, challenges: [{ score: own?.score, solved: 2 }] },
    ]);
    expect(await rowOf(people[0])).toMatchObject({ rank: 1, solvedChallenges: [{ type: 'FirstBlood' }] });
    for (const [at, team] of robots.entries()) {
      const shown = await rowOf(team);
      expect(shown).toMatchObject({ rank: 0, divisionRank: at + 1 });
      expect(await rowOf(team, { division: agents })).toEqual(shown);
    }
    expect((await board({ division: agents })).items.map(({ id }) => id)).toEqual([first, second]);
  });

  it('is scored by its own rights', async () => {
    await solve(robots[0]);
    const mask = (defaultPermissions: number) =>
      test.call(divisionRoutes.update, {
        as: admin,
        params: { id: gameId, divisionId: agents },
        body: { defaultPermissions },
      });
    // Sees, submits and scores, without bloods and decay.
    await mask(256 + 512 + 1024);
    expect(valueIn(await board({ division: agents }))).toEqual({ score: 1000, solved: 0, bloods: [] });
    expect(await rowOf(robots[0])).toMatchObject({ score: 1000, solvedChallenges: [{ type: 'Normal' }] });
  });

  it('is shown its own values, in the list, in a challenge and in a preview', async () => {
    for (const team of robots) await solve(team);
    const own = valueIn(await board({ division: agents }));
    const listed = async (as: AccountRow) => {
      const { body } = await test.call(challengeRoutes.details, { as, params: { id: gameId } });
      return valueIn(body as unknown as Awaited<ReturnType<typeof board>>);
    };
    expect(await listed(robots[0].captain)).toEqual(own);
    expect(await listed(people[0].captain)).toEqual({ score: 1000, solved: 0, bloods: [] });
    const opened = async (as: AccountRow) =>
      (await test.call(challengeRoutes.get, { as, params: { id: gameId, challengeId } })).body.score;
    expect(await opened(robots[0].captain)).toBe(own?.score);
    expect(await opened(people[0].captain)).toBe(1000);
    const preview = async (division?: number) => {
      const query = { ...(division !== undefined && { division }) };
      const { body } = await test.call(challengeRoutes.preview, { as: admin, params: { id: gameId }, query });
      return [valueIn(body as unknown as Awaited<ReturnType<typeof board>>)?.score, body.statements[0]?.score];
    };
    expect(await preview(agents)).toEqual([own?.score, own?.score]);
    expect(await preview()).toEqual([1000, 1000]);
  });

  it('is frozen and has a past as the others', async () => {
    await solve(robots[0], 10);
    await test.db
      .update(games)
      .set({ freezeAt: new Date(Date.now() - 5 * 60_000) })
      .where(eq(games.id, gameId));
    await solve(robots[1]);
    const bloodsOf = async (query: { asOf?: number }, as?: AccountRow) =>
      valueIn(await board({ division: agents, ...query }, as))?.bloods.length;
    expect(await bloodsOf({})).toBe(1);
    expect(await bloodsOf({}, admin)).toBe(2);
    expect(await bloodsOf({ asOf: Date.now() - 20 * 60_000 }, admin)).toBe(0);
    expect(await bloodsOf({ asOf: Date.now() - 60_000 }, admin)).toBe(1);
  });

  it('has a feed of its own', async () => {
    for (const team of [...robots, ...people]) await solve(team);
    const feed = async (division?: number) =>
      test.call(scoreboardRoutes.ctftime, { params: { id: gameId }, query: { ...(division && { division }) } });
    const places = async (division?: number) =>
      (await feed(division)).body.standings.map(({ pos, team }) => [pos, team]);
    expect(await places()).toEqual(people.map(({ team }, at) => [at + 1, team.name]));
    expect(await places(agents)).toEqual(robots.map(({ team }, at) => [at + 1, team.name]));
    expectError(await feed(999_999), 'division.notFound');
  });
});
