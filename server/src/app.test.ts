import { accounts, sessions } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../testing/app';

describe('the server', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('is live and ready', async () => {
    expect((await test.send({ url: '/healthz' })).status).toBe(200);
    const ready = await test.send({ url: '/readyz' });
    expect(ready.status).toBe(200);
    expect(ready.body).toMatchObject({ database: 'ok', migrations: 'ok', redis: 'ok', storage: 'ok' });
  });

  it('answers an unknown path of the API with a JSON 404 in the language of the caller', async () => {
    const reply = await test.send({ url: '/api/nothing', headers: { 'accept-language': 'zh-CN,zh;q=0.9' } });
    expect(reply.status).toBe(404);
    expect(reply.body).toEqual({ title: '该地址不存在。', status: 404, code: 'request.notFound' });
    expect(reply.headers['content-language']).toBe('zh-CN');
  });

  it('lets pages run its own scripts and no foreign ones', async () => {
    const policy = String((await test.send({ url: '/no-page' })).headers['content-security-policy']);
    expect(policy).toContain("script-src 'self'");
    expect(policy).toContain('frame-src blob:;');
    expect(policy).not.toContain('cloudflare');
    expect(policy).not.toContain('unsafe-eval');
  });

  it('lets pages load the widget of Turnstile where that is the captcha', async () => {
    const { captcha } = test.deps.config;
    const other = await createTestApp({ captcha: { ...captcha, provider: 'CloudflareTurnstile', siteKey: 'site' } });
    const policy = String((await other.send({ url: '/no-page' })).headers['content-security-policy']);
    await other.close();
    const directives = policy.split(';').filter((directive) => directive.includes('https://challenges.cloudflare.com'));
    expect(directives.map((directive) => directive.split(' ')[0])).toEqual(['script-src', 'frame-src']);
  });

  it('gives no page in the place of a file that is not there', async () => {
    expect((await test.send({ url: '/static/index-gone.js' })).status).toBe(404);
  });

  it('describes its calls', async () => {
    const reply = await test.send({ url: '/api/openapi.json' });
    expect(reply.body).toMatchObject({ openapi: '3.1.0' });
  });

  it('ignores a forged or foreign session cookie', async () => {
    const reply = await test.send({ url: '/readyz', headers: { cookie: 'GZCTF_Token=forged' } });
    expect(reply.status).toBe(200);
  });

  it('refuses writes that a foreign site makes with a session', async () => {
    const account = await buildAccount(test.db);
    const reply = await test.send({
      method: 'POST',
      url: '/api/team',
      headers: { 'sec-fetch-site': 'cross-site' },
      as: account,
    });
    expectError(reply, 'request.crossSite');
  });

  it('notes the visit and prolongs a session past its half', async () => {
    const account = await buildAccount(test.db);
    await test.signIn(account);
    test.clock.advance(5 * 24 * 3600 * 1000);
    const reply = await test.send({ url: '/healthz', as: account });
    expect(String(reply.headers['set-cookie'])).toContain('GZCTF_Token=');
    const [session] = await test.db.select().from(sessions).where(eq(sessions.accountId, account.id));
    expect(session?.expiresAt.getTime()).toBeGreaterThan(test.clock.now().getTime() + 6.9 * 24 * 3600 * 1000);
    const visit = async () => (await test.db.select().from(accounts).where(eq(accounts.id, account.id)))[0];
    await vi.waitUntil(async () => (await visit())?.lastVisitedAt != null, { timeout: 30_000, interval: 50 });
  });
});
