import { setTimeout as delay } from 'node:timers/promises';
import { challengeRoutes, flagRoutes } from '@vexil/contract/challenge';
import { noticeJobs } from '@vexil/contract/notice';
import { type RejudgingBody, rejudgingJobs, rejudgingRoutes as routes } from '@vexil/contract/rejudging';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionMonitorRoutes, submissionRoutes } from '@vexil/contract/submission';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { auditEntries } from '@vexil/db/schema/audit';
import { flags } from '@vexil/db/schema/challenge';
import { type GameRow, gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { rejudgings, rejudgingVerdicts } from '@vexil/db/schema/rejudging';
import { cheatFindings, solves, submissions } from '@vexil/db/schema/submission';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame, testSealing } from '@vexil/db/testing/game';
import type {} from '@vexil/db/testing/global-setup';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { createTestApp, expectError, type TestApp } from '@vexil/server/testing/app';
import { changeTestBoard, verifyScoreboard } from '@vexil/server/testing/scoreboard';
import { and, asc, eq } from 'drizzle-orm';
import postgres from 'postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import type { z } from 'zod';
import { readTarget } from '../../testing/live';
import { buildHandedFlag } from '../../testing/submission';
import { createTestWorker, type TestWorker } from '../../testing/worker';

const minute = 60_000;
let test: TestApp;
let worker: TestWorker;
let admin: AccountRow;
let game: GameRow;
let challengeId: number;
let wrongFlagId: number;
let teams: [BuiltParticipation, BuiltParticipation, BuiltParticipation, BuiltParticipation];

beforeAll(async () => {
  test = await createTestApp();
  worker = await createTestWorker({
    database: test.database,
    redisUrl: inject('redisUrl'),
    keyPrefix: test.deps.keyPrefix,
  });
  admin = await buildAccount(test.db, { role: 'Admin', userName: 'Judge' });
});
afterAll(async () => {
  await worker.close();
  await test.close();
});
beforeEach(() => openGame());

/** Its challenge was published with the flag `flag{wrong}`; the right one is `flag{right}`. */
async function openGame(fields: Parameters<typeof buildGame>[1] = {}): Promise<void> {
  game = await buildGame(test.db, { startAt: new Date(Date.now() - 60 * minute), bloodBonus: 0, ...fields });
  const built = await buildChallenge(test.db, {
    gameId: game.id,
    title: 'Tide',
    minScoreRate: 1,
    flags: ['flag{wrong}'],
  });
  challengeId = built.challenge.id;
  const [flag] = await test.db.select({ id: flags.id }).from(flags).where(eq(flags.challengeId, challengeId));
  wrongFlagId = flag?.id ?? 0;
  const join = () => buildParticipation(test.db, { gameId: game.id });
  teams = [await join(), await join(), await join(), await join()];
}

const inGame = () => ({ id: game.id, challengeId });

async function send(team: BuiltParticipation, flag: string): Promise<number> {
  const reply = await test.call(submissionRoutes.submit, { as: team.captain, params: inGame(), body: { flag } });
  expect(reply.status).toBe(200);
  await worker.drain();
  return reply.body;
}

const addFlag = (flag: string) => test.call(flagRoutes.add, { as: admin, params: inGame(), body: [{ flag }] });
const removeWrongFlag = () => test.call(flagRoutes.delete, { as: admin, params: { ...inGame(), flagId: wrongFlagId } });

type Body = z.input<typeof RejudgingBody>;
const draft = async (body: Partial<Body> = {}, as = admin) =>
  test.call(routes.create, { as, params: { id: game.id }, body: { reason: 'The flag was wrong.', ...body } });
const paramsOf = (rejudgingId: number) => ({ id: game.id, rejudgingId });
const get = async (id: number) => (await test.call(routes.get, { as: admin, params: paramsOf(id) })).body;
const apply = (id: number, as = admin) => test.call(routes.apply, { as, params: paramsOf(id) });
const discard = (id: number, as = admin) => test.call(routes.delete, { as, params: paramsOf(id) });
const rowsOf = async (id: number) => (await test.call(routes.submissions, { as: admin, params: paramsOf(id) })).body;
const teamsOf = async (id: number) => (await test.call(routes.teams, { as: admin, params: paramsOf(id) })).body.data;

async function readyDraft(body: Partial<Body> = {}): Promise<number> {
  const made = await draft(body);
  expect(made.status).toBe(200);
  await worker.drain();
  expect((await get(made.body.id)).state).toBe('Ready');
  return made.body.id;
}

async function boardSeen(as?: AccountRow, query: { asOf?: number; knownAt?: number } = {}) {
  test.deps.boards.expire(game.id);
  return (await test.call(scoreboardRoutes.get, { ...(as ? { as } : {}), params: { id: game.id }, query })).body;
}

const scores = ({ items }: Awaited<ReturnType<typeof boardSeen>>) =>
  Object.fromEntries(items.map(({ id, score }) => [teams.findIndex(({ team }) => team.id === id), score]));
const bloodsOf = ({ challenges }: Awaited<ReturnType<typeof boardSeen>>) =>
  Object.values(challenges)
    .flat()[0]
    ?.bloods.map(({ id }) => teams.findIndex(({ team }) => team.id === id));
const statuses = async () =>
  (await test.db.select().from(submissions).where(eq(submissions.gameId, game.id)).orderBy(asc(submissions.id))).map(
    ({ status }) => status,
  );
const storedSolves = () => test.db.select().from(solves).where(eq(solves.gameId, game.id)).orderBy(asc(solves.id));
const listedNotices = async () =>
  (await test.db.select().from(notices).where(eq(notices.gameId, game.id)).orderBy(asc(notices.id))).map(
    ({ type, values }) => [type, ...values],
  );

describe('a re-judging', () => {
  it('shows what a new flag would change, changes nothing, and then changes it all at once', async () => {
    await send(teams[1], 'flag{right}');
    await send(teams[0], 'flag{right}');
    await send(teams[0], 'flag{wrong}');
    await send(teams[2], 'flag{other}');
    const before = await boardSeen();
    expect(bloodsOf(before)).toEqual([0]);
    await addFlag('flag{right}');
    const count = await test.call(routes.count, { as: admin, params: inGame() });
    expect(count.body).toEqual({ changedCount: 2, keptCount: 0 });

    const id = await readyDraft({ challengeId });
    const common = { challengeId, challenge: 'Tide', answer: 'flag{right}', before: 'WrongAnswer', after: 'Accepted' };
    const [first, second, third] = teams;
    expect((await rowsOf(id)).data).toMatchObject([
      { ...common, teamId: second.team.id, team: second.team.name, user: second.captain.userName },
      { ...common, teamId: first.team.id },
    ]);
    expect(await get(id)).toMatchObject({
      ...{ state: 'Ready', challengeId, challengeTitle: 'Tide', submissionCount: 4, changedCount: 2, keptCount: 0 },
      ...{ userName: 'Judge', teamCount: 2, gainCount: 1, lossCount: 0 },
      bloods: [{ title: 'Tide', before: [first.team.name], after: [second.team.name, first.team.name] }],
    });
    expect(await teamsOf(id)).toMatchObject([
      { teamId: second.team.id, scoreBefore: 0, scoreAfter: 1000, rankBefore: 2, rankAfter: 1 },
      { teamId: first.team.id, scoreBefore: 1000, scoreAfter: 1000, rankBefore: 1, rankAfter: 2 },
    ]);
    expect(await boardSeen()).toEqual(before);
    expect(await statuses()).toEqual(['WrongAnswer', 'WrongAnswer', 'Accepted', 'WrongAnswer']);

    const { webhook } = await buildWebhook(test.db, { kinds: ['Rejudged'], gameId: game.id, isPrivate: true });
    // What happens within this millisecond was known then.
    const then = Date.now();
    await delay(5);
    const applied = await apply(id);
    expect(applied.body).toMatchObject({ state: 'Applied', closedBy: 'Judge', closedAt: expect.any(Number) });
    expect(await statuses()).toEqual(['Accepted', 'Accepted', 'Accepted', 'WrongAnswer']);
    const after = await boardSeen();
    await verifyScoreboard(test.database, game.id, after);
    expect([bloodsOf(after), scores(after)]).toEqual([[1, 0], { 0: 1000, 1: 1000, 2: 0, 3: 0 }]);
    // The arrival holds: by what is known now the team had solved before the other.
    const arrivals = (await storedSolves()).filter(({ reversedAt }) => reversedAt === null);
    const asOf = Math.min(...arrivals.map(({ solvedAt }) => solvedAt.getTime()));
    expect(bloodsOf(await boardSeen(undefined, { asOf }))).toEqual([1]);
    // What was shown then is another question.
    const shown = await boardSeen(undefined, { knownAt: then });
    expect([bloodsOf(shown), scores(shown)]).toEqual([[0], scores(before)]);
    expect((await storedSolves()).map(({ reversedAt, givenAt }) => [reversedAt !== null, givenAt !== null])).toEqual([
      [true, false],
      [false, true],
      [false, true],
    ]);

    await worker.drain();
    expect(await listedNotices()).toEqual([
      ['FirstBlood', first.team.name, 'Tide'],
      ['SecondBlood', first.team.name, 'Tide'],
      ['Normal', `**Tide** · 🥇 ${first.team.name} → ${second.team.name} · The flag was wrong.`],
    ]);
    for (const team of [first, second]) {
      expect(await readTarget(test.deps, `participation:${team.participation.id}`, 'Rejudged')).toEqual([
        { gameId: game.id, id, reason: 'The flag was wrong.', challengeIds: [challengeId] },
      ]);
    }
    expect(await readTarget(test.deps, `participation:${third.participation.id}`, 'Rejudged')).toEqual([]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.map(({ action, target }) => [action, target])).toEqual([
      ['flag.add', `challenge:${challengeId}`],
      ['rejudging.create', `rejudging:${id}`],
      ['rejudging.apply', `rejudging:${id}`],
      ['challenge.rejudge', `challenge:${challengeId}`],
    ]);
    const events = and(eq(activities.gameId, game.id), eq(activities.type, 'Normal'));
    expect((await test.db.select().from(activities).where(events)).map(({ values }) => values)).toEqual([
      ['⚖ 2', 'The flag was wrong.'],
    ]);
    const sent = await test.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook.id));
    expect(sent.filter(({ kind }) => kind !== 'Test').map(({ kind, data }) => [kind, data])).toMatchObject([
      ['Rejudged', { submissions: 2, teams: 2, challengeIds: [challengeId] }],
    ]);

    const own = await test.call(submissionRoutes.ofTeam, { as: second.captain, params: inGame() });
    expect(own.body).toMatchObject([{ status: 'Accepted', rejudged: 'The flag was wrong.' }]);
    const others = await test.call(submissionRoutes.ofTeam, { as: third.captain, params: inGame() });
    expect(others.body).toMatchObject([{ status: 'WrongAnswer', rejudged: null }]);

    // What is right already is not judged otherwise, and the next answer follows the new rules.
    expect((await test.call(routes.count, { as: admin, params: inGame() })).body.changedCount).toBe(0);
    await send(third, 'flag{right}');
    expect(bloodsOf(await boardSeen())).toEqual([1, 0, 2]);
  });

  it('takes back what was right only where staff ask for it, and another gives it back', async () => {
    const [first, second] = teams;
    await send(first, 'flag{wrong}');
    await addFlag('flag{right}');
    await send(second, 'flag{right}');
    await removeWrongFlag();
    const kept = await readyDraft();
    expect(await get(kept)).toMatchObject({ changedCount: 0, keptCount: 1, teamCount: 0 });
    expect((await apply(kept)).status).toBe(200);
    expect(bloodsOf(await boardSeen())).toEqual([0, 1]);

    const id = await readyDraft({ takeBack: true });
    expect((await rowsOf(id)).data).toMatchObject([{ before: 'Accepted', after: 'WrongAnswer' }]);
    expect(await get(id)).toMatchObject({ keptCount: 0, lossCount: 1 });
    await apply(id);
    const board = await boardSeen();
    await verifyScoreboard(test.database, game.id, board);
    expect([bloodsOf(board), scores(board)]).toEqual([[1], { 0: 0, 1: 1000, 2: 0, 3: 0 }]);
    expect(
      (
        await test.call(submissionRoutes.status, {
          as: first.captain,
          params: { ...inGame(), submissionId: (await rowsOf(id)).data[0]?.id ?? 0 },
        })
      ).body,
    ).toBe('WrongAnswer');

    // The team can solve it again; what was taken back returns to its old place.
    await addFlag('flag{wrong}');
    const back = await readyDraft();
    await apply(back);
    expect(bloodsOf(await boardSeen())).toEqual([0, 1]);
    expect(await storedSolves()).toHaveLength(3);
    await worker.drain();
    const normal = (await listedNotices()).filter(([type]) => type === 'Normal');
    expect(normal).toHaveLength(2);
  });

  it('judges only what it names, by arrival, team and challenge', async () => {
    const [first, second] = teams;
    await send(first, 'flag{right}');
    const id = await send(second, 'flag{right}');
    await addFlag('flag{right}');
    const [row] = await test.db.select().from(submissions).where(eq(submissions.id, id));
    const at = row?.submittedAt.getTime() ?? 0;
    const other = (await buildChallenge(test.db, { gameId: game.id })).challenge;
    for (const [scope, submissionCount, changedCount] of [
      [{ teamId: second.team.id }, 1, 1],
      [{ challengeId: other.id }, 0, 0],
      [{ from: at }, 1, 1],
      [{ to: at - 1 }, 1, 1],
      [{ from: at + 1 }, 0, 0],
      [{ from: 1000, to: 253_402_300_799_999 }, 2, 2],
    ] as const) {
      const made = await readyDraft(scope);
      expect(await get(made)).toMatchObject({ submissionCount, changedCount, ...scope });
      await discard(made);
    }
  });

  it('judges the flags of teams by their own, and finds shared ones', async () => {
    const built = await buildChallenge(test.db, { gameId: game.id, type: 'DynamicContainer' });
    challengeId = built.challenge.id;
    const [first, second] = teams;
    await buildHandedFlag(test.db, first, built.challenge, 'flag{of_first}');
    const shared = await send(second, 'flag{of_first}');
    await test.db.delete(cheatFindings).where(eq(cheatFindings.gameId, game.id));
    await test.db.update(submissions).set({ status: 'WrongAnswer' }).where(eq(submissions.id, shared));
    const id = await readyDraft({ challengeId });
    expect((await rowsOf(id)).data).toMatchObject([{ before: 'WrongAnswer', after: 'CheatDetected' }]);
    await apply(id);
    expect(await test.db.$count(cheatFindings, eq(cheatFindings.gameId, game.id))).toBe(1);
    // The team does not learn that it was found.
    expect(await readTarget(test.deps, `participation:${second.participation.id}`, 'Rejudged')).toEqual([]);

    const answers = { answerHash: testSealing.hashFlag(challengeId, 'flag{of_second}') };
    await test.db.update(submissions).set(answers).where(eq(submissions.id, shared));
    await apply(await readyDraft({ challengeId }));
    const found = await test.call(submissionMonitorRoutes.cheatInfo, { as: admin, params: { id: game.id } });
    expect(found.body).toEqual([]);
  });
});

describe('a draft', () => {
  it('is one per game, and the second names the author of the first', async () => {
    const replies = await Promise.all(Array.from({ length: 50 }, () => draft()));
    const made = replies.filter(({ status }) => status === 200);
    expect(made).toHaveLength(1);
    const refused = replies.find(({ status }) => status !== 200);
    expect(refused).toMatchObject({ status: 409, body: { code: 'rejudging.open' } });
    expect(JSON.stringify(refused?.body)).toContain('Judge');
    await discard(made[0]?.body.id ?? 0);
    expect((await draft()).status).toBe(200);
  });

  it('is computed anew where facts moved, and not applied', async () => {
    const [first, second, third] = teams;
    await send(first, 'flag{right}');
    await addFlag('flag{right}');
    const id = await readyDraft();
    // Facts of others are no reason.
    await send(third, 'flag{wrong}');
    await addFlag('flag{more}');
    expectError(await apply(id), 'rejudging.outdated');
    expect(await get(id)).toMatchObject({ state: 'Outdated' });
    expectError(await apply(id), 'rejudging.notReady');
    await worker.drain();
    expect(await get(id)).toMatchObject({ state: 'Ready', changedCount: 1 });
    await send(second, 'flag{wrong}');
    // The team itself solved meanwhile, so its solve would move.
    await send(first, 'flag{right}');
    expectError(await apply(id), 'rejudging.outdated');
    await worker.drain();
    expect((await apply(id)).body.state).toBe('Applied');
    const valid = (await storedSolves()).filter(({ reversedAt }) => reversedAt === null);
    expect(valid).toHaveLength(3);
    await verifyScoreboard(test.database, game.id, await boardSeen());
  });

  it('is applied or discarded once, however often it is asked at once', async () => {
    const [first] = teams;
    await send(first, 'flag{right}');
    await addFlag('flag{right}');
    const id = await readyDraft();
    const replies = await Promise.all(Array.from({ length: 20 }, (_, n) => (n % 2 ? apply(id) : discard(id))));
    const { state } = await get(id);
    const refused = replies.filter(({ status }) => status !== 200);
    expect(refused.length).toBeLessThan(20);
    for (const reply of refused) expectError(reply, state === 'Applied' ? 'rejudging.applied' : 'rejudging.notReady');
    expect(await storedSolves()).toHaveLength(state === 'Applied' ? 1 : 0);
    expect(await statuses()).toEqual([state === 'Applied' ? 'Accepted' : 'WrongAnswer']);
    await openGame();
    await send(teams[0], 'flag{right}');
    await addFlag('flag{right}');
    const again = await readyDraft();
    const all = await Promise.all(Array.from({ length: 50 }, () => apply(again)));
    expect(new Set(all.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await storedSolves()).toHaveLength(1);
    await worker.drain();
    expect(await listedNotices()).toHaveLength(1);
  });

  it.each(['submissions', 'solves', 'notices', 'rejudgings', 'audit_entries', 'activities', 'scoreboard_versions'])(
    'is applied whole or not at all, where PostgreSQL loses its connection at %s',
    async (table) => {
      await send(teams[0], 'flag{wrong}');
      await send(teams[1], 'flag{right}');
      await addFlag('flag{right}');
      await removeWrongFlag();
      const id = await readyDraft({ takeBack: true });
      await test.database.sql.unsafe(`
        create or replace function lose_connection() returns trigger language plpgsql as
          $$ begin perform pg_terminate_backend(pg_backend_pid()); return null; end $$;
        create trigger lose_connection before insert or update on ${table} execute function lose_connection()`);
      const lost = await apply(id);
      await test.database.sql.unsafe(`drop trigger lose_connection on ${table}`);
      expect(lost.status).toBeGreaterThanOrEqual(500);
      expect((await get(id)).state).toBe('Ready');
      expect(await statuses()).toEqual(['Accepted', 'WrongAnswer']);
      expect((await storedSolves()).map(({ reversedAt }) => reversedAt)).toEqual([null]);
      expect(await listedNotices()).toEqual([['FirstBlood', teams[0].team.name, 'Tide']]);
      expect((await apply(id)).body.state).toBe('Applied');
      expect(await statuses()).toEqual(['WrongAnswer', 'Accepted']);
      await verifyScoreboard(test.database, game.id, await boardSeen());
    },
  );

  it('is not applied beside a process of another release', async () => {
    const [first] = teams;
    await send(first, 'flag{right}');
    await addFlag('flag{right}');
    const id = await readyDraft();
    const old = postgres(test.database.url, { max: 1, connection: { application_name: 'vexil-worker' } });
    await old`select 1`;
    expectError(await apply(id), 'rejudging.earlierProcess');
    await old.end();
    expect((await apply(id)).status).toBe(200);
  });

  it('is refused before the start, and for what is not of the game', async () => {
    const elsewhere = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId: elsewhere.id });
    const stranger = await buildParticipation(test.db, { gameId: elsewhere.id });
    expect((await draft({ challengeId: challenge.id })).body).toMatchObject({ code: 'challenge.notFound' });
    expect((await draft({ teamId: stranger.team.id })).body).toMatchObject({
      code: 'participation.notFound',
      details: [{ path: 'teamId' }],
    });
    expect((await draft({ from: 2000, to: 1000 })).body).toMatchObject({
      code: 'request.invalid',
      details: [{ path: 'to' }],
    });
    for (const reason of ['', ' ', 'x'.repeat(201)]) expectError(await draft({ reason }), 'request.invalid');
    const id = await readyDraft({ reason: '\u{1F3F4}'.repeat(200) });
    const home = game;
    await openGame();
    for (const call of [apply, discard]) expectError(await call(id), 'rejudging.notFound');
    for (const route of [routes.get, routes.submissions, routes.teams]) {
      expectError(await test.call(route, { as: admin, params: paramsOf(id) }), 'rejudging.notFound');
    }
    await test.db
      .update(games)
      .set({ startAt: new Date(Date.now() + minute) })
      .where(eq(games.id, game.id));
    expectError(await draft(), 'game.notStarted');
    game = home;
  });

  it('is read by observers, made by organisers, and hidden from players', async () => {
    const observer = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: observer.id, role: 'observer' });
    const id = await readyDraft();
    const list = (as: AccountRow) => test.call(routes.list, { as, params: { id: game.id } });
    expect((await list(observer)).body).toMatchObject({ data: [{ id, state: 'Ready' }], length: 1, total: 1 });
    for (const call of [draft({}, observer), apply(id, observer), discard(id, observer)]) {
      expectError(await call, 'account.forbidden');
    }
    expectError(await list(teams[0].captain), 'account.forbidden');
  });

  it('survives a killed worker and an emptied queue', async () => {
    await send(teams[0], 'flag{right}');
    await addFlag('flag{right}');
    const { body } = await draft();
    await test.deps.queues.capture.obliterate({ force: true });
    await worker.run(rejudgingJobs.sweep, {});
    await worker.drain();
    expect((await get(body.id)).state).toBe('Ready');
    // A second run, as of a job that was taken twice, keeps one set of rows.
    await test.db.update(rejudgings).set({ state: 'Computing' }).where(eq(rejudgings.id, body.id));
    await Promise.all([1, 2, 3].map(() => worker.run(rejudgingJobs.compute, { rejudgingId: body.id })));
    expect(await test.db.$count(rejudgingVerdicts, eq(rejudgingVerdicts.rejudgingId, body.id))).toBe(1);
    await discard(body.id);
    await worker.run(rejudgingJobs.compute, { rejudgingId: body.id });
    expect(await get(body.id)).toMatchObject({ state: 'Discarded', closedBy: 'Judge' });
    expect(await test.db.$count(rejudgingVerdicts, eq(rejudgingVerdicts.rejudgingId, body.id))).toBe(0);
  });
});

describe('a re-judging of a frozen game', () => {
  it('reaches staff and the teams concerned, and no other team before the reveal', async () => {
    const [first, second, third] = teams;
    await send(first, 'flag{wrong}');
    await send(second, 'flag{right}');
    const freezeAt = new Date(Date.now());
    await test.db.update(games).set({ freezeAt }).where(eq(games.id, game.id));
    await changeTestBoard(test, game.id);
    const before = await boardSeen();
    await addFlag('flag{right}');
    await removeWrongFlag();
    await apply(await readyDraft({ takeBack: true }));
    await worker.drain();
    await worker.run(noticeJobs.sweep, {});
    for (const as of [undefined, first.captain, third.captain]) {
      expect(await boardSeen(as)).toEqual(before);
      for (const asOf of [game.startAt.getTime(), freezeAt.getTime(), Date.now()]) {
        const { bloods } = Object.values((await boardSeen(as, { asOf })).challenges).flat()[0] ?? {};
        expect(bloods?.some(({ id }) => id === second.team.id)).toBe(false);
      }
    }
    expect(scores(await boardSeen(admin))).toEqual({ 0: 0, 1: 1000, 2: 0, 3: 0 });
    expect(await listedNotices()).toEqual([['FirstBlood', first.team.name, 'Tide']]);
    expect(await readTarget(test.deps, `participation:${second.participation.id}`, 'Rejudged')).toHaveLength(1);
    const details = await test.call(challengeRoutes.details, { as: second.captain, params: { id: game.id } });
    expect(details.body.rank?.solvedChallenges.map(({ id }) => id)).toEqual([challengeId]);
    const lost = await test.call(challengeRoutes.details, { as: first.captain, params: { id: game.id } });
    expect(lost.body.rank?.solvedChallenges).toHaveLength(1);
  });
});
