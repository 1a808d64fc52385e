import { gameRoutes } from '@vexil/contract/game';
import { divisions } from '@vexil/db/schema/division';
import { gameStaff, games } from '@vexil/db/schema/game';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildParticipation } from '@vexil/db/testing/participation';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

const hour = 3_600_000;

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(games);
});

const gameAt = (title: string, startsIn: number, endsIn: number, values = {}) => {
  const now = Date.now();
  return buildGame(test.db, { title, startAt: new Date(now + startsIn), endAt: new Date(now + endsIn), ...values });
};
const titles = (rows: { title: string }[]) => rows.map(({ title }) => title);

describe('GET /api/game/recent', () => {
  it('keeps the order of games that began at almost the same time', async () => {
    const second = Math.ceil(test.clock.now().getTime() / 1000) * 1000;
    const startsAt = (title: string, ms: number) =>
      buildGame(test.db, { title, startAt: new Date(second + ms), endAt: new Date(second + hour) });
    await startsAt('first', 100);
    await startsAt('second', 200);
    for (const ms of [300, 900, 1_000, 1_100]) {
      test.clock.stopAt(new Date(second + ms));
      expect(titles((await test.call(gameRoutes.recent)).body)).toEqual(['second', 'first']);
    }
    test.clock.moveTo(new Date());
  });

  it('orders public games by the distance to their nearest start or end', async () => {
    await gameAt('ended 3 h ago', -9 * hour, -3 * hour);
    await gameAt('runs, began 1 h ago', -1 * hour, 50 * hour);
    await gameAt('begins in 2 h', 2 * hour, 9 * hour);
    await gameAt('runs, ends in 4 h', -40 * hour, 4 * hour);
    await gameAt('hidden', -1, hour, { hidden: true });
    const order = ['runs, began 1 h ago', 'begins in 2 h', 'ended 3 h ago', 'runs, ends in 4 h'];
    expect(titles((await test.call(gameRoutes.recent)).body)).toEqual(order);
    expect(titles((await test.call(gameRoutes.recent, { query: { limit: 2 } })).body)).toEqual(order.slice(0, 2));
  });

  it('answers 304 for a matching ETag', async () => {
    await gameAt('one', -hour, hour);
    const first = await test.call(gameRoutes.recent);
    const headers = { 'if-none-match': String(first.headers.etag) };
    const again = await test.call(gameRoutes.recent, { headers });
    const caching = { 'cache-control': 'no-cache, must-revalidate', 'last-modified': expect.any(String) };
    expect(first.headers).toMatchObject({ ...caching, etag: expect.stringMatching(/^W\/"[^"]+"$/) });
    expect(again).toMatchObject({ status: 304, body: undefined, headers: caching });
    await gameAt('two', -hour, hour);
    expect((await test.call(gameRoutes.recent, { headers })).status).toBe(200);
  });

  it('refuses a limit out of range', async () => {
    expectError(await test.call(gameRoutes.recent, { query: { limit: 51 } }), 'request.invalid');
  });
});

describe('GET /api/game', () => {
  it('pages through public games, newest start first', async () => {
    await gameAt('old', -9 * hour, -8 * hour);
    await gameAt('new', 8 * hour, 9 * hour);
    await gameAt('middle', -hour, hour);
    await gameAt('hidden', -hour, hour, { hidden: true });
    const all = await test.call(gameRoutes.list);
    expect(titles(all.body.data)).toEqual(['new', 'middle', 'old']);
    const page = await test.call(gameRoutes.list, { query: { count: 1, skip: 1 } });
    expect(page.body).toMatchObject({ length: 1, total: 3, data: [{ title: 'middle' }] });
    expect((await test.call(gameRoutes.list, { query: { skip: 9 } })).body).toEqual({ data: [], length: 0, total: 3 });
    expect((await test.call(gameRoutes.list, { query: { count: 0 } })).body).toEqual({ data: [], length: 0, total: 3 });
    for (const wrong of [{ count: 51 }, { count: -1 }, { skip: -1 }]) {
      expectError(await test.call(gameRoutes.list, { query: wrong }), 'request.invalid');
    }
  });

  it('is revalidated after a game was hidden', async () => {
    const game = await gameAt('one', -hour, hour);
    const first = await test.call(gameRoutes.list);
    expect(first.headers['cache-control']).toBe('no-cache, must-revalidate');
    const headers = { 'if-none-match': String(first.headers.etag) };
    expect((await test.call(gameRoutes.list, { headers })).status).toBe(304);
    await test.db.update(games).set({ hidden: true }).where(eq(games.id, game.id));
    expect((await test.call(gameRoutes.list, { headers })).body).toEqual({ data: [], length: 0, total: 0 });
  });
});

describe('GET /api/game/{id}', () => {
  it('shows a hidden game to staff only', async () => {
    const game = await buildGame(test.db, { hidden: true, content: '# Welcome' });
    expectError(await test.call(gameRoutes.get, { params: { id: game.id } }), 'game.notFound');
    const as = await buildAccount(test.db, { role: 'Monitor' });
    const reply = await test.call(gameRoutes.get, { as, params: { id: game.id } });
    expect(reply.body).toMatchObject({
      id: game.id,
      hidden: true,
      content: '# Welcome',
      status: 'Unsubmitted',
      teamName: null,
      teamId: null,
      division: null,
      staffRole: null,
      teamCount: 0,
    });
  });

  it('names the deadline of writeups where they are asked for', async () => {
    const writeupDeadline = new Date('2031-05-01T10:00:00Z');
    const deadlineOf = async (writeupRequired: boolean) => {
      const { id } = await buildGame(test.db, { writeupRequired, writeupDeadline });
      return (await test.call(gameRoutes.get, { params: { id } })).body.writeupDeadline;
    };
    expect(await deadlineOf(true)).toBe(writeupDeadline.getTime());
    expect(await deadlineOf(false)).toBeNull();
  });

  it("counts teams of every status and shows the caller's registration", async () => {
    const game = await buildGame(test.db);
    const [division] = await test.db.insert(divisions).values({ gameId: game.id, name: 'Students' }).returning();
    await buildParticipation(test.db, { gameId: game.id, status: 'Rejected' });
    const { captain, team } = await buildParticipation(test.db, {
      gameId: game.id,
      status: 'Pending',
      divisionId: division?.id ?? 0,
    });
    const reply = await test.call(gameRoutes.get, { as: captain, params: { id: game.id } });
    expect(reply.body).toMatchObject({
      teamCount: 2,
      status: 'Pending',
      teamName: team.name,
      teamId: team.id,
      division: division?.id,
      divisions: [{ id: division?.id, name: 'Students', inviteCodeRequired: false, reviewRequired: true }],
    });
  });

  it('says that codes are required, never the codes', async () => {
    const game = await buildGame(test.db, { inviteCode: 'sesame-game' });
    await test.db.insert(divisions).values({ gameId: game.id, name: 'Guests', inviteCode: 'sesame-division' });
    const reply = await test.call(gameRoutes.get, { params: { id: game.id } });
    expect(reply.body).toMatchObject({ inviteCodeRequired: true, divisions: [{ inviteCodeRequired: true }] });
    const text = JSON.stringify(reply.body);
    expect(text).not.toContain('sesame');
    expect(text).not.toContain(game.privateKeySealed);
  });

  it('shows staff their role', async () => {
    const game = await buildGame(test.db);
    const observer = await buildAccount(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: observer.id, role: 'observer' });
    const reply = await test.call(gameRoutes.get, { as: observer, params: { id: game.id } });
    expect(reply.body.staffRole).toBe('observer');
  });

  it('refuses invalid ids', async () => {
    expectError(await test.call(gameRoutes.get, { params: { id: 987654 } }), 'game.notFound');
    expectError(await test.call(gameRoutes.get, { params: { id: -1 } }), 'game.notFound');
  });
});
