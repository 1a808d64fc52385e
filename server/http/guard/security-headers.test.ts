import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, type TestApp } from '../../testing/app';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

const always = {
  'cross-origin-resource-policy': 'same-origin',
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'SAMEORIGIN',
};
const ofPages = {
  'cross-origin-opener-policy': 'same-origin',
  'origin-agent-cluster': '?1',
  'x-dns-prefetch-control': 'off',
  'x-download-options': 'noopen',
  'x-permitted-cross-domain-policies': 'none',
  'x-xss-protection': '0',
};

describe('the security headers', () => {
  it.each(['/api/docs', '/api/docs/viewer.js'])('is all of it for the page %s', async (url) => {
    const { headers } = await test.send({ url });
    expect(headers).toMatchObject({ ...always, ...ofPages });
    const policy = String(headers['content-security-policy']).split(';');
    expect(policy).toContain("default-src 'self'");
    expect(policy).toContain("object-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
  });

  it.each(['/api/config', '/api/nothing', '/healthz'])('lets the reply of %s load nothing', async (url) => {
    const { headers } = await test.send({ url });
    expect(headers).toMatchObject({
      ...always,
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    for (const name of Object.keys(ofPages)) expect(headers).not.toHaveProperty(name);
  });

  it('lets pages load from the own host, and only pictures from others', async () => {
    const { headers } = await test.send({ url: '/api/docs' });
    const policy = Object.fromEntries(
      String(headers['content-security-policy'])
        .split(';')
        .map((directive) => {
          const [name, ...values] = directive.split(' ');
          return [name, values];
        }),
    );
    expect(policy).toMatchObject({
      'img-src': ["'self'", 'data:', 'https:'],
      'connect-src': ["'self'"],
      'worker-src': ["'self'"],
      'frame-src': ['blob:'],
      'form-action': ["'self'"],
      'base-uri': ["'none'"],
    });
    for (const value of policy['script-src'] ?? []) expect(value).toMatch(/^'self'$|^'sha256-/);
  });

  it.each(['/games/12/embed', '/Games/12/Embed/?rows=5'])('lets any page frame the widget %s', async (url) => {
    const { headers } = await test.send({ url });
    expect(String(headers['content-security-policy']).split(';')).toContain('frame-ancestors *');
    expect(headers).not.toHaveProperty('x-frame-options');
    expect(headers['cross-origin-resource-policy']).toBe('cross-origin');
  });

  it.each([
    '/games/12/embed/x',
    '/games/12/scoreboard?x=/games/12/embed',
    '/games/embed',
    '/x/games/12/embed',
    '/games/12/embedded',
    '//games/12/embed',
  ])('lets no page frame %s', async (url) => {
    const { headers } = await test.send({ url });
    expect(String(headers['content-security-policy']).split(';')).toContain("frame-ancestors 'none'");
    expect(headers['x-frame-options']).toBe('SAMEORIGIN');
  });

  it.each([
    ['an answer', 'GET', '/api/config', 200],
    ['a refusal', 'GET', '/api/team', 401],
    ['a foreign write', 'POST', '/api/team', 403],
  ] as const)('makes %s of a call no document', async (_what, method, url, status) => {
    const cookie = 'GZCTF_Token=anything';
    const reply = await test.send({ method, url, headers: { 'sec-fetch-site': 'cross-site', cookie } });
    expect(reply.status).toBe(status);
    expect(reply.headers).toMatchObject({
      ...always,
      'content-security-policy': "default-src 'none';frame-ancestors 'none'",
    });
    for (const name of Object.keys(ofPages)) expect(reply.headers).not.toHaveProperty(name);
  });

  it.each([
    [null, undefined],
    [{ maxAgeSeconds: 600, includeSubDomains: false }, 'max-age=600'],
    [{ maxAgeSeconds: 31_536_000, includeSubDomains: true }, 'max-age=31536000; includeSubDomains'],
    [{ maxAgeSeconds: 0, includeSubDomains: false }, 'max-age=0'],
  ])('keeps browsers on https only where the settings %j ask for it', async (hsts, expected) => {
    const secure = await createTestApp({ publicUrl: 'https://ctf.example.test', hsts });
    for (const url of ['/api/config', '/healthz']) {
      const { headers } = await secure.send({ url });
      expect(headers['strict-transport-security']).toBe(expected);
    }
    await secure.close();
  });
});
