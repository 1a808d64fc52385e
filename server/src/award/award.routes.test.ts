import { type AwardBody, awardRoutes as routes } from '@vexil/contract/award';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { auditEntries } from '@vexil/db/schema/audit';
import { awards } from '@vexil/db/schema/award';
import { type GameRow, gameStaff, games } from '@vexil/db/schema/game';
import { participations } from '@vexil/db/schema/participation';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { asc, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf, messagesIn } from '../../testing/outbox';
import { verifyScoreboard } from '../../testing/scoreboard';

const minute = 60_000;

let test: TestApp;
let admin: AccountRow;
let game: GameRow;
let first: BuiltParticipation;
let second: BuiltParticipation;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin', userName: 'Judge' });
});
afterAll(() => test.close());
beforeEach(() => openGame());

/** Frozen, where wanted, since a minute. */
async function openGame(fields: Parameters<typeof buildGame>[1] = {}): Promise<void> {
  game = await buildGame(test.db, { startAt: new Date(Date.now() - 60 * minute), ...fields });
  first = await buildParticipation(test.db, { gameId: game.id });
  second = await buildParticipation(test.db, { gameId: game.id });
}

type Body = z.input<typeof AwardBody>;
const give = (body: Partial<Body> = {}, as = admin) =>
  test.call(routes.create, {
    as,
    params: { id: game.id },
    body: { teamId: second.team.id, points: 50, reason: 'Won the quiz.', ...body },
  });
const takeBack = (awardId: number, as = admin) => test.call(routes.delete, { as, params: { id: game.id, awardId } });
const listed = async () => (await test.call(routes.list, { as: admin, params: { id: game.id } })).body;

async function boardSeen(as?: AccountRow, query: { asOf?: number } = {}) {
  test.deps.boards.expire(game.id);
  return (await test.call(scoreboardRoutes.get, { ...(as ? { as } : {}), params: { id: game.id }, query })).body;
}

const scores = ({ items }: Awaited<ReturnType<typeof boardSeen>>) =>
  items.map(({ id, score, awardPoints }) => [id, score, awardPoints]);

describe('POST /api/edit/games/{id}/awards', () => {
  it('gives points that rank, with the reason on the board', async () => {
    const at = Date.now() - 5 * minute;
    const { status, body } = await give({ label: 'quiz', at, externalId: 'q-1' });
    expect(status).toBe(200);
    expect(body).toEqual({
      ...{ id: body.id, teamId: second.team.id, teamName: second.team.name, points: 50, reason: 'Won the quiz.' },
      ...{ label: 'quiz', at, externalId: 'q-1', createdAt: expect.any(Number), userName: 'Judge' },
      ...{ reversedAt: null, reversedBy: null, challengeId: null, challengeTitle: null },
    });
    const board = await boardSeen();
    await verifyScoreboard(test.database, game.id, board);
    expect(board.items).toMatchObject([
      {
        ...{ id: second.team.id, rank: 1, score: 50, awardPoints: 50, lastSubmissionTime: -62135596800000 },
        awards: [{ id: body.id, points: 50, reason: 'Won the quiz.', label: 'quiz', time: at }],
      },
      { id: first.team.id, rank: 2, score: 0 },
    ]);
    expect(board.items[1]).not.toHaveProperty('awards');
    const { body: lines } = await test.call(scoreboardRoutes.timeline, {
      params: { id: game.id },
      query: { teams: `${second.team.id}` },
    });
    expect(lines[0]?.items).toEqual([{ time: at, score: 50 }]);
    expect(scores(await boardSeen(undefined, { asOf: at - 1 }))).toEqual([
      [first.team.id, 0, undefined],
      [second.team.id, 0, undefined],
    ]);
    expect(scores(await boardSeen(undefined, { asOf: at }))[0]).toEqual([second.team.id, 50, 50]);
    const feed = await test.call(scoreboardRoutes.ctftime, { params: { id: game.id } });
    expect(feed.body.standings[0]).toEqual({ pos: 1, team: second.team.name, score: 50, taskStats: {} });
  });

  it('fines a team below those without points', async () => {
    await give({ teamId: first.team.id, points: -100_000, reason: 'Attacked the platform.' });
    expect(scores(await boardSeen())).toEqual([
      [second.team.id, 0, undefined],
      [first.team.id, -100_000, -100_000],
    ]);
  });

  it('counts after the end at the end', async () => {
    const endAt = new Date(Date.now() - 10 * minute);
    await openGame({ endAt });
    expect((await give()).body.at).toBe(endAt.getTime());
    expect((await give({ at: Date.now() - minute })).body.at).toBe(endAt.getTime());
    expect((await give({ at: endAt.getTime() - 1 })).body.at).toBe(endAt.getTime() - 1);
    expect(scores(await boardSeen(undefined, { asOf: endAt.getTime() }))[0]).toEqual([second.team.id, 150, 150]);
  });

  it('writes an event, the audit log and webhooks, and sends it to the team alone', async () => {
    const { webhook } = await buildWebhook(test.db, { kinds: ['Award'], gameId: game.id });
    const { body } = await give({ label: 'quiz' });
    await takeBack(body.id);
    const events = await test.db
      .select()
      .from(activities)
      .where(eq(activities.gameId, game.id))
      .orderBy(asc(activities.id));
    const by = { type: 'Normal', participationId: second.participation.id, accountId: admin.id };
    expect(events).toMatchObject([
      { ...by, values: ['+50', 'Won the quiz.', 'quiz'] },
      { ...by, values: ['↺ +50', 'Won the quiz.', 'quiz'] },
    ]);
    expect((await messagesIn(test.deps, `monitor:${game.id}`)).map(({ payload }) => payload)).toEqual(
      events.map(({ id }) => ({ ids: [id] })),
    );
    const message = { gameId: game.id, id: body.id, points: 50, reason: 'Won the quiz.', label: 'quiz' };
    expect(await messagesIn(test.deps, `participation:${second.participation.id}`)).toMatchObject([
      { target: 'AwardChanged', payload: { ...message, reversed: false } },
      { target: 'AwardChanged', payload: { ...message, reversed: true } },
    ]);
    expect(await messagesIn(test.deps, `participation:${first.participation.id}`)).toEqual([]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries).toMatchObject([
      { action: 'award.create', target: `award:${body.id}`, after: { teamId: second.team.id, points: 50 } },
      { action: 'award.delete', target: `award:${body.id}`, before: { points: 50, reason: 'Won the quiz.' } },
    ]);
    const sent = await test.db
      .select()
      .from(webhookDeliveries)
      .where(eq(webhookDeliveries.webhookId, webhook.id))
      .orderBy(asc(webhookDeliveries.id));
    expect(sent.filter(({ kind }) => kind === 'Award').map(({ data }) => data)).toMatchObject([
      { team: second.team.name, points: 50, reason: 'Won the quiz.', reversed: false },
      { team: second.team.name, points: 50, reversed: true },
    ]);
    expect(await boardVersionsOf(test.deps, game.id)).toHaveLength(2);
  });

  it('makes one award of one external id, also of fifty at once, and of each game its own', async () => {
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, n) => give({ externalId: 'tick-7', points: n + 1 })),
    );
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(new Set(replies.map(({ body }) => `${body.id} ${body.points}`)).size).toBe(1);
    expect((await listed()).total).toBe(1);
    expect(await messagesIn(test.deps, `participation:${second.participation.id}`)).toHaveLength(1);
    await takeBack(replies[0]?.body.id ?? 0);
    expect((await give({ externalId: 'tick-7' })).body.reversedAt).not.toBeNull();
    expect(scores(await boardSeen())[0]).toEqual([first.team.id, 0, undefined]);
    await openGame();
    expect((await give({ externalId: 'tick-7' })).body).toMatchObject({ points: 50, reversedAt: null });
  });

  it('refuses before the start, for other teams and at other times', async () => {
    for (const status of ['Rejected', 'Pending', 'Suspended'] as const) {
      await test.db.update(participations).set({ status }).where(eq(participations.id, first.participation.id));
      expectError(await give({ teamId: first.team.id }), 'award.teamNotAccepted');
    }
    const elsewhere = await buildParticipation(test.db, { gameId: (await buildGame(test.db)).id });
    const unknown = await give({ teamId: elsewhere.team.id });
    expect(unknown.status).toBe(400);
    expect(unknown.body).toMatchObject({ code: 'award.teamNotAccepted', details: [{ path: 'teamId' }] });
    for (const at of [game.startAt.getTime() - 1, Date.now() + minute, 253_402_300_799_999, -1]) {
      expect((await give({ at })).body).toMatchObject({ code: 'award.timeOutside', details: [{ path: 'at' }] });
    }
    expect((await give({ at: game.startAt.getTime() })).status).toBe(200);
    await test.db
      .update(games)
      .set({ startAt: new Date(Date.now() + minute) })
      .where(eq(games.id, game.id));
    const early = await give();
    expectError(early, 'game.notStarted');
    expect(early.status).toBe(400);
    expect((await listed()).total).toBe(1);
  });

  it.each<[string, object, string]>([
    ['points', { points: 0 }, 'may not be 0'],
    ['points', { points: 100_001 }, 'may be 100000 at most'],
    ['points', { points: -100_001 }, 'must be -100000 or more'],
    ['points', { points: 0.5 }, 'must be a whole number'],
    ['points', { points: 'five' }, 'must be a number'],
    ['reason', { reason: ' ' }, 'may not be blank'],
    ['reason', { reason: '𝕏'.repeat(201) }, 'may have at most 200 characters'],
    ['reason', { reason: undefined }, 'is missing'],
    ['label', { label: 'x'.repeat(33) }, 'may have at most 32 characters'],
    ['label', { label: '' }, 'may not be blank'],
    ['externalId', { externalId: 'x'.repeat(65) }, 'may have at most 64 characters'],
    ['teamId', { teamId: 0 }, 'must be 1 or more'],
    ['at', { at: 'soon' }, 'must be a number'],
  ])('names %s for %j', async (path, body, message) => {
    const reply = await give(body as Partial<Body>);
    expect(reply.status).toBe(400);
    expect(reply.body).toMatchObject({ code: 'request.invalid', details: [{ path, message }] });
    expect((await listed()).total).toBe(0);
  });

  it('takes the longest texts of the widest characters, and shows them', async () => {
    const texts = { reason: '\u{1F3F4}'.repeat(200), label: '<b>'.repeat(10), externalId: '"\\'.repeat(32) };
    expect((await give(texts)).body).toMatchObject(texts);
    expect((await boardSeen()).items[0]?.awards).toMatchObject([{ reason: texts.reason, label: texts.label }]);
  });

  it('stops at ten thousand that stand', async () => {
    const { participation } = second;
    const common = { gameId: game.id, participationId: participation.id, points: 1, reason: 'r' };
    const at = new Date(Date.now() - minute);
    const rows = Array.from({ length: 10_000 }, () => ({ ...common, awardedAt: at, createdAt: at }));
    for (let from = 0; from < rows.length; from += 2000) {
      await test.db.insert(awards).values(rows.slice(from, from + 2000));
    }
    expectError(await give(), 'award.tooMany');
    const [row] = await test.db.select().from(awards).where(eq(awards.gameId, game.id)).limit(1);
    await takeBack(row?.id ?? 0);
    expect((await give()).status).toBe(200);
  });
});

describe('DELETE /api/edit/games/{id}/awards/{awardId}', () => {
  it('takes an award back once, and it is as if it never was, at any moment', async () => {
    const { id, at } = (await give()).body;
    const replies = await Promise.all(Array.from({ length: 20 }, () => takeBack(id)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await messagesIn(test.deps, `participation:${second.participation.id}`)).toHaveLength(2);
    expect(await listed()).toMatchObject({
      data: [{ id, points: 50, reversedAt: expect.any(Number), reversedBy: 'Judge' }],
      length: 1,
      total: 1,
    });
    const board = await boardSeen();
    await verifyScoreboard(test.database, game.id, board);
    expect(board.items.every((row) => row.score === 0 && !('awards' in row))).toBe(true);
    expect(scores(await boardSeen(undefined, { asOf: at })).every(([, score]) => score === 0)).toBe(true);
  });

  it('knows no award of another game', async () => {
    const { id } = (await give()).body;
    await openGame();
    expectError(await takeBack(id), 'award.notFound');
    expectError(await takeBack(2_147_483_647), 'award.notFound');
  });
});

describe('awards of a frozen game', () => {
  it('reach staff and the team, and no player by board, past board, feed or webhook', async () => {
    const freezeAt = new Date(Date.now() - minute);
    await openGame({ freezeAt });
    await buildAward(test.db, first, { points: 7, awardedAt: game.startAt, createdAt: game.startAt });
    const open = await buildWebhook(test.db, { kinds: ['Award'], gameId: game.id, name: 'open' });
    const inner = await buildWebhook(test.db, { kinds: ['Award'], gameId: game.id, isPrivate: true, name: 'inner' });
    const before = await boardSeen();
    expect(scores(before)).toEqual([
      [first.team.id, 7, 7],
      [second.team.id, 0, undefined],
    ]);

    // One that counts before the freeze, and one of before that is taken back: both were decided after it.
    const given = (await give({ at: game.startAt.getTime() })).body;
    const [old] = await test.db.select().from(awards).where(eq(awards.points, 7)).limit(1);
    const own = (await listed()).data.find(({ points }) => points === 7);
    await takeBack(own?.id ?? old?.id ?? 0);

    for (const as of [undefined, second.captain]) {
      const now = await boardSeen(as);
      expect(now).toEqual(before);
      for (const asOf of [game.startAt.getTime(), freezeAt.getTime(), Date.now()]) {
        expect(scores(await boardSeen(as, { asOf }))).toEqual(scores(before));
      }
    }
    expect(scores(await boardSeen(admin))).toEqual([
      [second.team.id, 50, 50],
      [first.team.id, 0, undefined],
    ]);
    expect(scores(await boardSeen(admin, { asOf: game.startAt.getTime() }))[0]).toEqual([second.team.id, 50, 50]);
    const feed = await test.call(scoreboardRoutes.ctftime, { as: admin, params: { id: game.id } });
    expect(feed.body.standings.map(({ team, score }) => [team, score])).toEqual([
      [first.team.name, 7],
      [second.team.name, 0],
    ]);
    expect(await messagesIn(test.deps, `participation:${second.participation.id}`)).toMatchObject([
      { target: 'AwardChanged', payload: { id: given.id } },
    ]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([]);
    const kindsOf = async ({ webhook }: typeof open) =>
      (await test.db.select().from(webhookDeliveries).where(eq(webhookDeliveries.webhookId, webhook.id)))
        .filter(({ data }) => 'awardId' in data)
        .map(({ kind }) => kind);
    expect(await kindsOf(open)).toEqual([]);
    expect(await kindsOf(inner)).toEqual(['Award', 'Award']);
  });
});

describe('GET /api/edit/games/{id}/awards', () => {
  it('pages the newest first, for observers too', async () => {
    const observer = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: observer.id, role: 'observer' });
    const ids: number[] = [];
    for (const points of [1, 2, 3]) ids.unshift((await give({ points })).body.id);
    const page = (query: { count?: number; skip?: number }) =>
      test.call(routes.list, { as: observer, params: { id: game.id }, query });
    expect((await page({})).body).toMatchObject({ data: ids.map((id) => ({ id })), length: 3, total: 3 });
    expect((await page({ count: 1, skip: 1 })).body).toMatchObject({ data: [{ id: ids[1] }], length: 1, total: 3 });
    expectError(await give({}, observer), 'account.forbidden');
    expectError(await takeBack(ids[0] ?? 0, observer), 'account.forbidden');
    expectError(await test.call(routes.list, { as: first.captain, params: { id: game.id } }), 'account.forbidden');
    expectError(await test.call(routes.list, { as: admin, params: { id: 2_147_483_647 } }), 'game.notFound');
  });
});
