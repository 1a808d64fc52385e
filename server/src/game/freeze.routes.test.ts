import { gameRoutes, gameEditRoutes as routes } from '@vexil/contract/game';
import { noticeRoutes } from '@vexil/contract/notice';
import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { gameStaff } from '@vexil/db/schema/game';
import { notices } from '@vexil/db/schema/notice';
import { solves, submissions } from '@vexil/db/schema/submission';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { jobsIn, messagesIn } from '../../testing/outbox';

const hour = 3_600_000;

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const seen = async (id: number) => (await test.call(gameRoutes.get, { params: { id } })).body;

describe('the freeze time of a game', () => {
  it('is set, visible to everyone, and cleared', async () => {
    const start = Date.now() - hour;
    const body = { title: 'Summer', start, end: start + 4 * hour, freezeTime: start + 3 * hour };
    const created = await test.call(routes.create, { as: admin, body });
    expect(created.body.freezeTime).toBe(body.freezeTime);
    const { id } = created.body;
    expect(await seen(id)).toMatchObject({ freezeTime: body.freezeTime, isFrozen: false });
    const same = { as: admin, params: { id }, body: { summary: 'Absent members stay.' } };
    expect((await test.call(routes.update, same)).body.freezeTime).toBe(body.freezeTime);

    test.clock.advance(3 * hour);
    expect(await seen(id)).toMatchObject({ isFrozen: true });
    test.clock.advance(-3 * hour);
    const cleared = await test.call(routes.update, { as: admin, params: { id }, body: { freezeTime: null } });
    expect(cleared.body.freezeTime).toBeNull();
    expect(await seen(id)).toMatchObject({ freezeTime: null, isFrozen: false });
  });

  it('lies between start and end, inclusive, whichever of the three changes', async () => {
    const game = await buildGame(test.db);
    const [start, end] = [game.startAt.getTime(), game.endAt.getTime()];
    const change = (body: { freezeTime?: number; start?: number; end?: number }) =>
      test.call(routes.update, { as: admin, params: { id: game.id }, body });
    for (const freezeTime of [start, end]) expect((await change({ freezeTime })).status).toBe(200);
    for (const freezeTime of [start - 1, end + 1, 1000]) {
      const refused = await change({ freezeTime });
      expectError(refused, 'game.freezeOutside');
      expect(refused.body).toMatchObject({ status: 400, details: [{ path: 'freezeTime' }] });
    }
    expectError(await change({ end: end - 1 }), 'game.freezeOutside');
    expect((await change({ end: end - 1, freezeTime: end - 1 })).status).toBe(200);
    const body = { title: 'x', start, end, freezeTime: end + 1 };
    expectError(await test.call(routes.create, { as: admin, body }), 'game.freezeOutside');
  });
});

describe('a request before a freeze that reads just after it', () => {
  it('returns no solves and bloods of after it', async () => {
    const freezeAt = new Date(Date.now() + hour);
    const game = await buildGame(test.db, { freezeAt });
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const { participation, captain, team } = await buildParticipation(test.db, { gameId: game.id });
    const key = {
      gameId: game.id,
      challengeId: challenge.id,
      participationId: participation.id,
      accountId: captain.id,
    };
    // The freeze is in the future by the clock of this server.
    const solvedAt = new Date(freezeAt.getTime() + 1);
    const answer = { ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted' as const, submittedAt: solvedAt };
    const [submission] = await test.db.insert(submissions).values(answer).returning();
    await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt });
    await test.db.insert(notices).values([
      { gameId: game.id, type: 'Normal', values: ['Lunch is served'], publishedAt: solvedAt },
      { gameId: game.id, type: 'FirstBlood', values: [team.name, challenge.title], publishedAt: solvedAt },
    ]);

    const params = { id: game.id };
    expect(await seen(game.id)).toMatchObject({ isFrozen: false });
    expect((await test.call(noticeRoutes.list, { params })).body).toMatchObject([{ values: ['Lunch is served'] }]);
    const board = (await test.call(scoreboardRoutes.get, { params })).body;
    expect(board.items).toMatchObject([{ id: team.id, score: 0, solvedChallenges: [] }]);
    expect(board.updateTimeUtc).toBeLessThanOrEqual(freezeAt.getTime());
    const feed = (await test.call(scoreboardRoutes.ctftime, { params })).body;
    expect(feed.standings).toEqual([{ pos: 1, team: team.name, score: 0, taskStats: {} }]);
  });
});

describe('the CTFtime feed of a frozen game', () => {
  it('is the one of the freeze, for staff too', async () => {
    const freezeAt = new Date(Date.now() - 60_000);
    const game = await buildGame(test.db, { freezeAt });
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const { participation, captain, team } = await buildParticipation(test.db, { gameId: game.id });
    const key = {
      gameId: game.id,
      challengeId: challenge.id,
      participationId: participation.id,
      accountId: captain.id,
    };
    const solvedAt = new Date(freezeAt.getTime() + 1);
    const answer = { ...key, answerHash: 'x', answerSealed: 'x', status: 'Accepted' as const, submittedAt: solvedAt };
    const [submission] = await test.db.insert(submissions).values(answer).returning();
    await test.db.insert(solves).values({ ...key, submissionId: submission?.id ?? 0, solvedAt });

    const params = { id: game.id };
    const live = (await test.call(scoreboardRoutes.get, { as: admin, params })).body;
    expect(live.items).toMatchObject([{ id: team.id, solvedCount: 1 }]);
    const frozen = [{ pos: 1, team: team.name, score: 0, taskStats: {} }];
    for (const as of [admin, captain, undefined]) {
      const feed = await test.call(scoreboardRoutes.ctftime, { ...(as ? { as } : {}), params });
      expect(feed.body).toEqual({ tasks: [challenge.title], standings: frozen });
    }
    expect((await test.call(routes.unfreeze, { as: admin, params })).status).toBe(200);
    test.deps.boards.expire(game.id);
    const after = (await test.call(scoreboardRoutes.ctftime, { params })).body;
    const time = Math.floor(solvedAt.getTime() / 1000);
    expect(after.standings).toMatchObject([{ taskStats: { [challenge.title]: { time } }, lastAccept: time }]);
  });
});

describe('POST /api/edit/games/{id}/unfreeze', () => {
  it('reveals once when organisers repeat the call', async () => {
    const game = await buildGame(test.db, { freezeAt: new Date(Date.now() - 1000) });
    const organiser = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
    const params = { id: game.id };
    const replies = await Promise.all(
      [admin, organiser, admin, organiser].map((as) => test.call(routes.unfreeze, { as, params })),
    );
    const freezeTime = game.freezeAt?.getTime();
    const { revealedAt } = replies[0]?.body ?? {};
    expect(revealedAt).toBeGreaterThan(freezeTime ?? 0);
    expect(replies.map(({ status, body }) => [status, body.freezeTime, body.revealedAt])).toEqual(
      Array(4).fill([200, freezeTime, revealedAt]),
    );
    expect(await seen(game.id)).toMatchObject({ freezeTime, revealedAt, isFrozen: false });
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries).toMatchObject([
      {
        action: 'game.unfreeze',
        before: { freezeAt: game.freezeAt?.toISOString() },
        after: { freezeAt: null, revealedFreezeAt: game.freezeAt?.toISOString() },
      },
    ]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toMatchObject([{ target: 'GameChanged' }]);
    const names = (await jobsIn(test.deps, 'submission')).filter(({ data }) => data.gameId === game.id);
    expect(names).toMatchObject([{ name: 'announce-bloods' }]);
  });

  it('holds when the whole game is sent back, until another freeze time is set', async () => {
    const freezeAt = new Date(Date.now() - 60_000);
    const { id } = await buildGame(test.db, { freezeAt });
    const params = { id };
    const { body } = await test.call(routes.unfreeze, { as: admin, params });
    const change = async (freezeTime: number | null) =>
      (await test.call(routes.update, { as: admin, params, body: { freezeTime } })).body;
    expect(await change(freezeAt.getTime())).toMatchObject({
      freezeTime: body.freezeTime,
      revealedAt: body.revealedAt,
    });
    expect(await seen(id)).toMatchObject({ isFrozen: false });
    const again = freezeAt.getTime() + 1;
    expect(await change(again)).toMatchObject({ freezeTime: again, revealedAt: null });
    expect(await seen(id)).toMatchObject({ isFrozen: true });
    await test.call(routes.unfreeze, { as: admin, params });
    expect(await change(null)).toMatchObject({ freezeTime: null, revealedAt: null });
  });

  it('does not change a scoreboard that is not frozen', async () => {
    const freezeAt = new Date(Date.now() + 1000_000);
    const game = await buildGame(test.db, { freezeAt });
    const reply = await test.call(routes.unfreeze, { as: admin, params: { id: game.id } });
    expect(reply.body.freezeTime).toBe(freezeAt.getTime());
    expectError(await test.call(routes.unfreeze, { as: admin, params: { id: 987654 } }), 'game.notFound');
  });
});
