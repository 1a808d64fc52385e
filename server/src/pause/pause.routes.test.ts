import { awardRoutes } from '@vexil/contract/award';
import { challengeEditRoutes, challengeRoutes } from '@vexil/contract/challenge';
import { containerJobs, containerRoutes } from '@vexil/contract/container';
import { gameRoutes, gameEditRoutes as gameRoutesOfStaff } from '@vexil/contract/game';
import { type PauseBody, pauseRoutes as routes } from '@vexil/contract/pause';
import { reasonLengthMax } from '@vexil/contract/reason.limits';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionRoutes } from '@vexil/contract/submission';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { challenges } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers, type NewContainerRow } from '@vexil/db/schema/container';
import { type GameRow, gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { pauses } from '@vexil/db/schema/pause';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { jobsIn, messagesIn } from '../../testing/outbox';
import { verifyScoreboard } from '../../testing/scoreboard';

const minute = 60_000;
const hour = 60 * minute;
const reason = 'The power is out.';

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
let team: BuiltParticipation;
let startedAt: number;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin', userName: 'Judge' });
  startedAt = test.clock.now().getTime();
});
afterAll(() => test.close());
beforeEach(async () => {
  test.clock.stopAt(fromNow(0));
  game = await openGame();
  team = await buildParticipation(test.db, { gameId: game.id });
});

const advance = (ms: number) => test.clock.stopAt(new Date(test.clock.now().getTime() + ms));
const fromNow = (ms: number) => new Date(startedAt + ms);
/** Runs for another hour. */
const openGame = (values: Parameters<typeof buildGame>[1] = {}) =>
  buildGame(test.db, { startAt: fromNow(-hour), endAt: fromNow(hour), writeupDeadline: fromNow(2 * hour), ...values });

const pause = (body: Partial<z.input<typeof PauseBody>> = {}, id = game.id, as = admin) =>
  test.call(routes.pause, { as, params: { id }, body: { reason, ...body } });
const resume = (id = game.id, as = admin) => test.call(routes.resume, { as, params: { id } });
const stored = async (id = game.id) => (await test.db.select().from(games).where(eq(games.id, id)))[0];
const listed = async () => (await test.call(routes.list, { as: admin, params: { id: game.id } })).body;
const seen = async (id = game.id) => (await test.call(gameRoutes.get, { params: { id } })).body;
const challengeOf = async (id: number) => (await test.db.select().from(challenges).where(eq(challenges.id, id)))[0];

async function run(challengeId: number, values: Partial<NewContainerRow>): Promise<ContainerRow> {
  const common = { kind: 'Team', gameId: game.id, challengeId, state: 'running', image: 'vexil/test:1' } as const;
  const [row] = await test.db
    .insert(containers)
    .values({ ...common, expiresAt: fromNow(minute), ...values })
    .returning();
  if (!row) throw new Error('The row was not stored.');
  return row;
}

async function submit(challengeId: number, flag = 'flag{guess}') {
  const params = { id: game.id, challengeId };
  return test.call(submissionRoutes.submit, { as: team.captain, params, body: { flag } });
}

describe('POST /api/edit/games/:id/pause', () => {
  it('stops the clocks, says the reason everywhere, and is in the log', async () => {
    const hook = await buildWebhook(test.db, { kinds: ['Phase'] });
    const reply = await pause();
    expect(reply.body).toMatchObject({ id: game.id, pausedAt: startedAt, end: game.endAt.getTime() });
    const shown = { reason, pausedAt: startedAt, resumedAt: null };
    expect(await seen()).toMatchObject({ pausedAt: startedAt, statementsHidden: false, pauses: [shown] });
    const all = await test.call(gameRoutes.recent, { query: { limit: 50 } });
    expect(all.body.find(({ id }) => id === game.id)?.pausedAt).toBe(startedAt);
    expect(await listed()).toMatchObject({
      data: [{ ...shown, hideStatements: false, stopInstances: false, userName: 'Judge', resumedBy: null }],
      total: 1,
    });
    const published = await test.db.select().from(notices).where(eq(notices.gameId, game.id));
    expect(published).toMatchObject([{ type: 'Normal', values: [`⏸ ${reason}`] }]);
    const sent = await test.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, hook.webhook.id));
    expect(sent.at(-1)).toMatchObject({ kind: 'Phase', gameId: game.id, data: { phase: 'Paused', reason } });
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entry).toMatchObject({ action: 'game.pause', target: `game:${game.id}`, after: { reason } });
    expect(await messagesIn(test.deps, `game:${game.id}`)).toContainEqual(
      expect.objectContaining({ target: 'GameChanged', payload: { gameId: game.id } }),
    );
  });

  it('is refused before the start, from the end on, and twice', async () => {
    const early = await openGame({ startAt: fromNow(1), endAt: fromNow(hour) });
    const over = await openGame({ endAt: fromNow(0) });
    for (const { id } of [early, over]) {
      const refused = await pause({}, id);
      expectError(refused, 'game.notRunning');
      expect(refused.status).toBe(409);
      expect((await stored(id))?.pausedAt).toBeNull();
    }
    await pause();
    const twice = await pause();
    expectError(twice, 'game.paused');
    expect(twice.status).toBe(409);
    expectError(await pause({}, 999_999), 'game.notFound');
  });

  it('asks for a reason and keeps one of the worst characters at full length', async () => {
    for (const bad of ['', ' \n ', 'x'.repeat(reasonLengthMax + 1)]) {
      const refused = await pause({ reason: bad });
      expect(refused.body).toMatchObject({ status: 400, details: [{ path: 'reason' }] });
    }
    const worst = '<script>@everyone `\'"\\ ‮𝕏\u{1F6D1}</script>'
      .padEnd(reasonLengthMax, '𝕏')
      .slice(0, reasonLengthMax - 1);
    await pause({ reason: worst });
    expect((await seen()).pauses[0]?.reason).toBe(worst);
    expect((await listed()).data[0]?.reason).toBe(worst);
  });

  it('belongs to the organisers of the game; observers read', async () => {
    const [observer, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    const other = await openGame();
    await test.db.insert(gameStaff).values([
      { gameId: game.id, accountId: observer.id, role: 'observer' },
      { gameId: other.id, accountId: stranger.id, role: 'organiser' },
    ]);
    for (const as of [observer, stranger, team.captain]) {
      expectError(await pause({}, game.id, as), 'account.forbidden');
      expectError(await resume(game.id, as), 'account.forbidden');
    }
    const params = { id: game.id };
    expect((await test.call(routes.list, { as: observer, params })).status).toBe(200);
    expectError(await test.call(routes.list, { as: stranger, params }), 'account.forbidden');
    for (const call of [routes.pauseAll, routes.resumeAll]) {
      expectError(await test.call(call, { as: stranger, body: { reason } }), 'account.forbidden');
    }
  });

  it('happens once of fifty, and so does its end', async () => {
    const begun = await Promise.all(Array.from({ length: 50 }, () => pause()));
    expect(begun.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(new Set(begun.map(({ status }) => status))).toEqual(new Set([200, 409]));
    advance(10 * minute);
    const ended = await Promise.all(Array.from({ length: 50 }, () => resume()));
    expect(ended.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(await test.db.select().from(pauses).where(eq(pauses.gameId, game.id))).toHaveLength(1);
    expect((await stored())?.endAt).toEqual(fromNow(hour + 10 * minute));
    expect(await test.db.select().from(notices).where(eq(notices.gameId, game.id))).toHaveLength(2);
  });

  it('leaves no player an answer, a start or an extension, and what runs runs on', async () => {
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'StaticContainer',
      containerImage: 'vexil/test:1',
    });
    const params = { id: game.id, challengeId: challenge.id };
    const running = await run(challenge.id, { participationId: team.participation.id });
    await pause();
    const as = team.captain;
    expectError(await submit(challenge.id), 'game.paused');
    expectError(await test.call(containerRoutes.create, { as, params }), 'game.paused');
    expectError(await test.call(containerRoutes.extend, { as, params }), 'game.paused');
    expect((await test.call(challengeRoutes.get, { as, params })).status).toBe(200);
    const kept = await test.db.select().from(containers).where(eq(containers.id, running.id));
    expect(kept).toMatchObject([{ state: 'running', expiresAt: fromNow(minute) }]);
    advance(30 * minute);
    await resume();
    expect((await submit(challenge.id)).status).toBe(200);
    const moved = await test.db.select().from(containers).where(eq(containers.id, running.id));
    expect(moved).toMatchObject([{ expiresAt: fromNow(31 * minute) }]);
    const jobs = await jobsIn(test.deps, containerJobs.expire.queue);
    expect(jobs).toContainEqual({ name: containerJobs.expire.name, data: { containerId: running.id } });
  });

  it('hides statements and ends instances where it should, those of staff excepted', async () => {
    const { challenge } = await buildChallenge(test.db, {
      gameId: game.id,
      type: 'StaticContainer',
      containerImage: 'vexil/test:1',
    });
    const ofTeam = await run(challenge.id, { participationId: team.participation.id });
    const ofStaff = await run(challenge.id, { kind: 'Test' });
    const [as, params] = [team.captain, { id: game.id, challengeId: challenge.id }];
    expect((await test.call(challengeRoutes.get, { as, params })).status).toBe(200);
    await pause({ hideStatements: true, stopInstances: true });
    expectError(await test.call(challengeRoutes.get, { as, params }), 'game.paused');
    expect((await seen()).statementsHidden).toBe(true);
    expect((await test.call(challengeEditRoutes.get, { as: admin, params })).status).toBe(200);
    const rows = await test.db.select().from(containers).where(eq(containers.gameId, game.id));
    expect(rows.find(({ id }) => id === ofTeam.id)).toMatchObject({ state: 'stopping', endReason: 'paused' });
    expect(rows.find(({ id }) => id === ofStaff.id)).toMatchObject({ state: 'running' });
    await resume();
    expect((await test.call(challengeRoutes.get, { as, params })).status).toBe(200);
    expect((await seen()).statementsHidden).toBe(false);
  });

  it('is whole or not at all', async () => {
    await test.db.execute(sql`alter table notices add constraint reason_check check (values::text not like '%boom%')`);
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const instance = await run(challenge.id, { participationId: team.participation.id });
    expect((await pause({ reason: 'boom', stopInstances: true })).status).toBe(500);
    expect(await stored()).toMatchObject({ pausedAt: null, version: game.version });
    expect(await test.db.select().from(containers).where(eq(containers.id, instance.id))).toEqual([instance]);
    expect((await listed()).total).toBe(0);
    await test.db.execute(sql`alter table notices drop constraint reason_check`);
  });

  it('keeps end and freeze from coming', async () => {
    game = await openGame({ freezeAt: fromNow(30 * minute), practiceMode: false });
    team = await buildParticipation(test.db, { gameId: game.id });
    await pause();
    advance(5 * hour);
    expect(await seen()).toMatchObject({ isFrozen: false });
    const details = { as: team.captain, params: { id: game.id } };
    expect((await test.call(challengeRoutes.details, details)).status).toBe(200);
    await resume();
    expect(await seen()).toMatchObject({ isFrozen: false, end: startedAt + 6 * hour });
    advance(30 * minute + 1);
    expect(await seen()).toMatchObject({ isFrozen: true });
    advance(31 * minute);
    expectError(await test.call(challengeRoutes.details, details), 'game.ended');
  });
});

describe('POST /api/edit/games/:id/resume', () => {
  it('moves what was to come by the length of the pause and leaves what had come', async () => {
    game = await openGame({ freezeAt: fromNow(-minute) });
    const at = { past: fromNow(-minute), later: fromNow(20 * minute) };
    const build = (values: object) => buildChallenge(test.db, { gameId: game.id, ...values });
    const early = (await build({ deadlineAt: at.past })).challenge;
    const late = (await build({ deadlineAt: at.later })).challenge;
    const planned = (await build({ isEnabled: false, releaseAt: at.later })).challenge;
    const hint = { title: '', content: 'Look at the clock.', cost: 0 };
    const hintAt = (id: number, time: Date | null) => ({ ...hint, id, releaseUtc: time?.getTime() ?? null });
    const hintList = [hintAt(1, null), hintAt(2, at.past), hintAt(3, at.later)];
    const hinted = (await build({ hintList, lastHintId: 3, hintDueAt: at.later })).challenge;
    const [notice] = await test.db
      .insert(notices)
      .values({ gameId: game.id, type: 'Normal', values: ['Lunch.'], scheduledAt: at.later })
      .returning();
    await pause();
    advance(40 * minute);
    const reply = await resume();
    const moved = fromNow(60 * minute);
    const end = startedAt + hour + 40 * minute;
    expect(reply.body).toMatchObject({
      pausedAt: null,
      end,
      writeupDeadline: end + hour,
      freezeTime: startedAt - minute,
    });
    expect(await challengeOf(early.id)).toMatchObject({ deadlineAt: at.past, version: early.version });
    expect(await challengeOf(late.id)).toMatchObject({ deadlineAt: moved, version: late.version + 1 });
    expect(await challengeOf(planned.id)).toMatchObject({ releaseAt: moved });
    expect(await challengeOf(hinted.id)).toMatchObject({
      hintDueAt: moved,
      hintList: [hintAt(1, null), hintAt(2, at.past), hintAt(3, moved)],
    });
    const [plan] = await test.db
      .select()
      .from(notices)
      .where(eq(notices.id, notice?.id ?? 0));
    expect(plan).toMatchObject({ scheduledAt: moved });
    expect(await seen()).toMatchObject({ pauses: [{ pausedAt: startedAt, resumedAt: startedAt + 40 * minute }] });
    expect((await listed()).data[0]).toMatchObject({ resumedBy: 'Judge' });
    const published = await test.db.select().from(notices).where(eq(notices.gameId, game.id));
    expect(published.map(({ values }) => values[0])).toContain(`▶ ~~${reason}~~ +0:40:00`);
    expectError(await resume(), 'game.notPaused');
  });

  it('gives times that a PUT of the same values leaves as they are', async () => {
    await pause();
    advance(minute);
    const { body } = await resume();
    const { start, end, writeupDeadline, freezeTime, title, version } = body;
    const same = { title, start, end, writeupDeadline, freezeTime, version };
    const again = await test.call(gameRoutesOfStaff.update, { as: admin, params: { id: game.id }, body: same });
    expect(again.body).toMatchObject({ end, writeupDeadline, pausedAt: null });
    // An editor from before the pause does not take its shift back.
    const old = { ...same, end: game.endAt.getTime(), version: game.version };
    const refused = await test.call(gameRoutesOfStaff.update, { as: admin, params: { id: game.id }, body: old });
    expectError(refused, 'request.outdated');
  });

  it('keeps the end in the calendar', async () => {
    game = await openGame({ endAt: new Date(253_402_300_799_000) });
    await pause();
    advance(minute);
    expect((await resume()).body.end).toBe(253_402_300_799_999);
  });

  it('ends a pause that a server with a clock ahead began', async () => {
    await pause();
    advance(-minute);
    expect((await resume()).body).toMatchObject({ pausedAt: null, end: game.endAt.getTime() });
  });

  it('shows the board what it would have been, with an award given meanwhile', async () => {
    game = await openGame({ freezeAt: fromNow(10 * minute) });
    team = await buildParticipation(test.db, { gameId: game.id });
    await pause();
    // Past the freeze and the end, which do not come.
    advance(2 * hour);
    const params = { id: game.id };
    const body = { teamId: team.team.id, points: 30, reason: 'Answered by phone.' };
    const given = await test.call(awardRoutes.create, { as: admin, params, body });
    expect(given.body.at).toBeGreaterThan(game.endAt.getTime());
    const scores = async () => {
      test.app.boards.expire(game.id);
      const { body: board } = await test.call(scoreboardRoutes.get, { params });
      await verifyScoreboard(test.database, game.id, board);
      return board.items.map(({ score }) => score);
    };
    expect(await scores()).toEqual([30]);
    await resume();
    expect(await scores()).toEqual([30]);
  });
});

describe('POST /api/admin/pause and /resume', () => {
  it('act on every running game, once', async () => {
    await test.call(routes.resumeAll, { as: admin });
    const over = await openGame({ endAt: fromNow(-1) });
    const paused = await test.call(routes.pauseAll, { as: admin, body: { reason } });
    expect(paused.body).toContain(game.id);
    expect(paused.body).not.toContain(over.id);
    expect((await test.call(routes.pauseAll, { as: admin, body: { reason } })).body).toEqual([]);
    advance(minute);
    const resumed = await Promise.all(Array.from({ length: 10 }, () => test.call(routes.resumeAll, { as: admin })));
    expect(resumed.flatMap(({ body }) => body).sort()).toEqual([...paused.body].sort());
    expect((await stored())?.endAt).toEqual(fromNow(hour + minute));
  });
});
