import { postEditRoutes, postRoutes } from '@vexil/contract/post';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { gameStaff } from '@vexil/db/schema/game';
import { posts } from '@vexil/db/schema/post';
import { buildAccount } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { createWelcomePost } from './welcome.service';

let test: TestApp;
let admin: AccountRow;
let other: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin', userName: 'Editor' });
  other = await buildAccount(test.db, { role: 'Admin', userName: 'Second' });
});
afterAll(() => test.close());
beforeEach(() => test.db.delete(posts));

type Body = Parameters<typeof write>[0];
const write = async (body: {
  title?: string | null;
  summary?: string;
  content?: string;
  tags?: string[];
  isPinned?: boolean | null;
}) => (await test.call(postEditRoutes.create, { as: admin, body })).body;
const change = (id: string, body: Body, as = admin) => test.call(postEditRoutes.update, { as, params: { id }, body });
const read = (id: string, headers = {}) => test.call(postRoutes.get, { params: { id }, headers });

describe('POST /api/edit/posts', () => {
  it('publishes a post with all members, pinned or not', async () => {
    const body = { title: 'News', summary: 'Short', content: '# Long', tags: ['a', 'b'], isPinned: true };
    const id = await write(body);
    expect(id).toMatch(/^[0-9a-f]{8}$/);
    const reply = await read(id);
    const time = expect.any(Number);
    expect(reply.body).toEqual({ ...body, id, authorAvatar: null, authorName: 'Editor', time, version: 1 });
    expect(Math.abs(reply.body.time - test.clock.now().getTime())).toBeLessThan(60_000);
    const empty = (await read(await write({ title: null, isPinned: null }))).body;
    expect(empty).toMatchObject({ title: '', summary: '', content: '', tags: null, isPinned: false });
  });

  it('refuses a title of more than 50 characters', async () => {
    expect(await write({ title: 'x'.repeat(50) })).toHaveLength(8);
    const reply = await test.call(postEditRoutes.create, { as: admin, body: { title: 'x'.repeat(51) } });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: 'title' }] });
  });

  it('is for administrators, as every change of a post is', async () => {
    const id = await write({ title: 'News' });
    const [monitor, organiser] = [await buildAccount(test.db, { role: 'Monitor' }), await buildAccount(test.db)];
    const game = await buildGame(test.db);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: organiser.id, role: 'organiser' });
    for (const as of [monitor, organiser]) {
      expectError(await test.call(postEditRoutes.create, { as, body: {} }), 'account.forbidden');
      expectError(await change(id, { title: 'Mine' }, as), 'account.forbidden');
      expectError(await test.call(postEditRoutes.delete, { as, params: { id } }), 'account.forbidden');
    }
    expectError(await test.call(postEditRoutes.delete, { params: { id } }), 'account.unauthenticated');
    expect((await read(id)).body.title).toBe('News');
  });
});

describe('PUT /api/edit/posts/{id}', () => {
  it('changes the sent members, author and time', async () => {
    const id = await write({ title: 'News', summary: 'Short', content: 'Long', tags: ['a'] });
    const before = (await read(id)).body;
    test.clock.advance(60_000);
    const { body } = await change(id, { title: 'Newer', tags: [] }, other);
    expect(body).toEqual({ ...before, title: 'Newer', tags: [], authorName: 'Second', time: body.time, version: 2 });
    expect(body.time).toBeGreaterThan(before.time + 59_000);
    expect((await read(id)).body).toEqual(body);
  });

  it('keeps author and time when only the pin changes', async () => {
    const id = await write({ title: 'News' });
    const before = (await read(id)).body;
    test.clock.advance(60_000);
    expect((await change(id, { isPinned: true }, other)).body).toEqual({ ...before, isPinned: true, version: 2 });
    const kept = await change(id, { isPinned: null, title: null }, other);
    expect(kept.body).toEqual({ ...before, isPinned: true, version: 3 });
  });

  it('changes text and pin together', async () => {
    const id = await write({ title: 'News', isPinned: true });
    const { body } = await change(id, { isPinned: false, content: 'More' }, other);
    expect(body).toMatchObject({ isPinned: false, content: 'More', title: 'News', authorName: 'Second' });
  });

  it('refuses an unknown post', async () => {
    for (const id of ['ffffffff', 'x', 'latest-and-longer', '%00']) {
      expect((await change(id, { title: 'x' })).status).toBe(404);
      expect((await test.call(postEditRoutes.delete, { as: admin, params: { id } })).status).toBe(404);
      expect((await read(id)).status).toBe(404);
    }
  });
});

describe('DELETE /api/edit/posts/{id}', () => {
  it('deletes the post and keeps its audit log', async () => {
    const id = await write({ title: 'News', content: 'Long' });
    await change(id, { isPinned: true });
    expect(await test.call(postEditRoutes.delete, { as: admin, params: { id } })).toMatchObject({ status: 200 });
    expectError(await read(id), 'post.notFound');
    expectError(await test.call(postEditRoutes.delete, { as: admin, params: { id } }), 'post.notFound');
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `post:${id}`))
      .orderBy(auditEntries.id);
    expect(entries.map(({ action, before, after }) => [action, before?.isPinned, after?.isPinned])).toEqual([
      ['post.create', undefined, false],
      ['post.update', false, true],
      ['post.delete', true, undefined],
    ]);
  });
});

describe('GET /api/posts', () => {
  it('lists pinned posts first, then by last change; the latest are 20', async () => {
    const ids: string[] = [];
    for (let number = 0; number < 22; number += 1) {
      ids.push(await write({ title: `${number}`, content: 'long text' }));
      test.clock.advance(1_000);
    }
    const [first = '', second = ''] = ids;
    await change(first, { isPinned: true });
    await change(second, { title: 'changed' });
    const all = await test.call(postRoutes.list);
    expect(all.body.map(({ id }) => id)).toEqual([first, second, ...ids.slice(2).reverse()]);
    expect(JSON.stringify(all.body)).not.toContain('long text');
    const latest = await test.call(postRoutes.latest);
    expect(latest.body).toEqual(all.body.slice(0, 20));
  });

  it('keeps a post of a deleted author', async () => {
    const leaving = await buildAccount(test.db, { role: 'Admin' });
    const id = (await test.call(postEditRoutes.create, { as: leaving, body: { title: 'Bye' } })).body;
    await test.db.delete(auditEntries).where(eq(auditEntries.accountId, leaving.id));
    await test.db.delete(accounts).where(eq(accounts.id, leaving.id));
    expect((await read(id)).body).toMatchObject({ title: 'Bye', authorName: null, authorAvatar: null });
  });

  it('answers 304 until text or pin of a post change', async () => {
    const id = await write({ title: 'News' });
    const calls = [postRoutes.latest, postRoutes.list, postRoutes.get];
    const ask = (headers: Record<string, string>[]) =>
      Promise.all(
        calls.map((route, index) =>
          test.call(route as typeof postRoutes.get, { params: { id }, headers: headers[index] ?? {} }),
        ),
      );
    const fresh = await ask([]);
    for (const { headers } of fresh) {
      expect(headers.etag).toMatch(/^W\/"[^"]+"$/);
      expect(headers['cache-control']).toBe('no-cache, must-revalidate');
      expect(headers['last-modified']).toMatch(/GMT$/);
    }
    const known = fresh.map(({ headers }) => ({ 'if-none-match': `"x", ${headers.etag}` }));
    for (const reply of await ask(known)) {
      expect(reply).toMatchObject({ status: 304, body: undefined });
      expect(reply.headers.etag).toBeDefined();
    }
    const byTime = fresh.map(({ headers }) => ({ 'if-modified-since': String(headers['last-modified']) }));
    await change(id, { isPinned: true });
    for (const reply of [...(await ask(known)), ...(await ask(byTime))]) expect(reply.status).toBe(200);
    const pinned = (await ask([])).map(({ headers }) => ({ 'if-none-match': String(headers.etag) }));
    await test.call(postEditRoutes.delete, { as: admin, params: { id } });
    expect((await ask(pinned)).map(({ status }) => status)).toEqual([200, 200, 404]);
  });
});

describe('the welcome post', () => {
  it('is created once by concurrent servers, and never again', async () => {
    await test.db.delete(auditEntries);
    await Promise.all(Array.from({ length: 5 }, () => createWelcomePost(test.deps)));
    const [welcome, ...others] = (await test.call(postRoutes.list)).body;
    expect(others).toEqual([]);
    expect(welcome?.title).toBe('Welcome');
    const { body } = await test.call(postRoutes.get, { params: { id: welcome?.id ?? '' } });
    expect(body.content).toContain('register it for a game');
    expect(body.content).not.toContain('administrator');
    await test.call(postEditRoutes.delete, { as: admin, params: { id: welcome?.id ?? '' } });
    await createWelcomePost(test.deps);
    expect((await test.call(postRoutes.list)).body).toEqual([]);
  });
});
