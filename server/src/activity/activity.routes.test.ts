import { activityRoutes } from '@vexil/contract/activity';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionMonitorRoutes } from '@vexil/contract/submission';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { divisions } from '@vexil/db/schema/division';
import { gameStaff } from '@vexil/db/schema/game';
import { cheatFindings, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { buildSubmission } from '@vexil/db/testing/submission';
import { buildTeam } from '@vexil/db/testing/team';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const hour = 3_600_000;
const calls = [
  activityRoutes.list,
  submissionMonitorRoutes.list,
  submissionMonitorRoutes.cheatInfo,
  submissionMonitorRoutes.sheet,
  scoreboardRoutes.sheet,
] as const;

let test: TestApp;
let monitor: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  monitor = await buildAccount(test.db, { role: 'Monitor' });
});
afterAll(() => test.close());

async function buildPlay() {
  const { challenge } = await buildChallenge(test.db, { title: 'Gate' });
  const built = await buildTeam(test.db, { name: 'ants', avatarHash: null });
  const play = await buildParticipation(test.db, { gameId: challenge.gameId, built });
  return { gameId: challenge.gameId, challenge, play };
}

describe.each(calls.map((route) => [route.path, route] as const))('GET %s', (_path, route) => {
  const get = (id: number, as?: AccountRow) => test.call(route, { params: { id }, ...(as ? { as } : {}) });

  it('is for monitors and for staff of this game only', async () => {
    const { gameId, play } = await buildPlay();
    const [observer, elsewhere, banned] = [
      await buildAccount(test.db),
      await buildAccount(test.db),
      await buildAccount(test.db, { role: 'Banned' }),
    ];
    const other = await buildGame(test.db);
    await test.db.insert(gameStaff).values([
      { gameId, accountId: observer.id, role: 'observer' },
      { gameId: other.id, accountId: elsewhere.id, role: 'organiser' },
    ]);
    expectError(await get(gameId), 'account.unauthenticated');
    for (const account of [play.captain, elsewhere]) expectError(await get(gameId, account), 'account.forbidden');
    expectError(await get(gameId, banned), 'account.banned');
    for (const account of [observer, monitor]) expect((await get(gameId, account)).status).toBe(200);
  });

  it('refuses before the start and for an unknown game', async () => {
    const game = await buildGame(test.db, { startAt: new Date(Date.now() + hour) });
    const early = await get(game.id, monitor);
    expectError(early, 'game.notStarted');
    expect(early).toMatchObject({ status: 400, body: { status: 10001 } });
    for (const id of [987654, -1]) expect(await get(id, monitor)).toMatchObject({ status: 404 });
  });
});

describe('GET /api/game/{id}/events', () => {
  it('lists events newest first, paged, with or without containers', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const { participation, captain } = play;
    const submission = await buildSubmission(test.db, play, challenge, { answer: 'flag{typed}' });
    const about = {
      participationId: participation.id,
      teamId: play.team.id,
      challengeId: challenge.id,
      challenge: 'Gate',
      id: expect.any(Number),
      endReason: null,
    };
    const own = { gameId, participationId: participation.id, accountId: captain.id };
    const time = new Date(1_760_000_000_000);
    await test.db.insert(activities).values([
      { ...own, type: 'ContainerStart', values: [`${challenge.id}`, 'Gate'], happenedAt: time },
      { ...own, type: 'FlagSubmit', submissionId: submission.id, result: 'WrongAnswer', happenedAt: time },
      { gameId, type: 'Normal', values: ['Something'], happenedAt: time },
    ]);
    const get = (query: object) => test.call(activityRoutes.list, { as: monitor, params: { id: gameId }, query });
    const { body } = await get({});
    expect(body).toEqual([
      {
        type: 'Normal',
        values: ['Something'],
        time: time.getTime(),
        user: '',
        team: '',
        id: expect.any(Number),
        participationId: null,
        teamId: null,
        challengeId: null,
        challenge: null,
        endReason: null,
      },
      {
        type: 'FlagSubmit',
        values: ['WrongAnswer', 'flag{typed}', 'Gate', `${challenge.id}`],
        time: time.getTime(),
        user: captain.userName,
        team: 'ants',
        ...about,
      },
      {
        type: 'ContainerStart',
        values: [`${challenge.id}`, 'Gate'],
        time: time.getTime(),
        user: captain.userName,
        team: 'ants',
        ...about,
      },
    ]);
    expect((await get({ hideContainer: true })).body).toEqual(body.slice(0, 2));
    expect((await get({ hideContainer: false })).body).toEqual(body);
    expect((await get({ count: 1, skip: 1 })).body).toEqual(body.slice(1, 2));
    expect((await get({ count: 0 })).body).toEqual([]);
    for (const wrong of [{ count: 101 }, { count: -1 }, { skip: -1 }, { hideContainer: 'perhaps' }, { teamId: -1 }]) {
      expectError(await get(wrong), 'request.invalid');
    }
    const url = `/api/Game/${gameId}/Events?HideContainer=True&Count=1`;
    expect((await test.send({ url, as: monitor })).body).toEqual(body.slice(0, 1));
  });

  it('says why an instance ended, beside values as before', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const { id: participationId } = play.participation;
    const own = { gameId, participationId, type: 'ContainerDestroy' as const };
    const values = [`${challenge.id}`, 'Gate'];
    const reasons = [[], ['outOfMemory'], ['unheardOf']];
    await test.db.insert(activities).values(reasons.map((reason) => ({ ...own, values: [...values, ...reason] })));
    const { body } = await test.call(activityRoutes.list, { as: monitor, params: { id: gameId } });
    expect(body.map(({ values: sent, endReason }) => [sent, endReason])).toEqual([
      [values, null],
      [values, 'outOfMemory'],
      [values, 'player'],
    ]);
  });

  it('lists those of a kind, a team, a challenge or with a text, also before an id', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const { challenge: other } = await buildChallenge(test.db, { gameId, title: 'Lock' });
    const bees = await buildParticipation(test.db, { gameId });
    const byAnts = { gameId, participationId: play.participation.id, accountId: play.captain.id };
    const byBees = { gameId, participationId: bees.participation.id, accountId: bees.captain.id };
    const typed = await buildSubmission(test.db, bees, other, { answer: 'Flag{Typed}' });
    const rows = await test.db
      .insert(activities)
      .values([
        { ...byAnts, type: 'ContainerStart', values: [`${challenge.id}`, 'Gate'] },
        { ...byAnts, type: 'ContainerDestroy', values: [`${challenge.id}`, 'Gate'] },
        { ...byBees, type: 'FlagSubmit', submissionId: typed.id, result: 'WrongAnswer' },
      ])
      .returning();
    const [started, ended, answered] = rows.map(({ id }) => id);
    const get = async (query: object) => {
      const { body } = await test.call(activityRoutes.list, { as: monitor, params: { id: gameId }, query });
      return body.map(({ id }) => id);
    };
    expect(await get({ type: 'FlagSubmit' })).toEqual([answered]);
    expect(await get({ teamId: play.team.id })).toEqual([ended, started]);
    expect(await get({ challengeId: challenge.id })).toEqual([ended, started]);
    expect(await get({ challengeId: other.id })).toEqual([answered]);
    expect(await get({ text: 'flag{ty' })).toEqual([answered]);
    expect(await get({ text: 'GATE', count: 1, skip: 1 })).toEqual([started]);
    expect(await get({ beforeId: answered })).toEqual([ended, started]);
    expect(await get({ text: 'gate', beforeId: ended })).toEqual([started]);
    expect(await get({ teamId: 987654 })).toEqual([]);
  });
});

describe('GET /api/game/{id}/submissions', () => {
  it('lists submissions with verdicts, newest first, filtered and paged', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const other = await buildPlay();
    await buildSubmission(test.db, other.play, other.challenge, { answer: 'flag{elsewhere}' });
    const submittedAt = new Date(1_760_000_000_000);
    for (const status of ['Accepted', 'CheatDetected', 'WrongAnswer', 'FlagSubmitted'] as const) {
      await buildSubmission(test.db, play, challenge, { answer: `flag{${status}}`, status, submittedAt });
    }
    const get = (query: object) =>
      test.call(submissionMonitorRoutes.list, { as: monitor, params: { id: gameId }, query });
    const { body } = await get({});
    expect(body.map(({ status }) => status)).toEqual(['FlagSubmitted', 'WrongAnswer', 'CheatDetected', 'Accepted']);
    expect(body[2]).toEqual({
      answer: 'flag{CheatDetected}',
      status: 'CheatDetected',
      time: submittedAt.getTime(),
      user: play.captain.userName,
      team: 'ants',
      challenge: 'Gate',
      id: expect.any(Number),
      userId: play.captain.id,
      participationId: play.participation.id,
      teamId: play.team.id,
      challengeId: challenge.id,
      via: 'Session',
    });
    expect((await get({ type: 'Accepted' })).body).toEqual([body[3]]);
    expect((await get({ type: 'accepted' })).body).toEqual([body[3]]);
    expect((await get({ type: 2 })).body).toEqual([body[1]]);
    expect((await get({ type: -1 })).body).toEqual([]);
    expect((await get({ count: 2, skip: 1 })).body).toEqual(body.slice(1, 3));
    for (const wrong of [{ skip: -1 }, { count: 101 }, { type: 'Perhaps' }, { count: 'many' }]) {
      expectError(await get(wrong), 'request.invalid');
    }
  });

  it('lists those of a team, of a challenge or with a text, also before an id', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const { challenge: other } = await buildChallenge(test.db, { gameId, title: 'Lock' });
    const bees = await buildParticipation(test.db, { gameId });
    const first = await buildSubmission(test.db, play, challenge, { answer: 'flag{one}' });
    const second = await buildSubmission(test.db, bees, other, { answer: 'Flag{Two}', status: 'Accepted' });
    const third = await buildSubmission(test.db, play, other, { answer: 'flag{three}' });
    const get = async (query: object) => {
      const { body } = await test.call(submissionMonitorRoutes.list, { as: monitor, params: { id: gameId }, query });
      return body.map(({ id }) => id);
    };
    expect(await get({ teamId: play.team.id })).toEqual([third.id, first.id]);
    expect(await get({ challengeId: other.id })).toEqual([third.id, second.id]);
    expect(await get({ challengeId: other.id, teamId: bees.team.id, type: 'Accepted' })).toEqual([second.id]);
    expect(await get({ text: 'flag{t' })).toEqual([third.id, second.id]);
    expect(await get({ text: 'flag{t', count: 1, skip: 1 })).toEqual([second.id]);
    expect(await get({ text: 'flag{t', count: 0 })).toEqual([third.id, second.id]);
    expect(await get({ text: bees.captain.userName })).toEqual([second.id]);
    expect(await get({ beforeId: third.id, count: 1 })).toEqual([second.id]);
    expect(await get({ text: '%' })).toEqual([]);
  });

  it('returns all for a count of 0 and ignores skip', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const get = (query: object) =>
      test.call(submissionMonitorRoutes.list, { as: monitor, params: { id: gameId }, query });
    expect(await get({ count: 0 })).toMatchObject({ status: 200, body: [] });
    const template = await buildSubmission(test.db, play, challenge);
    await test.database.sql`
      insert into submissions (game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed,
        status, submitted_at)
      select game_id, challenge_id, participation_id, account_id, answer_hash, answer_sealed,
        (case when i % 2 = 0 then 'Accepted' else 'WrongAnswer' end)::answer_result, submitted_at
      from submissions, generate_series(1, 2499) i where id = ${template.id}`;
    const all = await get({ count: 0, skip: 7 });
    expect(all.headers['content-type']).toContain('application/json');
    expect(all.body).toHaveLength(2500);
    expect((await get({ count: 100 })).body).toEqual(all.body.slice(0, 100));
    expect((await get({ count: 0, type: 'Accepted' })).body).toHaveLength(1249);
  });
});

describe('GET /api/game/{id}/findings', () => {
  it('lists canaries and shared flags with the reason, newest first and by pages, of this game alone', async () => {
    const { gameId, challenge, play } = await buildPlay();
    const other = await buildPlay();
    const send = async (answer: string, isCanary: boolean, status: 'WrongAnswer' | 'CheatDetected' = 'WrongAnswer') => {
      const { id } = await buildSubmission(test.db, play, challenge, { answer, status });
      await test.db.update(submissions).set({ isCanary }).where(eq(submissions.id, id));
    };
    await send('flag{decoy}', true);
    await send('flag{only wrong}', false);
    await send('flag{theirs}', false, 'CheatDetected');
    await send('flag{decoy again}', true);
    const elsewhere = await buildSubmission(test.db, other.play, other.challenge, { answer: 'flag{far}' });
    await test.db.update(submissions).set({ isCanary: true }).where(eq(submissions.id, elsewhere.id));
    const ask = (query: { count?: number; skip?: number } = {}) =>
      test.call(submissionMonitorRoutes.findings, { as: monitor, params: { id: gameId }, query });
    const shown = async (query = {}) =>
      (await ask(query)).body.data.map(({ reason, submission }) => [reason, submission?.answer, submission?.status]);
    const all = [
      ['Canary', 'flag{decoy again}', 'WrongAnswer'],
      ['SharedFlag', 'flag{theirs}', 'CheatDetected'],
      ['Canary', 'flag{decoy}', 'WrongAnswer'],
    ];
    expect(await shown()).toEqual(all);
    expect(await shown({ count: 1, skip: 1 })).toEqual(all.slice(1, 2));
    expect((await ask({ count: 1, skip: 1 })).body).toMatchObject({ length: 1, total: 3 });
    const { body } = await test.call(submissionMonitorRoutes.cheatInfo, { as: monitor, params: { id: gameId } });
    expect(body).toEqual([]);
  });

  it('is for those who watch the game, once it has started', async () => {
    const { gameId, play } = await buildPlay();
    const ask = (as: AccountRow, id = gameId) => test.call(submissionMonitorRoutes.findings, { as, params: { id } });
    expectError(await ask(play.captain), 'account.forbidden');
    expectError(await ask(monitor, 999_999), 'game.notFound');
    const startAt = new Date(Date.now() + 3_600_000);
    const coming = await buildGame(test.db, { startAt, endAt: new Date(startAt.getTime() + 3_600_000) });
    expectError(await ask(monitor, coming.id), 'game.notStarted');
  });
});

describe('GET /api/game/{id}/cheatinfo', () => {
  it('shows the owner and the sender of a flag, with division, status and submission', async () => {
    const { gameId, challenge, play: cheating } = await buildPlay();
    const [division] = await test.db.insert(divisions).values({ gameId, name: 'guests' }).returning();
    const divisionId = division?.id ?? 0;
    const robbed = await buildParticipation(test.db, { gameId, divisionId, status: 'Suspended' });
    const values = { answer: 'flag{of_theirs}', status: 'CheatDetected' } as const;
    const finding = (submissionId: number) => ({
      submissionId,
      gameId,
      submitParticipationId: cheating.participation.id,
      sourceParticipationId: robbed.participation.id,
    });
    const first = await buildSubmission(test.db, cheating, challenge, values);
    const second = await buildSubmission(test.db, cheating, challenge, { ...values, answer: 'flag{again}' });
    await test.db.insert(cheatFindings).values([finding(first.id), finding(second.id)]);
    const { body } = await test.call(submissionMonitorRoutes.cheatInfo, { as: monitor, params: { id: gameId } });
    expect(body.map(({ submission }) => submission.answer)).toEqual(['flag{again}', 'flag{of_theirs}']);
    const member = ({ id, userName }: AccountRow) => ({ id, name: userName, avatar: null, banned: false });
    expect(body[1]).toEqual({
      ownedTeam: {
        id: robbed.participation.id,
        team: { id: robbed.team.id, name: robbed.team.name, avatar: null },
        status: 'Suspended',
        division: 'guests',
        divisionId,
        members: [member(robbed.captain)],
      },
      submitTeam: {
        id: cheating.participation.id,
        team: { id: cheating.team.id, name: 'ants', avatar: null },
        status: 'Accepted',
        division: null,
        divisionId: null,
        members: [member(cheating.captain)],
      },
      submission: {
        answer: 'flag{of_theirs}',
        status: 'CheatDetected',
        time: first.submittedAt.getTime(),
        user: cheating.captain.userName,
        team: 'ants',
        challenge: 'Gate',
        id: first.id,
        userId: cheating.captain.id,
        participationId: cheating.participation.id,
        teamId: cheating.team.id,
        challengeId: challenge.id,
        via: 'Session',
      },
    });
  });
});
