import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { accountRoutes } from '@vexil/contract/account';
import { captchaRoutes } from '@vexil/contract/captcha';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { configEntries } from '@vexil/db/schema/config';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { turnstileUrl } from '@vexil/runtime/captcha.settings';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { countZeroBits } from './hash-pow';

const none = { provider: 'None', siteKey: '', secretKey: '', difficulty: 18, verifyUrl: turnstileUrl } as const;

const ask = (test: TestApp) =>
  test.db.insert(configEntries).values([
    { key: 'accountPolicy.useCaptcha', value: 'true' },
    { key: 'accountPolicy.emailConfirmationRequired', value: 'true' },
  ]);

let number = 0;
function attemptsOf(test: TestApp) {
  return {
    login: (userName: string, challenge?: string) =>
      test.call(accountRoutes.login, { body: { userName, password: testPassword, challenge } }),
    register: (challenge?: string) => {
      number += 1;
      const body = { userName: `solver${number}`, email: `solver${number}@example.test`, password: testPassword };
      return test.call(accountRoutes.register, { body: { ...body, challenge } });
    },
    recover: (challenge?: string) =>
      test.call(accountRoutes.recovery, { body: { email: 'unknown@example.test', challenge } }),
  };
}

function hashOf(challenge: string, answer: string): Buffer {
  return createHash('sha256').update(Buffer.from(challenge, 'hex')).update(Buffer.from(answer, 'hex')).digest();
}

/** The first answer that is right, or wrong, counting up. */
function solve({ id, challenge, difficulty }: HashPowChallenge, right = true): string {
  for (let count = 0n; ; count += 1n) {
    const answer = count.toString(16).padStart(16, '0');
    if (countZeroBits(hashOf(challenge, answer)) >= difficulty === right) return `${id}:${answer}`;
  }
}

describe('the zero bits of a hash', () => {
  it.each([
    ['000000000000003a', 8],
    ['000000000002df0a', 18],
  ])('of the answer %s are as in the examples of the wire format', (answer, bits) => {
    expect(countZeroBits(hashOf('0011223344556677', answer))).toBe(bits);
  });

  it('are all of them where no other bit is', () => {
    expect(countZeroBits(Buffer.alloc(32))).toBe(256);
    expect(countZeroBits(Buffer.from([0xff]))).toBe(0);
  });
});

describe('without a provider', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp();
  });
  afterAll(() => test.close());

  it('nothing is asked for, also where the settings ask', async () => {
    expect((await test.call(captchaRoutes.info)).body).toMatchObject({ type: 'None', siteKey: '' });
    await ask(test);
    expect((await test.call(captchaRoutes.info)).body).toMatchObject({ type: 'None', siteKey: '' });
    const account = await buildAccount(test.db);
    expect((await attemptsOf(test).login(account.userName)).status).toBe(200);
    const reply = await test.call(captchaRoutes.powChallenge);
    expectError(reply, 'request.notFound');
    expect(reply.status).toBe(404);
  });
});

describe('HashPow', () => {
  let test: TestApp;
  beforeAll(async () => {
    test = await createTestApp({ captcha: { ...none, provider: 'HashPow', difficulty: 8 } });
  });
  afterAll(() => test.close());
  beforeEach(() => ask(test));
  afterEach(() => test.db.delete(configEntries));

  const fetchChallenge = async () => (await test.call(captchaRoutes.powChallenge)).body;

  it('is published to clients, with a validator for their cached copy', async () => {
    const reply = await test.call(captchaRoutes.info);
    expect(reply.body).toMatchObject({ type: 'HashPow', siteKey: '' });
    const again = await test.call(captchaRoutes.info, { headers: { 'if-none-match': String(reply.headers.etag) } });
    expect(again.status).toBe(304);
    await test.db.delete(configEntries);
    const off = await test.call(captchaRoutes.info, { headers: { 'if-none-match': String(reply.headers.etag) } });
    expect(off.body).toMatchObject({ type: 'None', siteKey: '' });
  });

  it('gives challenges in the form of the wire format, none twice', async () => {
    const [one, two] = [await fetchChallenge(), await fetchChallenge()];
    expect(one).toEqual({
      id: expect.stringMatching(/^[0-9a-f]{12}$/),
      challenge: expect.stringMatching(/^[0-9a-f]{16}$/),
      difficulty: 8,
    });
    expect(one.id).not.toBe(two.id);
    expect(one.challenge).not.toBe(two.challenge);
    const ttl = await test.deps.redis.ttl(`${test.deps.keyPrefix}captcha:${one.id}`);
    expect(ttl).toBeGreaterThan(290);
    expect(ttl).toBeLessThanOrEqual(300);
  });

  it('lets only clients with a solved captcha register, log in and recover a password', async () => {
    const account = await buildAccount(test.db);
    const { login, register, recover } = attemptsOf(test);
    const forms = [register, recover, (challenge?: string) => login(account.userName, challenge)];
    for (const form of forms) {
      const refused = await form();
      expectError(refused, 'captcha.failed');
      expect(refused).toMatchObject({ status: 400, body: { details: [{ path: 'challenge' }] } });
      const challenge = await fetchChallenge();
      expectError(await form(solve(challenge, false)), 'captcha.failed');
      const solved = await form(solve(challenge).toUpperCase());
      expect(solved.body).not.toMatchObject({ code: 'captcha.failed' });
      expectError(await form(solve(challenge)), 'captcha.failed');
    }
    expect((await login(account.userName, solve(await fetchChallenge()))).status).toBe(200);
  });

  it('uses an answer up even when the form is refused', async () => {
    const answer = solve(await fetchChallenge());
    expectError(await attemptsOf(test).login('no-such-name', answer), 'account.badCredentials');
    expectError(await attemptsOf(test).login('no-such-name', answer), 'captcha.failed');
  });

  it('lets one of fifty in who bring one answer at once', async () => {
    const answer = solve(await fetchChallenge());
    const replies = await Promise.all(Array.from({ length: 50 }, () => attemptsOf(test).recover(answer)));
    expect(replies.filter(({ body }) => (body as { code?: string }).code !== 'captcha.failed')).toHaveLength(1);
  });

  it.each(['', ':', 'zz', 'zzzzzzzzzzzz:zzzzzzzzzzzzzzzz', `${'0'.repeat(12)}:${'g'.repeat(16)}`, 'x'.repeat(4096)])(
    'refuses the answer %j',
    async (answer) => {
      expectError(await attemptsOf(test).recover(answer), 'captcha.failed');
    },
  );

  it('says that it cannot be checked while Redis is away', async () => {
    const answer = solve(await fetchChallenge());
    const gone = once(test.deps.redis, 'end');
    test.deps.redis.disconnect();
    await gone;
    expectError(await test.call(captchaRoutes.powChallenge), 'captcha.unavailable');
    expectError(await attemptsOf(test).recover(answer), 'captcha.unavailable');
    await test.deps.redis.connect();
    expectError(await attemptsOf(test).recover(answer), 'mail.notConfigured');
  });

  it('refuses an answer to a challenge that has run out', async () => {
    const challenge = await fetchChallenge();
    await test.deps.redis.expire(`${test.deps.keyPrefix}captcha:${challenge.id}`, 0);
    expectError(await attemptsOf(test).recover(solve(challenge)), 'captcha.failed');
  });
});

describe('CloudflareTurnstile', () => {
  let test: TestApp;
  let service: Server;
  let asked: Record<string, string>[] = [];
  let answer: (reply: ServerResponse) => void = () => {};

  async function serve(request: IncomingMessage, reply: ServerResponse) {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    asked.push(Object.fromEntries(new URLSearchParams(Buffer.concat(chunks).toString())));
    answer(reply);
  }
  const say = (value: unknown, status = 200) => {
    answer = (reply) => void reply.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value));
  };

  beforeAll(async () => {
    service = createServer((request, reply) => void serve(request, reply));
    await new Promise<void>((resolve) => {
      service.listen(0, '127.0.0.1', () => resolve());
    });
    const { port } = service.address() as AddressInfo;
    const verifyUrl = `http://127.0.0.1:${port}/siteverify`;
    const captcha = {
      ...none,
      provider: 'CloudflareTurnstile',
      siteKey: 'site',
      secretKey: 'hidden word',
      verifyUrl,
    } as const;
    test = await createTestApp({ captcha });
    await ask(test);
  });
  beforeEach(() => {
    asked = [];
  });
  afterAll(async () => {
    await test.close();
    service.closeAllConnections();
    service.close();
  });

  it('publishes the site key, never the secret one', async () => {
    const { body } = await test.call(captchaRoutes.info);
    expect(body).toMatchObject({ type: 'CloudflareTurnstile', siteKey: 'site' });
    expectError(await test.call(captchaRoutes.powChallenge), 'request.notFound');
  });

  it('asks the service with the secret and the address of the caller', async () => {
    const account = await buildAccount(test.db);
    say({ success: true });
    expect((await attemptsOf(test).login(account.userName, 'response')).status).toBe(200);
    expect(asked).toEqual([
      { secret: 'hidden word', response: 'response', remoteip: '127.0.0.1', idempotency_key: expect.any(String) },
    ]);
  });

  it('refuses what the service refuses, and asks nothing about nothing', async () => {
    say({ success: false, 'error-codes': ['timeout-or-duplicate'] });
    expectError(await attemptsOf(test).register('response'), 'captcha.failed');
    expect(asked).toHaveLength(1);
    expectError(await attemptsOf(test).register(), 'captcha.failed');
    expectError(await attemptsOf(test).register('x'.repeat(2049)), 'captcha.failed');
    expect(asked).toHaveLength(1);
  });

  it('says that it could not ask when the service fails, in any way', async () => {
    const ways: ((reply: ServerResponse) => void)[] = [
      (reply) => void reply.writeHead(500).end('broken'),
      (reply) => void reply.writeHead(200).end('no JSON'),
      (reply) => void reply.writeHead(200).end('{"success":"yes"}'),
      (reply) => void reply.writeHead(302, { location: 'http://127.0.0.1:9/' }).end(),
      (reply) => void reply.destroy(),
    ];
    for (const way of ways) {
      answer = way;
      const reply = await attemptsOf(test).recover('response');
      expectError(reply, 'captcha.unavailable');
      expect(reply.status).toBe(400);
      expect(JSON.stringify(reply.body)).not.toContain('hidden word');
    }
  });
});
