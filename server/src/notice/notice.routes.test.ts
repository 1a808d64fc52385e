import { noticeEditRoutes, noticeRoutes, type WrittenNotice } from '@vexil/contract/notice';
import type { AccountRow } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { notices } from '@vexil/db/schema/notice';
import { buildAccount } from '@vexil/db/testing/account';
import { buildChallenge } from '@vexil/db/testing/challenge';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { messagesIn } from '../../testing/outbox';

const hour = 3_600_000;

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

describe('GET /api/game/{id}/notices', () => {
  it('lists notices of organisers first, each kind newest first, paged', async () => {
    const game = await buildGame(test.db);
    const at = (minutes: number) => new Date(Date.now() - minutes * 60_000);
    await test.db.insert(notices).values([
      { gameId: game.id, type: 'Normal', values: ['older'], publishedAt: at(30) },
      { gameId: game.id, type: 'NewChallenge', values: ['Warm-up'], publishedAt: at(20) },
      { gameId: game.id, type: 'Normal', values: ['newer'], publishedAt: at(10) },
      { gameId: game.id, type: 'FirstBlood', values: ['Team', 'Warm-up'], publishedAt: at(5) },
    ]);
    const params = { id: game.id };
    const all = await test.call(noticeRoutes.list, { params });
    expect(all.body.map(({ values }) => values[0])).toEqual(['newer', 'older', 'Team', 'Warm-up']);
    const page = await test.call(noticeRoutes.list, { params, query: { count: 2, skip: 1 } });
    expect(page.body.map(({ values }) => values[0])).toEqual(['older', 'Team']);
    expect((await test.call(noticeRoutes.list, { params, query: { count: 0 } })).body).toEqual([]);
    const headers = { 'if-none-match': String(all.headers.etag) };
    const caching = { 'cache-control': 'no-cache, must-revalidate', 'last-modified': expect.any(String) };
    const again = await test.call(noticeRoutes.list, { params, headers });
    expect(again).toMatchObject({ status: 304, headers: caching });
    expectError(await test.call(noticeRoutes.list, { params, query: { count: 101 } }), 'request.invalid');
    expectError(await test.call(noticeRoutes.list, { params, query: { skip: 301 } }), 'request.invalid');
  });

  it('shows nothing before the start, not even to staff', async () => {
    const game = await buildGame(test.db, { startAt: new Date(Date.now() + hour) });
    await test.call(noticeEditRoutes.create, { as: admin, params: { id: game.id }, body: { content: 'Early' } });
    const reply = await test.call(noticeRoutes.list, { as: admin, params: { id: game.id } });
    expectError(reply, 'game.notStarted');
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([]);
    const [notice] = await test.db.select().from(notices).where(eq(notices.gameId, game.id));
    expect(notice?.announcedAt).toBeNull();
    expect(reply).toMatchObject({ status: 400, body: { status: 10001 } });
    expect(JSON.stringify(reply.body)).not.toContain('Early');
    expectError(await test.call(noticeRoutes.list, { params: { id: 987654 } }), 'game.notFound');
  });
});

const plain = { pinned: false, challengeId: null, scheduledUtc: null };
/** As players see a notice with nothing beside its text. */
const shown = ({ id, type, values, time }: WrittenNotice) => ({ id, type, values, time });

describe('notices of organisers', () => {
  it('are published, changed and deleted live', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const created = await test.call(noticeEditRoutes.create, { as: admin, params, body: { content: 'Welcome' } });
    expect(created.body).toMatchObject({ type: 'Normal', values: ['Welcome'] });
    const [row] = await test.db.select().from(notices).where(eq(notices.gameId, game.id));
    expect(row?.announcedAt).not.toBeNull();

    test.clock.advance(60_000);
    const own = { ...params, noticeId: created.body.id };
    const changed = await test.call(noticeEditRoutes.update, { as: admin, params: own, body: { content: 'Hello' } });
    expect(changed.body).toMatchObject({ id: created.body.id, values: ['Hello'] });
    expect(changed.body.time).toBeGreaterThan(created.body.time + 59_000);
    expect((await test.call(noticeEditRoutes.list, { as: admin, params })).body).toEqual([changed.body]);

    expect((await test.call(noticeEditRoutes.delete, { as: admin, params: own })).status).toBe(200);
    expect((await test.call(noticeEditRoutes.list, { as: admin, params })).body).toEqual([]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([
      { target: 'ReceivedGameNotice', payload: shown(created.body) },
      { target: 'NoticeChanged', payload: shown(changed.body) },
      { target: 'NoticeDeleted', payload: { id: created.body.id } },
    ]);
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.gameId, game.id))
      .orderBy(auditEntries.id);
    expect(entries.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['notice.create', null, { content: 'Welcome', ...plain }],
      ['notice.update', { content: 'Welcome' }, { content: 'Hello' }],
      ['notice.delete', { content: 'Hello', ...plain }, null],
    ]);
  });

  it('are the only ones that organisers list and change', async () => {
    const game = await buildGame(test.db);
    const [blood] = await test.db
      .insert(notices)
      .values({ gameId: game.id, type: 'FirstBlood', values: ['Team', 'Warm-up'] })
      .returning();
    const params = { id: game.id, noticeId: blood?.id ?? 0 };
    const body = { content: 'x' };
    expect((await test.call(noticeEditRoutes.list, { as: admin, params })).body).toEqual([]);
    expectError(await test.call(noticeEditRoutes.update, { as: admin, params, body }), 'notice.notNormal');
    expectError(await test.call(noticeEditRoutes.delete, { as: admin, params }), 'notice.notNormal');
  });

  it('stay above the others while pinned, and name a challenge of the game', async () => {
    const game = await buildGame(test.db);
    const { challenge } = await buildChallenge(test.db, { gameId: game.id });
    const { challenge: foreign } = await buildChallenge(test.db);
    const params = { id: game.id };
    const create = (body: object) =>
      test.call(noticeEditRoutes.create, { as: admin, params, body: { content: 'x', ...body } });
    const first = (await create({ content: 'Rules', pinned: true, challengeId: challenge.id })).body;
    test.clock.advance(60_000);
    await create({ content: 'Lunch' });
    expectError(await create({ challengeId: foreign.id }), 'challenge.notFound');
    const listed = async () => (await test.call(noticeRoutes.list, { params })).body;
    expect(await listed()).toMatchObject([{ pinned: true, challengeId: challenge.id }, { values: ['Lunch'] }]);
    expect((await listed())[1]).not.toHaveProperty('pinned');

    const own = { ...params, noticeId: first.id };
    const body = { content: 'Rules', pinned: false, challengeId: null };
    const changed = await test.call(noticeEditRoutes.update, { as: admin, params: own, body });
    expect(changed.body).toMatchObject({ pinned: false, challengeId: null, time: first.time, version: 2 });
    expect((await listed()).map(({ values }) => values[0])).toEqual(['Lunch', 'Rules']);
  });

  it('are refused on an older version, with what is stored', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const { id } = (await test.call(noticeEditRoutes.create, { as: admin, params, body: { content: 'One' } })).body;
    const save = (content: string, version: number) =>
      test.call(noticeEditRoutes.update, {
        as: admin,
        params: { ...params, noticeId: id },
        body: { content, version },
      });
    expect((await save('Two', 1)).body).toMatchObject({ version: 2 });
    const refused = await save('Three', 1);
    expectError(refused, 'request.outdated');
    expect(refused.body).toMatchObject({ current: { id, values: ['Two'], version: 2 } });
  });

  it('planned for later are seen and announced by none but organisers, and can be published early', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const scheduledUtc = test.clock.now().getTime() + hour;
    const body = { content: 'Tonight', scheduledUtc };
    const planned = (await test.call(noticeEditRoutes.create, { as: admin, params, body })).body;
    expect(planned).toMatchObject({ scheduledUtc, time: scheduledUtc });
    const own = { ...params, noticeId: planned.id };
    const change = (given: object) =>
      test.call(noticeEditRoutes.update, { as: admin, params: own, body: { content: 'Tonight', ...given } });
    expect((await change({ content: 'At nine' })).body).toMatchObject({ scheduledUtc, values: ['At nine'] });
    expect((await change({ scheduledUtc: scheduledUtc + hour })).body.scheduledUtc).toBe(scheduledUtc + hour);
    expect((await test.call(noticeRoutes.list, { params })).body).toEqual([]);
    expect((await test.call(noticeRoutes.list, { as: admin, params })).body).toEqual([]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([]);

    const published = (await change({ scheduledUtc: null })).body;
    expect(published.scheduledUtc).toBeNull();
    expect(published.time).toBeLessThan(scheduledUtc);
    expect((await test.call(noticeRoutes.list, { params })).body).toEqual([shown(published)]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([
      { target: 'ReceivedGameNotice', payload: shown(published) },
    ]);
    expect((await change({ content: 'Late', scheduledUtc })).body.scheduledUtc).toBeNull();
  });

  it('planned for later disappear without a word', async () => {
    const game = await buildGame(test.db);
    const params = { id: game.id };
    const body = { content: 'Never', scheduledUtc: test.clock.now().getTime() + hour };
    const { id } = (await test.call(noticeEditRoutes.create, { as: admin, params, body })).body;
    await test.call(noticeEditRoutes.delete, { as: admin, params: { ...params, noticeId: id } });
    expect((await test.call(noticeEditRoutes.list, { as: admin, params })).body).toEqual([]);
    expect(await messagesIn(test.deps, `game:${game.id}`)).toEqual([]);
  });

  it('accept a lone surrogate, and refuse text that cannot be stored', async () => {
    const game = await buildGame(test.db);
    const url = `/api/edit/games/${game.id}/notices`;
    const send = (payload: string) =>
      test.send({ method: 'POST', url, as: admin, headers: { 'content-type': 'application/json' }, payload });
    expect((await send('{"content":"a\\ud83d b \\ud83d\\ude00"}')).body).toMatchObject({
      values: ['a\ufffd b \u{1f600}'],
    });
    expectError(await send('{"content":"a\\u0000b"}'), 'request.invalid');
  });

  it('refuse blank texts, notices of other games and unknown games', async () => {
    const [game, other] = [await buildGame(test.db), await buildGame(test.db)];
    const blank = { as: admin, params: { id: game.id }, body: { content: ' \n' } };
    expectError(await test.call(noticeEditRoutes.create, blank), 'request.invalid');
    const body = { content: 'x' };
    const { id } = (await test.call(noticeEditRoutes.create, { as: admin, params: { id: other.id }, body })).body;
    const params = { id: game.id, noticeId: id };
    expectError(await test.call(noticeEditRoutes.update, { as: admin, params, body }), 'notice.notFound');
    expectError(await test.call(noticeEditRoutes.delete, { as: admin, params }), 'notice.notFound');
    const nowhere = { as: admin, params: { id: 987654, noticeId: id } };
    expectError(await test.call(noticeEditRoutes.create, { ...nowhere, body }), 'game.notFound');
    expectError(await test.call(noticeEditRoutes.update, { ...nowhere, body }), 'game.notFound');
    expectError(await test.call(noticeEditRoutes.delete, nowhere), 'game.notFound');
    expectError(await test.call(noticeEditRoutes.list, nowhere), 'game.notFound');
  });
});
