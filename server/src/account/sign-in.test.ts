import { createHash } from 'node:crypto';
import { accountRoutes } from '@vexil/contract/account';
import { captchaRoutes } from '@vexil/contract/captcha';
import type { HashPowChallenge } from '@vexil/contract/hash-pow';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { countZeroBits } from '../captcha/hash-pow';
import { deviceCookie } from '../session/session.cookie';
import { hasher } from './password';

let test: TestApp;
let captcha: TestApp;
let withoutCaptcha: TestApp;

beforeAll(async () => {
  test = await createTestApp({ rateLimit: true });
  const { captcha: none } = test.deps.config;
  captcha = await createTestApp({ rateLimit: true, captcha: { ...none, provider: 'HashPow', difficulty: 8 } });
  withoutCaptcha = await createTestApp({ rateLimit: true, captcha: { ...none, provider: 'None', difficulty: 4 } });
});
// The work of hashing is not what these tests are about, and there are hundreds of guesses.
beforeEach(() => {
  const stored = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;
  vi.spyOn(hasher, 'hash').mockResolvedValue(stored);
  vi.spyOn(hasher, 'verify').mockImplementation(async (_hash, password) => password !== 'Wrong4Password');
});
afterEach(() => void vi.restoreAllMocks());
afterAll(async () => {
  await test.close();
  await captcha.close();
  await withoutCaptcha.close();
});

interface Attempt {
  from: string;
  userName: string;
  password?: string;
  cookie?: string;
  challenge?: string;
  at?: TestApp;
}

const signIn = ({ from, userName, password = testPassword, cookie, challenge, at = test }: Attempt) =>
  at.send({
    method: 'POST',
    url: '/api/account/login',
    remoteAddress: from,
    payload: { userName, password, ...(challenge ? { challenge } : {}) },
    headers: cookie ? { cookie } : {},
  });

const deviceOf = ({ headers }: TestReply<unknown>) => {
  const cookies = [headers['set-cookie'] ?? []].flat() as string[];
  return cookies.find((one) => one.startsWith(`${deviceCookie}=`)) ?? '';
};
const cookieOf = (reply: TestReply<unknown>) => deviceOf(reply).split(';')[0] ?? '';

const guess = (attempt: Attempt, count: number) =>
  Promise.all(Array.from({ length: count }, () => signIn({ password: 'Wrong4Password', ...attempt })));
const statuses = (replies: TestReply<unknown>[], status: number) =>
  replies.filter((one) => one.status === status).length;

const solve = async () => answerTo((await captcha.call(captchaRoutes.powChallenge)).body);

function answerTo({ id, challenge, difficulty }: HashPowChallenge): string {
  for (let count = 0n; ; count += 1n) {
    const answer = count.toString(16).padStart(16, '0');
    const bytes = [Buffer.from(challenge, 'hex'), Buffer.from(answer, 'hex')];
    if (countZeroBits(createHash('sha256').update(Buffer.concat(bytes)).digest()) >= difficulty)
      return `${id}:${answer}`;
  }
}

describe('a browser that signed in before', () => {
  it('is recognised by a cookie that only the server reads', async () => {
    const { userName } = await buildAccount(test.db);
    const cookie = deviceOf(await signIn({ from: '203.0.113.1', userName }));
    expect(cookie).toMatch(/; HttpOnly/);
    expect(cookie).toMatch(/; SameSite=Lax/);
    expect(cookie).toMatch(/; Path=\/api\/account/);
    expect(cookie).toMatch(/; Max-Age=34560000/);
  });

  it('signs in while another behind the same address guesses', async () => {
    const { userName } = await buildAccount(test.db);
    const from = '203.0.113.2';
    const cookie = cookieOf(await signIn({ from, userName }));
    const replies = await guess({ from, userName }, 15);
    expect(statuses(replies, 429)).toBe(5);
    expectError(await signIn({ from, userName }), 'captcha.needed');
    expect((await signIn({ from, userName, cookie })).status).toBe(200);
  });

  it('signs in from a new address while a hundred others guess', async () => {
    const { userName } = await buildAccount(test.db);
    const cookie = cookieOf(await signIn({ from: '198.51.100.1', userName }));
    const replies = await Promise.all(
      Array.from({ length: 110 }, (_, index) =>
        signIn({ from: `192.0.2.${index + 1}`, userName, password: 'Wrong4Password' }),
      ),
    );
    expect(statuses(replies, 429)).toBeGreaterThanOrEqual(10);
    expectError(await signIn({ from: '203.0.113.3', userName }), 'captcha.needed');
    expect((await signIn({ from: '203.0.113.3', userName, cookie })).status).toBe(200);
  });

  it('has ten guesses of its own, which no other client can use up', async () => {
    const { userName } = await buildAccount(test.db);
    const from = '203.0.113.4';
    const cookie = cookieOf(await signIn({ from, userName }));
    const replies = await guess({ from, userName, cookie }, 12);
    expect(statuses(replies, 401)).toBe(10);
    expectError(await signIn({ from: '203.0.113.5', userName, cookie }), 'captcha.needed');
    const other = await signIn({ from: '203.0.113.6', userName });
    expect(other.status).toBe(200);
    expect((await signIn({ from, userName, cookie: cookieOf(other) })).status).toBe(200);
  });

  it('is a stranger to every other account, and after a change of the password', async () => {
    const [mine, victim] = [await buildAccount(test.db), await buildAccount(test.db)];
    const from = '203.0.113.7';
    const first = await signIn({ from, userName: mine.userName });
    const cookie = cookieOf(first);
    expect(statuses(await guess({ from, userName: victim.userName, cookie }, 12), 401)).toBe(10);
    expectError(await signIn({ from, userName: victim.userName, cookie }), 'captcha.needed');
    await guess({ from, userName: mine.userName }, 12);
    expect((await signIn({ from, userName: mine.userName, cookie })).status).toBe(200);
    await guess({ from, userName: mine.userName }, 12);
    const renewedHash = `$argon2id$v=19$m=19456,t=2,p=1$${'B'.repeat(22)}$${'B'.repeat(43)}`;
    vi.spyOn(hasher, 'hash').mockResolvedValue(renewedHash);
    const changed = { old: testPassword, new: 'Another4Password' };
    const reply = await test.call(accountRoutes.changePassword, { as: mine, body: changed });
    expect(reply.status).toBe(200);
    expectError(await signIn({ from, userName: mine.userName, password: changed.new, cookie }), 'captcha.needed');
    const renewed = cookieOf(reply as TestReply<unknown>);
    expect((await signIn({ from, userName: mine.userName, password: changed.new, cookie: renewed })).status).toBe(200);
  });
});

describe('addresses', () => {
  it('of one IPv6 network are one', async () => {
    const { userName } = await buildAccount(test.db);
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        signIn({ from: `2001:db8:1:2::${index + 1}`, userName, password: 'Wrong4Password' }),
      ),
    );
    expect(statuses(replies, 401)).toBe(10);
    expect(statuses(await guess({ from: '2001:db8:1:3::1', userName }, 1), 401)).toBe(1);
  });

  it('of a hall let five hundred players in at once', async () => {
    const players = await Promise.all(Array.from({ length: 500 }, () => buildAccount(test.db)));
    const replies = await Promise.all(players.map(({ userName }) => signIn({ from: '203.0.113.9', userName })));
    expect(statuses(replies, 200)).toBe(500);
  });
});

describe('guesses that are used up', () => {
  it('leave a way in for a solved captcha, which is good for one', async () => {
    const { userName } = await buildAccount(captcha.db);
    const attempt = { from: '203.0.113.10', userName, at: captcha };
    await guess(attempt, 10);
    const refused = await signIn(attempt);
    expectError(refused, 'captcha.needed');
    expect(refused.status).toBe(429);
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expectError(await signIn({ ...attempt, challenge: '0123456789ab:0123456789abcdef' }), 'captcha.needed');
    const challenge = await solve();
    expectError(await signIn({ ...attempt, challenge, password: 'Wrong4Password' }), 'account.badCredentials');
    expectError(await signIn({ ...attempt, challenge }), 'captcha.needed');
    expect((await signIn({ ...attempt, challenge: await solve() })).status).toBe(200);
  });

  it('are bounded with solved captchas too', async () => {
    const { userName } = await buildAccount(captcha.db);
    const attempt = { from: '203.0.113.11', userName, at: captcha, password: 'Wrong4Password' };
    await guess(attempt, 10);
    const replies: TestReply<unknown>[] = [];
    for (let count = 0; count < 21; count += 1) replies.push(await signIn({ ...attempt, challenge: await solve() }));
    expect(statuses(replies, 401)).toBe(20);
    expectError(replies[20] as TestReply<unknown>, 'request.tooMany');
  });

  it('are counted alike for a name that no account has', async () => {
    const attempt = { from: '203.0.113.12', userName: 'no-such-name', at: captcha };
    const replies = await guess(attempt, 12);
    expect(statuses(replies, 401)).toBe(10);
    expectError(await signIn(attempt), 'captcha.needed');
    expectError(await signIn({ ...attempt, challenge: await solve() }), 'account.badCredentials');
  });

  it('say which captcha would help, also while forms ask for none', async () => {
    expect((await captcha.call(captchaRoutes.info)).body).toEqual({
      type: 'None',
      siteKey: '',
      onDemandType: 'HashPow',
      onDemandSiteKey: '',
    });
  });

  it('leave a way in by work, which comes with the refusal, where no captcha is set up', async () => {
    const { userName } = await buildAccount(withoutCaptcha.db);
    const attempt = { from: '203.0.113.13', userName, at: withoutCaptcha };
    await guess(attempt, 10);
    const workOf = (reply: TestReply<unknown>) => {
      expectError(reply, 'captcha.needed');
      return (reply.body as { proofOfWork: HashPowChallenge }).proofOfWork;
    };
    const easy = workOf(await signIn(attempt));
    expect(easy.difficulty).toBe(4);
    const kept = answerTo(easy);
    const wrong = { ...attempt, password: 'Wrong4Password' };
    for (let count = 0; count < 6; count += 1) {
      const challenge = answerTo(workOf(await signIn(wrong)));
      expectError(await signIn({ ...wrong, challenge }), 'account.badCredentials');
      workOf(await signIn({ ...wrong, challenge }));
    }
    const work = workOf(await signIn(attempt));
    expect(work.difficulty).toBe(6);
    const zeros = countZeroBits(
      createHash('sha256')
        .update(Buffer.from(easy.challenge + (kept.split(':')[1] ?? ''), 'hex'))
        .digest(),
    );
    if (zeros < work.difficulty) workOf(await signIn({ ...attempt, challenge: kept }));
    expect((await signIn({ ...attempt, challenge: answerTo(work) })).status).toBe(200);
    expect((await withoutCaptcha.call(captchaRoutes.info)).body).toMatchObject({ type: 'None', onDemandType: 'None' });
  });

  it('of the old password are ten for one session', async () => {
    const account = await buildAccount(test.db);
    const change = (old: string) =>
      test.call(accountRoutes.changePassword, { as: account, body: { old, new: 'Another4Password' } });
    for (let count = 0; count < 10; count += 1) expectError(await change('Wrong4Password'), 'account.oldPasswordWrong');
    expectError(await change(testPassword), 'request.tooMany');
  });
});
