import { type ChallengeUpdateBody, challengeEditRoutes, challengeRoutes as routes } from '@vexil/contract/challenge';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { gamePermissions } from '@vexil/db/enums/division';
import type { AccountRow } from '@vexil/db/schema/account';
import { activities } from '@vexil/db/schema/activity';
import { auditEntries } from '@vexil/db/schema/audit';
import { awards } from '@vexil/db/schema/award';
import { challenges } from '@vexil/db/schema/challenge';
import { divisions } from '@vexil/db/schema/division';
import { type GameRow, gameStaff, games } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { participations } from '@vexil/db/schema/participation';
import { webhookDeliveries } from '@vexil/db/schema/webhook';
import { buildAccount } from '@vexil/db/testing/account';
import { buildAward } from '@vexil/db/testing/award';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { type BuiltParticipation, buildParticipation } from '@vexil/db/testing/participation';
import { buildTeam } from '@vexil/db/testing/team';
import { buildWebhook } from '@vexil/db/testing/webhook';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { boardVersionsOf, messagesIn } from '../../testing/outbox';
import { verifyScoreboard } from '../../testing/scoreboard';

const minute = 60_000;
const secret = 'Kelpie_behind_the_lock';
const later = 'Selkie_after_the_tide';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

let game: GameRow;
let first: BuiltParticipation;
let second: BuiltParticipation;
let challengeId: number;
/** Free, priced, and priced and planned. */
let ids: number[];
async function openGame(values: Parameters<typeof buildGame>[1] = {}) {
  game = await buildGame(test.db, { startAt: new Date(Date.now() - 60 * minute), ...values });
  first = await buildParticipation(test.db, { gameId: game.id, built: await buildTeam(test.db, { membersCount: 2 }) });
  second = await buildParticipation(test.db, { gameId: game.id });
  await buildAward(test.db, first, { points: 300, awardedAt: game.startAt, createdAt: game.startAt });
  challengeId = (await buildChallenge(test.db, { gameId: game.id, title: 'Lighthouse' })).challenge.id;
  const { body } = await update({
    hintList: [
      { content: 'Look.' },
      { title: 'Where', content: secret, cost: 50 },
      { content: later, cost: 5, releaseUtc: Date.now() + 60 * minute },
    ],
  });
  ids = body.hintList.map(({ id }) => id);
}
beforeEach(() => openGame());

const update = (body: z.input<typeof ChallengeUpdateBody>, as = admin) =>
  test.call(challengeEditRoutes.update, { as, params: { id: game.id, challengeId }, body });
const read = (as = first.captain) => test.call(routes.get, { as, params: { id: game.id, challengeId } });
const take = (hintId = ids[1] ?? 0, as = first.captain, challenge = challengeId, id = game.id) =>
  test.call(routes.takeHint, { as, params: { id, challengeId: challenge, hintId } });
const facts = () => test.db.select().from(awards).where(eq(awards.challengeId, challengeId));
async function boardSeen(as?: AccountRow) {
  test.deps.boards.expire(game.id);
  return (await test.call(scoreboardRoutes.get, { ...(as ? { as } : {}), params: { id: game.id } })).body;
}

describe('GET /api/game/{id}/challenges/{challengeId}', () => {
  it('shows the price of a hint, and its content to the team that took it alone', async () => {
    const unread = (await read()).body;
    expect(unread).toMatchObject({
      hints: ['Look.'],
      hintList: [
        { id: ids[0], title: '', content: 'Look.', cost: 0, releaseUtc: null },
        { id: ids[1], title: 'Where', content: null, cost: 50, releaseUtc: null },
      ],
      hintBudget: { points: 300, mayGoBelowZero: false },
    });
    expect((await take()).status).toBe(200);
    const [, mate] = first.members;
    for (const as of [first.captain, mate ?? first.captain]) {
      const { body } = await read(as);
      expect(body.hintList[1]?.content).toBe(secret);
      expect(body).toMatchObject({ hints: ['Look.'], hintBudget: null });
    }
    const others = await read(second.captain);
    expect(others.body.hintList).toEqual(unread.hintList);
    expect(others.body.hintBudget).toEqual({ points: 0, mayGoBelowZero: false });
    expect(JSON.stringify([unread, others.body, await boardSeen()])).not.toMatch(new RegExp(`${secret}|${later}`));
  });

  it('discloses no points where the board is not shown to players', async () => {
    await openGame({ boardVisibility: 'Staff' });
    expect((await read()).body.hintBudget).toBeNull();
  });

  it('shows all that are released for nothing after the end, and charges no team', async () => {
    await openGame({ endAt: new Date(Date.now() - minute), practiceMode: true });
    const { body } = await read();
    expect(body.hintList.map(({ content }) => content)).toEqual(['Look.', secret]);
    expect(body).toMatchObject({ hints: ['Look.'], hintBudget: null });
    expect((await take()).status).toBe(200);
    expect(await facts()).toEqual([]);
  });
});

describe('POST /api/game/{id}/challenges/{challengeId}/hints/{hintId}', () => {
  it('is one negative award, however many ask at once, and announced to the team alone', async () => {
    const hook = await buildWebhook(test.db, { kinds: ['Award', 'Notice'], gameId: game.id });
    const inner = await buildWebhook(test.db, { kinds: ['Award'], gameId: game.id, isPrivate: true, name: 'inner' });
    const before = await messagesIn(test.deps, `game:${game.id}`);
    const replies = await Promise.all(Array.from({ length: 50 }, () => take()));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    const [fact, ...more] = await facts();
    expect(more).toEqual([]);
    expect(fact).toMatchObject({ points: -50, reason: 'Hint', accountId: first.captain.id, hintId: ids[1] });
    const own = {
      gameId: game.id,
      id: fact?.id,
      points: -50,
      reason: 'Hint',
      label: null,
      challengeId,
      reversed: false,
    };
    expect(await messagesIn(test.deps, `participation:${first.participation.id}`)).toEqual([
      { target: 'AwardChanged', payload: own },
    ]);
    expect(await messagesIn(test.deps, `participation:${second.participation.id}`)).toEqual([]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual(before);
    expect(await test.db.select().from(notices).where(eq(notices.gameId, game.id))).toHaveLength(1);
    expect(await test.db.select().from(activities).where(eq(activities.gameId, game.id))).toMatchObject([
      { type: 'Normal', values: ['-50', 'Hint'], accountId: first.captain.id },
    ]);
    const delivered = await test.db.select().from(webhookDeliveries);
    const kindsOf = (id: string) => delivered.filter(({ webhookId }) => webhookId === id).map(({ kind }) => kind);
    expect(kindsOf(hook.webhook.id)).toEqual(['Test']);
    expect(kindsOf(inner.webhook.id)).toEqual(['Test', 'Award']);
    const board = await boardSeen();
    await verifyScoreboard(test.database, game.id, board);
    expect(board.items[0]).toMatchObject({ score: 250, awards: [{ points: 300 }, { points: -50, challengeId }] });
    expect(board.items[0]?.awards?.[0]).not.toHaveProperty('challengeId');
    expect(await boardVersionsOf(test.deps, game.id)).toHaveLength(2);
  });

  it('takes no more than the team has, by awards that no board shows yet', async () => {
    const list = Array.from({ length: 10 }, (_, at) => ({ content: `${at}`, cost: 100 }));
    ids = (await update({ hintList: list })).body.hintList.map(({ id }) => id);
    const replies = await Promise.all(ids.map((id) => take(id)));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(3);
    for (const reply of replies.filter(({ status }) => status !== 200))
      expectError(reply, 'challenge.hintTooExpensive');
    expect((await boardSeen()).items.find(({ id }) => id === first.team.id)?.score).toBe(0);
    expectError(await take(ids[0], second.captain), 'challenge.hintTooExpensive');
    await test.db.update(games).set({ hintsMayGoBelowZero: true }).where(eq(games.id, game.id));
    expect((await take(ids[0], second.captain)).status).toBe(200);
    expect((await boardSeen()).items.find(({ id }) => id === second.team.id)?.score).toBe(-100);
  });

  it('stays taken when staff give the points back', async () => {
    await take();
    const [fact] = await facts();
    await test.db
      .update(awards)
      .set({ reversedAt: new Date() })
      .where(eq(awards.id, fact?.id ?? 0));
    expect((await read()).body.hintList[1]?.content).toBe(secret);
    await take();
    expect(await facts()).toHaveLength(1);
  });

  it('is unknown unless the team sees the hint', async () => {
    for (const id of [ids[2], 99, -1, 2_147_483_647]) expectError(await take(id), 'challenge.hintNotFound');
    const other = await buildChallenge(test.db, { gameId: game.id });
    expectError(await take(ids[1], first.captain, other.challenge.id), 'challenge.hintNotFound');
    const elsewhere = await buildGame(test.db);
    expectError(await take(ids[1], first.captain, challengeId, elsewhere.id), 'participation.missing');
    await buildParticipation(test.db, { gameId: elsewhere.id, built: first });
    expectError(await take(ids[1], first.captain, challengeId, elsewhere.id), 'challenge.notFound');
    const [division] = await test.db
      .insert(divisions)
      .values({ gameId: game.id, name: 'guests', defaultPermissions: gamePermissions.JoinGame })
      .returning();
    const divisionId = division?.id ?? null;
    await test.db.update(participations).set({ divisionId }).where(eq(participations.id, first.participation.id));
    expectError(await take(), 'challenge.notFound');
    await test.db.update(challenges).set({ isEnabled: false }).where(eq(challenges.id, challengeId));
    expectError(await take(ids[1], second.captain), 'challenge.notFound');
    expect(await facts()).toEqual([]);
  });

  it('is for players while the game runs', async () => {
    expectError(await take(ids[1], admin), 'participation.missing');
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: first.captain.id, role: 'observer' });
    expectError(await take(), 'participation.isStaff');
    await test.db
      .update(participations)
      .set({ status: 'Suspended' })
      .where(eq(participations.id, second.participation.id));
    expectError(await take(ids[1], second.captain), 'participation.notAccepted');
    await test.db.delete(gameStaff).where(eq(gameStaff.gameId, game.id));
    await test.db.update(games).set({ pausedAt: new Date() }).where(eq(games.id, game.id));
    expectError(await take(), 'game.paused');
    await openGame({ endAt: new Date(Date.now() - minute), practiceMode: false });
    expectError(await take(), 'game.ended');
    await openGame({ startAt: new Date(Date.now() + minute) });
    expectError(await take(), 'game.notStarted');
    expect(await facts()).toEqual([]);
  });

  it('of a frozen board spends what the team sees, and shows it to no other', async () => {
    await openGame({ freezeAt: new Date(Date.now() - minute) });
    const before = await boardSeen();
    await take();
    expect(await boardSeen()).toEqual(before);
    expect(await boardSeen(second.captain)).toEqual(before);
    expect((await boardSeen(admin)).items[0]).toMatchObject({ score: 250, awardPoints: 250 });
    await update({ hintList: [{ content: 'More', cost: 251 }] });
    const { hintList, hintBudget } = (await read()).body;
    expect(hintBudget?.points).toBe(250);
    expectError(await take(hintList[0]?.id), 'challenge.hintTooExpensive');
  });
});

describe('PUT /api/edit/games/{id}/challenges/{challengeId}', () => {
  it('replaces the free hints or all, not both', async () => {
    const { hints, hintList } = (await update({ hints: ['New'] })).body;
    expect(hints).toEqual(['New']);
    expect(hintList.map(({ id, content }) => [id, content])).toEqual([
      [4, 'New'],
      [ids[1], secret],
      [ids[2], later],
    ]);
    const both = await update({ hints: [], hintList: [] });
    expectError(both, 'request.invalid');
    const details = [{ path: 'hintList', message: 'may not be sent together with hints' }];
    expect(both.body).toMatchObject({ details });
    expect((await update({ hints: null, hintList })).body.hintList).toEqual(hintList);
    expect((await update({ hintList: [] })).body).toMatchObject({ hints: [], hintList: [] });
  });

  it.each<[string, object]>([
    ['hintList.0.content', { content: ' ' }],
    ['hintList.0.content', { content: 'x'.repeat(65_537) }],
    ['hintList.0.content', {}],
    ['hintList.0.title', { content: 'a', title: '𝕏'.repeat(81) }],
    ['hintList.0.cost', { content: 'a', cost: -1 }],
    ['hintList.0.cost', { content: 'a', cost: 100_001 }],
    ['hintList.0.cost', { content: 'a', cost: 0.5 }],
    ['hintList.0.releaseUtc', { content: 'a', releaseUtc: 'soon' }],
    ['hintList.0.id', { content: 'a', id: 0 }],
  ])('names %s of %j', async (path, hint) => {
    const reply = await update({ hintList: [hint as { content: string }] });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path }] });
  });

  it('refuses one hint twice and more than a thousand', async () => {
    const twice = await update({ hintList: [{ id: 2, content: 'a' }, { content: 'b' }, { id: 2, content: 'c' }] });
    expect(twice.body).toMatchObject({ details: [{ path: 'hintList.0.id', message: 'occurs twice' }] });
    const many = await update({ hintList: Array.from({ length: 1001 }, () => ({ content: 'a' })) });
    expect(many.body).toMatchObject({ details: [{ path: 'hintList' }] });
  });

  it('takes the longest texts of the widest characters', async () => {
    const hint = { title: '\u{1F3F4}'.repeat(80), content: '<b>"\\'.repeat(13_107), cost: 100_000, releaseUtc: null };
    expect((await update({ hintList: [hint] })).body.hintList).toMatchObject([hint]);
    const seen = (await read()).body.hintList;
    expect(seen).toMatchObject([{ ...hint, content: null }]);
  });

  it('announces what teams see of hints: a new one of any price, and no planned one', async () => {
    const announced = async () => (await test.db.select().from(notices).where(eq(notices.gameId, game.id))).length;
    const before = await announced();
    const { hintList } = (await read(first.captain).then(() => update({}))).body;
    const planned = { content: 'Tomorrow', releaseUtc: Date.now() + minute };
    await update({ hintList: [...hintList, planned] });
    await update({ hintList: hintList.map((one) => ({ ...one, cost: one.cost + 1 })) });
    expect(await announced()).toBe(before);
    await update({ hintList: [...hintList, { content: 'Now', cost: 7 }] });
    expect(await announced()).toBe(before + 1);
  });

  it('is in the log with all hints', async () => {
    const [entry] = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entry?.after).toMatchObject({ hintList: [{ content: 'Look.' }, { cost: 50 }, { cost: 5 }] });
  });
});

describe('the preview for staff', () => {
  it('shows what a team reads that has taken nothing', async () => {
    const { body } = await test.call(routes.preview, { as: admin, params: { id: game.id }, query: {} });
    expect(body.statements[0]?.hintList.map(({ content }) => content)).toEqual(['Look.', null]);
    expect(JSON.stringify(body)).not.toContain(later);
  });
});
