import { accountRoutes } from '@vexil/contract/account';
import { tokenRoutes as routes } from '@vexil/contract/token';
import { apiTokens } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { buildAccount } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { buildToken } from '../../testing/token';
import { hashToken } from '../session/hash-token';

const unknownId = '01890a5d-ac96-774b-bcce-b302099a8057';
const dayMs = 24 * 3600 * 1000;

describe('the calls of API tokens', () => {
  let test: TestApp;
  let admin: Awaited<ReturnType<typeof buildAccount>>;

  beforeAll(async () => {
    test = await createTestApp();
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  afterAll(() => test.close());

  const create = (body: object) => test.send({ method: 'POST', url: '/api/tokens', as: admin, payload: body });
  const profile = (authorization: string) => test.call(accountRoutes.profile, { headers: { authorization } });

  describe('POST /api/tokens', () => {
    it('shows the text once and stores only its hash', async () => {
      const reply = await test.call(routes.create, { as: admin, body: { name: 'board', expiresIn: 3 } });
      const { token: text, info } = reply.body;
      expect(reply.status).toBe(200);
      expect(reply.headers['cache-control']).toBe('no-store');
      expect(text).toMatch(/^vexil_[\w-]{43}$/);
      expect(info).toEqual({
        id: expect.any(String),
        name: 'board',
        creatorId: admin.id,
        createdAt: expect.any(Number),
        expiresAt: info.createdAt + 3 * dayMs,
        lastUsedAt: null,
        isRevoked: false,
        gameId: null,
        creator: admin.userName,
        scopes: ['monitor:read'],
      });
      const [row] = await test.db.select().from(apiTokens).where(eq(apiTokens.id, info.id));
      expect(row?.tokenHash).toBe(hashToken(text));
      expect(JSON.stringify(row)).not.toContain(text);
      const list = await test.call(routes.list, { as: admin });
      expect(JSON.stringify(list.body)).not.toContain(text);
      expect(JSON.stringify(list.body)).not.toContain(hashToken(text));
      const entries = JSON.stringify(await test.db.select().from(auditEntries));
      expect(entries).toContain('token.create');
      expect(entries).not.toContain(text);
      expect(entries).not.toContain(hashToken(text));
    });

    it.each([
      [{ name: 'a' }, null],
      [{ name: 'a', expiresIn: 0 }, null],
      [{ name: 'a', expiresIn: null }, null],
      [{ NAME: 'a', ExpiresIn: '2' }, 2 * dayMs],
    ])('reads the body %j of the wire format', async (body, lifetimeMs) => {
      const reply = await create(body);
      const { info } = reply.body as { info: { createdAt: number; expiresAt: number | null } };
      expect(info.expiresAt).toBe(lifetimeMs === null ? null : info.createdAt + lifetimeMs);
    });

    it('keeps each scope once, in one order', async () => {
      const scopes = ['play:write', 'account:read', 'play:write'] as const;
      const reply = await test.call(routes.create, { as: admin, body: { name: 'a', scopes: [...scopes] } });
      expect(reply.body.info.scopes).toEqual(['account:read', 'play:write']);
    });

    it.each([
      {},
      { name: null },
      { name: '' },
      { name: '   ' },
      { name: 'x'.repeat(129) },
      { name: 'a', expiresIn: -1 },
      { name: 'a', expiresIn: 1.5 },
      { name: 'a', expiresIn: 'soon' },
      { name: 'a', expiresIn: 4_294_967_296 },
      { name: 'a', scopes: [] },
      { name: 'a', scopes: ['everything'] },
      { name: 'a', scopes: ['Admin:Write'] },
      { name: 'a', scopes: [0] },
      { name: 'a', scopes: 'monitor:read' },
    ])('refuses %j', async (body) => {
      const reply = await create(body);
      expectError(reply, 'request.invalid');
      expect(reply.status).toBe(400);
    });

    it.each([4_294_967_295, 3_000_000])('refuses %i days, which the calendar does not have', async (expiresIn) => {
      const reply = await create({ name: 'a', expiresIn });
      expectError(reply, 'token.expiryTooFar');
      expect(reply).toMatchObject({ status: 400, body: { details: [{ path: 'expiresIn' }] } });
    });

    it('takes the longest name and the last day', async () => {
      expect((await create({ name: 'x'.repeat(128), expiresIn: 2_900_000 })).status).toBe(200);
    });
  });

  it('are for administrators with a session alone', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    const { headers } = await buildToken(test, admin);
    const { token } = await buildToken(test, admin);
    const params = { id: token.id };
    for (const [as, code] of [
      [{}, 'account.unauthenticated'],
      [{ as: monitor }, 'account.forbidden'],
      [{ headers }, 'token.sessionOnly'],
      [{ headers, as: admin }, 'token.sessionOnly'],
    ] as const) {
      expectError(await test.call(routes.create, { ...as, body: { name: 'a' } }), code);
      expectError(await test.call(routes.list, as), code);
      expectError(await test.call(routes.restore, { ...as, params }), code);
      expectError(await test.call(routes.remove, { ...as, params }), code);
    }
    expect((await test.db.select().from(apiTokens).where(eq(apiTokens.id, token.id)))[0]?.revokedAt).toBeNull();
  });

  it('list the tokens of everybody, the oldest first, also those that open nothing', async () => {
    const other = await buildAccount(test.db, { role: 'Admin' });
    const now = Date.now();
    const at = (days: number) => new Date(now - days * dayMs);
    const first = await buildToken(test, other, ['game:read'], { createdAt: at(30), expiresAt: at(20) });
    const second = await buildToken(test, admin, ['game:read'], { createdAt: at(10), revokedAt: at(5) });
    const orphan = await buildToken(test, other, ['game:read'], { createdAt: at(8), creatorId: null });
    const { body } = await test.call(routes.list, { as: admin });
    expect(body.slice(0, 3)).toMatchObject([
      { id: first.token.id, creator: other.userName, isRevoked: false, expiresAt: at(20).getTime() },
      { id: second.token.id, creator: admin.userName, isRevoked: true },
      { id: orphan.token.id, creator: null, creatorId: null },
    ]);
    expect(body.map(({ createdAt }) => createdAt)).toEqual(
      body.map(({ createdAt }) => createdAt).sort((a, b) => a - b),
    );
  });

  it('revoke a token and restore it, as often as asked', async () => {
    const { token, headers } = await buildToken(test, admin);
    const params = { id: token.id };
    for (let round = 0; round < 2; round += 1) {
      expect((await test.call(routes.remove, { as: admin, params })).status).toBe(200);
      expectError(await profile(headers.authorization), 'token.invalid');
    }
    for (let round = 0; round < 2; round += 1) {
      expect((await test.call(routes.restore, { as: admin, params })).status).toBe(200);
      expect((await profile(headers.authorization)).status).toBe(200);
    }
    const actions = (await test.db.select().from(auditEntries))
      .filter(({ target }) => target === `token:${token.id}`)
      .map(({ action }) => action);
    expect(actions).toEqual(['token.revoke', 'token.restore']);
  });

  it.each(['?delete=true', '?Delete=True', '?delete=1'])('delete a token for good with %s', async (query) => {
    const { token, headers } = await buildToken(test, admin);
    expect((await test.send({ method: 'DELETE', url: `/api/tokens/${token.id}${query}`, as: admin })).status).toBe(200);
    expectError(await profile(headers.authorization), 'token.invalid');
    expectError(await test.call(routes.restore, { as: admin, params: { id: token.id } }), 'token.notFound');
  });

  it.each(['', '?delete=false', '?delete='])('only revoke a token with %j', async (query) => {
    const { token } = await buildToken(test, admin);
    await test.send({ method: 'DELETE', url: `/api/tokens/${token.id}${query}`, as: admin });
    expect((await test.call(routes.restore, { as: admin, params: { id: token.id } })).status).toBe(200);
  });

  it('refuse what does not exist', async () => {
    expectError(await test.call(routes.remove, { as: admin, params: { id: unknownId } }), 'token.notFound');
    const gone = await test.call(routes.remove, { as: admin, params: { id: unknownId }, query: { delete: 'true' } });
    expectError(gone, 'token.notFound');
    expectError(await test.call(routes.restore, { as: admin, params: { id: unknownId } }), 'token.notFound');
    expectError(await test.call(routes.remove, { as: admin, params: { id: '7' } }), 'request.notFound');
    const odd = await test.send({ method: 'DELETE', url: `/api/tokens/${unknownId}?delete=perhaps`, as: admin });
    expectError(odd, 'request.invalid');
  });
});
