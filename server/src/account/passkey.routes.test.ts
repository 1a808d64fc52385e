import { accountRoutes } from '@vexil/contract/account';
import { factorsMax, factorRoutes as routes } from '@vexil/contract/factor';
import type { AccountPolicy } from '@vexil/contract/settings';
import { signInRoutes } from '@vexil/contract/sign-in';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { factors, recoveryCodes } from '@vexil/db/schema/factor';
import { accountLinks, signInProviders } from '@vexil/db/schema/sign-in';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { buildFactor } from '../../testing/factor';
import { buildPasskey, createAuthenticator } from '../../testing/passkey';
import { buildProvider } from '../../testing/provider';
import { ticketCookie } from './factor-ticket';
import { decoy } from './password';
import { browserCookie } from './sign-in.state';

let test: TestApp;
let limited: TestApp;
beforeAll(async () => {
  test = await createTestApp();
  limited = await createTestApp({ rateLimit: true });
});
afterAll(async () => {
  await test.close();
  await limited.close();
});

const fifty = <T>(make: () => Promise<T>) => Promise.all(Array.from({ length: 50 }, make));
const succeeded = (replies: { status: number }[]) => replies.filter(({ status }) => status === 200).length;
const cookieIn = ({ headers }: TestReply<unknown>, name: string) =>
  ([headers['set-cookie'] ?? []].flat() as string[]).find((one) => one.startsWith(`${name}=`))?.split(';')[0] ?? '';
const stored = (accountId: string) => test.db.select().from(factors).where(eq(factors.accountId, accountId));
const set = (account: AccountRow, values: Partial<AccountRow>) =>
  test.db.update(accounts).set(values).where(eq(accounts.id, account.id));

type Authenticator = ReturnType<typeof createAuthenticator>;
type Changes = Parameters<Authenticator['sign']>[1];

/** A session of the account, in a browser of its own. */
async function begin(account: AccountRow, at = test) {
  const session = await at.signIn(account);
  const { body: asked, ...reply } = await at.call(routes.beginPasskey, { headers: { cookie: session } });
  return { asked, cookie: `${session}; ${cookieIn({ ...reply, body: null }, browserCookie)}` };
}

async function add(account: AccountRow, name = 'Laptop', authenticator = createAuthenticator(), changes: Changes = {}) {
  const { asked, cookie } = await begin(account);
  const credential = authenticator.make(asked, changes);
  return test.call(routes.confirmPasskey, { headers: { cookie }, body: { name, credential } });
}

/** A challenge to sign in; `ticket` is the cookie of a first step. */
async function ask(at = test, ticket = '') {
  const reply = await at.call(accountRoutes.challengePasskey, { headers: { cookie: ticket } });
  return { asked: reply.body, cookie: `${ticket}; ${cookieIn(reply, browserCookie)}` };
}
const signInBy = (body: ReturnType<Authenticator['sign']>, cookie: string, at = test, ip = '192.0.2.1') =>
  at.send({
    method: 'PUT',
    url: accountRoutes.loginPasskey.path,
    headers: { cookie, 'content-type': 'application/json' },
    payload: JSON.stringify(body),
    remoteAddress: ip,
  });
async function signIn(passkey: Authenticator, changes: Changes = {}, at = test) {
  const { asked, cookie } = await ask(at);
  return signInBy(passkey.sign(asked, changes), cookie, at);
}

const foreign: [string, Changes][] = [
  ['of the origin of another site', { origin: 'https://vexil.example.net' }],
  ['of another port', { origin: 'http://localhost:8080' }],
  ['of another relying party', { rpId: 'vexil.example.net' }],
  ['of another kind of call', { type: 'payment.get' }],
  ['whose user was not verified', { isVerified: false }],
];

describe('a passkey', () => {
  it('is added with recovery codes and the end of other sessions, as the first factor of any kind', async () => {
    const account = await buildAccount(test.db);
    const other = {
      tokenHash: 'b'.repeat(64),
      accountId: account.id,
      expiresAt: new Date(Date.now() + 1e9),
      ip: '::1',
    };
    await test.db.insert(sessions).values(other);
    const { asked } = await begin(account);
    expect(asked).toMatchObject({ rpId: 'localhost', rpName: 'GZ', userName: account.userName, passkeys: [] });
    expect(Buffer.from(asked.userId, 'base64url').toString()).toBe(account.id);
    const laptop = createAuthenticator();
    const reply = await add(account, 'Laptop', laptop);
    expect(reply.body.recoveryCodes).toHaveLength(10);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(await test.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(1);
    const { body } = await test.call(routes.list, { as: account });
    expect(body.factors).toMatchObject([{ name: 'Laptop', kind: 'passkey', lastUsedAt: null }]);
    expect(await stored(account.id)).toMatchObject([{ publicKey: laptop.publicKey, transports: ['internal'] }]);
    expect((await add(account, 'Key')).body).toEqual({ recoveryCodes: null });
    expect((await begin(account)).asked.passkeys).toContainEqual({ id: laptop.id, transports: ['internal'] });
    await buildFactor(test, account, 'Phone');
    expect((await test.call(routes.list, { as: account })).body.factors.map(({ kind }) => kind)).toEqual([
      'passkey',
      'passkey',
      'app',
    ]);
  });

  it('is stored once, however many tabs confirm it, and once for all accounts', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    const { asked, cookie } = await begin(account);
    const laptop = createAuthenticator();
    const credential = laptop.make(asked);
    const replies = await fifty(() =>
      test.call(routes.confirmPasskey, { headers: { cookie }, body: { name: 'Laptop', credential } }),
    );
    expect(succeeded(replies)).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'account.passkeyExpired');
    expect(await test.db.$count(recoveryCodes, eq(recoveryCodes.accountId, account.id))).toBe(10);
    expectError(await add(account, 'Again', laptop), 'account.passkeyTaken');
    expectError(await add(other, 'Mine', laptop), 'account.passkeyTaken');
    expect(await stored(other.id)).toEqual([]);
  });

  it.each(foreign)('is refused %s', async (_, changes) => {
    const account = await buildAccount(test.db);
    expectError(await add(account, 'Laptop', createAuthenticator(), changes), 'account.passkeyInvalid');
    expect(await stored(account.id)).toEqual([]);
  });

  it('is refused with the challenge of another account, of another browser, of a sign-in, and an old one', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    const [mine, theirs, again, login] = [await begin(account), await begin(other), await begin(account), await ask()];
    const confirm = (asked: typeof login.asked, cookie: string) =>
      test.call(routes.confirmPasskey, {
        headers: { cookie },
        body: { name: 'Laptop', credential: createAuthenticator().make(asked) },
      });
    expectError(await confirm(theirs.asked, mine.cookie), 'account.passkeyExpired');
    expectError(await confirm(again.asked, mine.cookie), 'account.passkeyExpired');
    const inLogin = `${await test.signIn(account)}; ${login.cookie}`;
    expectError(await confirm(login.asked, inLogin), 'account.passkeyExpired');
    const late = await begin(account);
    const keys = await test.deps.redis.keys(`${test.deps.keyPrefix}passkey:${late.asked.challenge}`);
    expect(await test.deps.redis.ttl(keys[0] ?? '')).toBeGreaterThan(290);
    expect(await test.deps.redis.ttl(keys[0] ?? '')).toBeLessThanOrEqual(300);
    await test.deps.redis.del(keys);
    expectError(await confirm(late.asked, late.cookie), 'account.passkeyExpired');
    expect(await stored(account.id)).toEqual([]);
  });

  it('is refused with a certificate, for which no address is opened', async () => {
    const account = await buildAccount(test.db);
    const opened = vi.spyOn(globalThis, 'fetch');
    for (const fmt of ['packed', 'android-key', 'apple', 'tpm', 'fido-u2f']) {
      const attStmt = new Map<string, unknown>(
        Object.entries({ alg: -7, sig: new Uint8Array(8), x5c: [new Uint8Array(99)] }),
      );
      const changes = { attestation: { fmt, attStmt } };
      expectError(await add(account, 'Laptop', createAuthenticator(), changes), 'account.passkeyInvalid');
    }
    expect(opened).not.toHaveBeenCalled();
    opened.mockRestore();
  });

  it('is one of ten factors at most, also when many are confirmed at once', async () => {
    const account = await buildAccount(test.db);
    await buildFactor(test, account);
    for (let count = 2; count < factorsMax; count += 1) await buildPasskey(test, account);
    const replies = await Promise.all([1, 2, 3, 4].map(() => add(account)));
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400, 400, 400]);
    expectError(await add(account), 'account.factorsTooMany');
    expect(await stored(account.id)).toHaveLength(factorsMax);
  });

  it('takes the worst names at full length, and no longer ones', async () => {
    const account = await buildAccount(test.db);
    const names = ['𠮷'.repeat(64), `${'e\u0301'.repeat(64)}`, `<img src=x onerror="alert(1)">${'"'.repeat(34)}`];
    for (const name of names) expect((await add(account, name)).status).toBe(200);
    expect((await stored(account.id)).map(({ name }) => name)).toContain('𠮷'.repeat(64));
    for (const name of ['', '\u200b', '𠮷'.repeat(65), 'a\u0000b'])
      expectError(await add(account, name), 'request.invalid');
  });

  it('names the member of a body that is not as a browser makes it', async () => {
    const account = await buildAccount(test.db);
    const { asked, cookie } = await begin(account);
    const { id, response } = createAuthenticator().make(asked);
    const wrong: [string, object][] = [
      ['credential.id', { id: 'a'.repeat(1365), response }],
      ['credential.id', { id: 'a+b/', response }],
      ['credential.response.clientDataJSON', { id, response: { ...response, clientDataJSON: 'a'.repeat(2049) } }],
      ['credential.response.attestationObject', { id, response: { ...response, attestationObject: 'a'.repeat(4097) } }],
      ['credential.response.transports.0', { id, response: { ...response, transports: ['ＵＳＢ'] } }],
      ['credential.response.transports', { id, response: { ...response, transports: Array(9).fill('usb') } }],
    ];
    for (const [path, credential] of wrong) {
      const payload = JSON.stringify({ name: 'Laptop', credential });
      const headers = { cookie, 'content-type': 'application/json' };
      const reply = await test.send({ method: 'PUT', url: routes.confirmPasskey.path, headers, payload });
      expectError(reply, 'request.invalid');
      expect((reply.body as { details: { path: string }[] }).details.map((one) => one.path)).toEqual([path]);
    }
    const headers = { cookie, 'content-type': 'application/json' };
    const payload = JSON.stringify({ name: 'x'.repeat(65 * 1024) });
    expectError(
      await test.send({ method: 'PUT', url: routes.confirmPasskey.path, headers, payload }),
      'request.tooLarge',
    );
    for (const broken of ['e30', 'bnVsbA', 'AAAA', '-_-_']) {
      const credential = { id, response: { clientDataJSON: broken, attestationObject: broken } };
      const body = { name: 'Laptop', credential };
      expectError(await test.call(routes.confirmPasskey, { headers: { cookie }, body }), 'account.passkeyInvalid');
    }
  });

  it('is renamed and removed as any factor, and reset by the operator', async () => {
    const [account, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    await add(account);
    const params = { factorId: (await stored(account.id))[0]?.id ?? '' };
    expectError(await test.call(routes.remove, { as: stranger, params }), 'account.factorNotFound');
    await test.call(routes.rename, { as: account, params, body: { name: 'Old laptop' } });
    expect(await stored(account.id)).toMatchObject([{ name: 'Old laptop' }]);
    expect((await test.call(routes.remove, { as: account, params })).status).toBe(200);
    expect((await test.call(routes.list, { as: account })).body).toEqual({ factors: [], recoveryCodes: 0 });
  });

  it('is never removed as the last way to sign in, and counts as one', async () => {
    const account = await buildAccount(test.db, { passwordHash: decoy });
    const first = await buildPasskey(test, account);
    const second = await buildPasskey(test, account);
    const remove = ({ factorId }: { factorId: string }) =>
      test.call(routes.remove, { as: account, params: { factorId } });
    expect((await remove(first)).status).toBe(200);
    expectError(await remove(second), 'account.lastWayIn');
    const { id: provider } = await buildProvider(test);
    const link = { issuer: 'https://login.example.edu', subject: account.id, label: 'x', divisionIds: [] };
    await test.db.insert(accountLinks).values({ accountId: account.id, provider, ...link });
    expect((await test.call(signInRoutes.unlink, { as: account, params: { provider } })).status).toBe(200);
    await test.db.insert(accountLinks).values({ accountId: account.id, provider, ...link });
    expect((await remove(second)).status).toBe(200);
    expectError(await test.call(signInRoutes.unlink, { as: account, params: { provider } }), 'account.lastWayIn');
    await test.db.delete(signInProviders);
  });

  it('is what a setting that requires a factor asks for', async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const factorRequiredOf: AccountPolicy['factorRequiredOf'] = 'Admins';
    const key = 'accountPolicy.factorRequiredOf';
    await test.db.insert(configEntries).values({ key, value: JSON.stringify(factorRequiredOf) });
    const due = async () => (await test.call(accountRoutes.profile, { as: admin })).body.factorDue;
    expect(await due()).toBe(0);
    expect((await add(admin)).status).toBe(200);
    expect(await due()).toBeNull();
    await test.db.delete(configEntries).where(eq(configEntries.key, key));
  });
});

describe('a sign-in by a passkey alone', () => {
  it('opens a session, and keeps when it was used', async () => {
    const account = await buildAccount(test.db);
    const passkey = await buildPasskey(test, account);
    await buildFactor(test, account);
    const { asked, cookie } = await ask();
    expect(asked).toMatchObject({ rpId: 'localhost', passkeys: [] });
    const done = await signInBy(passkey.sign(asked), cookie);
    expect(done.status).toBe(200);
    expect(done.headers['cache-control']).toContain('no-store');
    const session = cookieIn(done, 'GZCTF_Token');
    expect((await test.call(accountRoutes.profile, { headers: { cookie: session } })).body.userId).toBe(account.id);
    expect(cookieIn(done, 'vexil_device')).not.toBe('');
    // It was proved just now.
    expect((await test.call(routes.renewCodes, { headers: { cookie: session } })).status).toBe(200);
    expect((await stored(account.id)).find(({ id }) => id === passkey.factorId)?.lastUsedAt).not.toBeNull();
  });

  it('takes one signature once, of fifty requests at once and of a later one', async () => {
    const passkey = await buildPasskey(test, await buildAccount(test.db));
    const { asked, cookie } = await ask();
    const body = passkey.sign(asked);
    const replies = await fifty(() => signInBy(body, cookie));
    expect(succeeded(replies)).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'account.passkeyExpired');
    expectError(await signInBy(body, cookie), 'account.passkeyExpired');
  });

  it.each(foreign)('is refused %s', async (_, changes) => {
    const passkey = await buildPasskey(test, await buildAccount(test.db));
    expectError(await signIn(passkey, changes), 'account.passkeyInvalid');
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('is refused with a challenge of another browser, of none, of a session, and one that is unknown', async () => {
    const account = await buildAccount(test.db);
    const passkey = await buildPasskey(test, account);
    const [mine, theirs] = [await ask(), await ask()];
    expectError(await signInBy(passkey.sign(theirs.asked), mine.cookie), 'account.passkeyExpired');
    expectError(await signInBy(passkey.sign(theirs.asked), theirs.cookie), 'account.passkeyExpired');
    expectError(await signInBy(passkey.sign(mine.asked), ''), 'account.passkeyExpired');
    const session = await begin(account);
    expectError(await signInBy(passkey.sign(session.asked), session.cookie), 'account.passkeyExpired');
    for (const challenge of ['', '*', 'a'.repeat(43), '\n'.repeat(43), '𠮷'.repeat(300)]) {
      const asked = { challenge, rpId: 'localhost' };
      expectError(await signInBy(passkey.sign(asked), mine.cookie), 'account.passkeyExpired');
    }
  });

  it('is refused for an unknown passkey, a removed one, and a changed signature', async () => {
    const account = await buildAccount(test.db);
    const passkey = await buildPasskey(test, account);
    expectError(await signIn(createAuthenticator()), 'account.passkeyInvalid');
    const { asked, cookie } = await ask();
    const { id, response } = passkey.sign(asked);
    const other = createAuthenticator().sign(asked);
    // Of the key of another authenticator, under the known number.
    expectError(await signInBy({ id, response: other.response }, cookie), 'account.passkeyInvalid');
    for (const signature of ['AAAA', `${response.signature.slice(0, -4)}AAAA`, `${response.signature}AA`]) {
      const again = await ask();
      const body = passkey.sign(again.asked);
      const changed = { id, response: { ...body.response, signature } };
      expectError(await signInBy(changed, again.cookie), 'account.passkeyInvalid');
    }
    await test.db.delete(factors).where(eq(factors.id, passkey.factorId));
    expectError(await signIn(passkey), 'account.passkeyInvalid');
  });

  it('is refused and logged when the counter goes back, but not where the authenticator has none', async () => {
    const passkey = await buildPasskey(test, await buildAccount(test.db));
    const logged = vi.spyOn(test.deps.log, 'warn');
    expect((await signIn(passkey, { counter: 7 })).status).toBe(200);
    for (const counter of [7, 6, 0]) expectError(await signIn(passkey, { counter }), 'account.passkeyInvalid');
    expect(logged.mock.calls.filter(([one]) => Object(one).event === 'account.passkey_counter')).toHaveLength(3);
    logged.mockRestore();
    expect((await signIn(passkey, { counter: 8 })).status).toBe(200);
    const uncounted = await buildPasskey(test, await buildAccount(test.db));
    for (let round = 0; round < 3; round += 1) expect((await signIn(uncounted, { counter: 0 })).status).toBe(200);
  });

  it('follows the rules of accounts: none for a banned or an unconfirmed one', async () => {
    const account = await buildAccount(test.db);
    const passkey = await buildPasskey(test, account);
    await set(account, { role: 'Banned' });
    expectError(await signIn(passkey), 'account.loginBanned');
    await set(account, { role: 'User', emailConfirmed: false });
    expectError(await signIn(passkey), 'account.unconfirmed');
    await set(account, { emailConfirmed: true });
    expect((await signIn(passkey)).status).toBe(200);
  });

  it('has a budget of its own, by passkey and address, which a right one refills', async () => {
    const account = await buildAccount(limited.db);
    const passkey = await buildPasskey(limited, account);
    const { asked, cookie } = await ask(limited);
    const { id, response } = passkey.sign(asked);
    const wrong = { id, response: { ...response, signature: 'AAAA' } };
    expect((await signIn(passkey, {}, limited)).status).toBe(200);
    const replies = await fifty(() => signInBy(wrong, cookie, limited));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(20);
    for (const reply of replies.filter(({ status }) => status !== 400)) expectError(reply, 'request.tooMany');
    expectError(await signIn(passkey, {}, limited), 'request.tooMany');
    const again = await ask(limited);
    expect((await signInBy(passkey.sign(again.asked), again.cookie, limited, '203.0.113.9')).status).toBe(200);
    const other = await buildPasskey(limited, account);
    expect((await signIn(other, {}, limited)).status).toBe(200);
    const login = await limited.call(accountRoutes.login, {
      body: { userName: account.userName, password: testPassword },
    });
    expectError(login, 'account.factorRequired');
  });
});

describe('a passkey as the second step', () => {
  async function firstStep(account: AccountRow) {
    const body = { userName: account.userName, password: testPassword };
    const reply = await test.call(accountRoutes.login, { body });
    expectError(reply, 'account.factorRequired');
    return cookieIn(reply, ticketCookie);
  }
  const secondStep = (passkey: ReturnType<Authenticator['sign']>, cookie: string) =>
    test.call(accountRoutes.loginFactor, { headers: { cookie }, body: { passkey } });

  it('is asked for by name, and finishes the sign-in once', async () => {
    const account = await buildAccount(test.db);
    const passkey = await buildPasskey(test, account);
    const { asked, cookie } = await ask(test, await firstStep(account));
    expect(asked.passkeys).toEqual([{ id: passkey.id, transports: [] }]);
    const body = passkey.sign(asked);
    const replies = await fifty(() => secondStep(body, cookie));
    expect(succeeded(replies)).toBe(1);
    const done = replies.find(({ status }) => status === 200);
    const session = done ? cookieIn(done, 'GZCTF_Token') : '';
    expect((await test.call(accountRoutes.profile, { headers: { cookie: session } })).body.userId).toBe(account.id);
  });

  it('is that of the account alone, with its ticket, and a body needs it or a code', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    const [mine, theirs] = [await buildPasskey(test, account), await buildPasskey(test, other)];
    const { asked, cookie } = await ask(test, await firstStep(account));
    expectError(await secondStep(theirs.sign(asked), cookie), 'account.passkeyInvalid');
    const again = await ask();
    expectError(await secondStep(mine.sign(again.asked), again.cookie), 'account.factorExpired');
    expectError(await test.call(accountRoutes.loginFactor, { headers: { cookie }, body: {} }), 'request.invalid');
  });

  it('proves a session again, only its own', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    const [mine, theirs] = [await buildPasskey(test, account), await buildPasskey(test, other)];
    const session = await test.signIn(account);
    test.clock.advance(5 * 60_000 + 1);
    expectError(await test.call(routes.renewCodes, { as: account }), 'account.stepUpRequired');
    const prepare = async () => {
      const reply = await test.call(routes.challengePasskey, { as: account });
      return { asked: reply.body, cookie: `${session}; ${cookieIn(reply, browserCookie)}` };
    };
    const prove = (passkey: ReturnType<Authenticator['sign']>, cookie: string) =>
      test.call(routes.stepUp, { headers: { cookie }, body: { passkey } });
    const first = await prepare();
    expect(first.asked.passkeys).toEqual([{ id: mine.id, transports: [] }]);
    expectError(await prove(theirs.sign(first.asked), first.cookie), 'account.passkeyInvalid');
    const login = await ask();
    expectError(await prove(mine.sign(login.asked), `${session}; ${login.cookie}`), 'account.passkeyExpired');
    expectError(await test.call(routes.renewCodes, { as: account }), 'account.stepUpRequired');
    const second = await prepare();
    const body = mine.sign(second.asked);
    expect(succeeded(await fifty(() => prove(body, second.cookie)))).toBe(1);
    expect((await test.call(routes.renewCodes, { as: account })).status).toBe(200);
    test.clock.advance(0);
  });
});

describe('an address without https or a name', () => {
  it.each(['http://ctf.example.org', 'https://192.0.2.7', 'http://[::1]:8080'])('has none: %s', async (publicUrl) => {
    const own = await createTestApp({ publicUrl });
    const account = await buildAccount(own.db);
    const passkey = await buildPasskey(own, account);
    expectError(await own.call(accountRoutes.challengePasskey), 'account.passkeysUnavailable');
    expectError(await own.call(routes.beginPasskey, { as: account }), 'account.passkeysUnavailable');
    const body = passkey.sign({ challenge: 'a'.repeat(43), rpId: 'localhost' });
    expectError(await own.call(accountRoutes.loginPasskey, { body }), 'account.passkeysUnavailable');
    await own.close();
  });

  it('is that of PUBLIC_URL, whatever the request says', async () => {
    const own = await createTestApp({ publicUrl: 'https://ctf.example.org' });
    const passkey = await buildPasskey(own, await buildAccount(own.db));
    const { asked, cookie } = await ask(own);
    expect(asked.rpId).toBe('ctf.example.org');
    expectError(await signInBy(passkey.sign(asked), cookie, own), 'account.passkeyInvalid');
    const again = await ask(own);
    const right = passkey.sign(again.asked, { origin: 'https://ctf.example.org' });
    expect((await signInBy(right, again.cookie, own)).status).toBe(200);
    await own.close();
  });
});

it('costs a try where Redis is away', async () => {
  const passkey = await buildPasskey(test, await buildAccount(test.db));
  const { asked, cookie } = await ask();
  const away = vi.spyOn(test.deps.redis, 'getdel').mockRejectedValueOnce(new Error('Connection is closed.'));
  expectError(await signInBy(passkey.sign(asked), cookie), 'request.unavailable');
  away.mockRestore();
  expect((await signIn(passkey)).status).toBe(200);
});
