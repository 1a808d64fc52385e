import { accountRoutes } from '@vexil/contract/account';
import { factorsMax, factorRoutes as routes } from '@vexil/contract/factor';
import { tokenRoutes } from '@vexil/contract/token';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { factors, recoveryCodes } from '@vexil/db/schema/factor';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { buildFactor, codeOfText } from '../../testing/factor';
import { ticketCookie } from './factor-ticket';

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
const hostile = ['\u0000', '0'.repeat(64), '𝟏𝟐𝟑𝟒𝟓𝟔', '‮123456', "' or 1=1 --", '-'.repeat(64)];

async function addApp(as: AccountRow, name = 'Phone') {
  const { body: setup } = await test.call(routes.beginTotp, { as });
  const code = codeOfText(setup.secret, test.clock.now());
  const reply = await test.call(routes.confirmTotp, { as, body: { name, setup: setup.setup, code } });
  return { ...setup, code, reply };
}

const stored = (accountId: string) => test.db.select().from(factors).where(eq(factors.accountId, accountId));

describe('an authenticator app', () => {
  it('is added by a code of it, with ten recovery codes and the end of other sessions', async () => {
    const account = await buildAccount(test.db);
    const [other] = await test.db
      .insert(sessions)
      .values({ tokenHash: 'a'.repeat(64), accountId: account.id, expiresAt: new Date(Date.now() + 1e9), ip: '::1' })
      .returning();
    const { secret, url, reply } = await addApp(account);
    expect(url).toContain(`secret=${secret}&issuer=GZ`);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body.recoveryCodes).toHaveLength(10);
    expect(new Set(reply.body.recoveryCodes).size).toBe(10);
    for (const code of reply.body.recoveryCodes ?? [])
      expect(code).toMatch(/^([0-9a-hjkmnp-tv-z]{4}-){3}[0-9a-hjkmnp-tv-z]{4}$/);
    const left = await test.db.select().from(sessions).where(eq(sessions.accountId, account.id));
    expect(left.map(({ tokenHash }) => tokenHash)).not.toContain(other?.tokenHash);
    expect(left).toHaveLength(1);
    const { body } = await test.call(routes.list, { as: account });
    expect(body).toMatchObject({ factors: [{ name: 'Phone', lastUsedAt: null }], recoveryCodes: 10 });
    expect(JSON.stringify(body)).not.toContain(secret);
    const [row] = await stored(account.id);
    expect(row?.secretSealed).not.toContain(secret);
    const second = await addApp(account, 'Tablet');
    expect(second.reply.body).toEqual({ recoveryCodes: null });
  });

  it('is stored once, however many tabs confirm it', async () => {
    const account = await buildAccount(test.db);
    const { body } = await test.call(routes.beginTotp, { as: account });
    const code = codeOfText(body.secret, test.clock.now());
    const confirm = () =>
      test.call(routes.confirmTotp, { as: account, body: { name: 'Phone', setup: body.setup, code } });
    const replies = await fifty(confirm);
    expect(succeeded(replies)).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'account.factorWrong');
    expect(await stored(account.id)).toHaveLength(1);
    expect(await test.db.$count(recoveryCodes, eq(recoveryCodes.accountId, account.id))).toBe(10);
  });

  it('is refused with a wrong code, the setup of another account, an old one and a changed one', async () => {
    const [account, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    const { body } = await test.call(routes.beginTotp, { as: account });
    const code = codeOfText(body.secret, test.clock.now());
    const confirm = (as: AccountRow, setup: string, given = code) =>
      test.call(routes.confirmTotp, { as, body: { name: 'Phone', setup, code: given } });
    for (const wrong of hostile)
      expectError(
        await confirm(account, body.setup, wrong),
        wrong === '\u0000' ? 'request.invalid' : 'account.factorWrong',
      );
    expectError(await confirm(stranger, body.setup), 'account.factorSetupInvalid');
    expectError(await confirm(account, `${body.setup.slice(0, -4)}AAAA`), 'account.factorSetupInvalid');
    // A text of another kind under the same key.
    expectError(await confirm(account, test.deps.sealing.seal('{"id":"x"}')), 'account.factorSetupInvalid');
    test.clock.advance(3_600_001);
    expectError(await confirm(account, body.setup), 'account.stepUpRequired');
    test.clock.advance(0);
    expect(await stored(account.id)).toEqual([]);
  });

  it('is one of ten at most, also when many are confirmed at once', async () => {
    const account = await buildAccount(test.db);
    for (let count = 1; count < factorsMax; count += 1) await buildFactor(test, account);
    const replies = await Promise.all([1, 2, 3, 4].map(() => addApp(account)));
    expect(replies.map(({ reply }) => reply.status).sort()).toEqual([200, 400, 400, 400]);
    expect(await stored(account.id)).toHaveLength(factorsMax);
  });

  it('is renamed and removed by its owner alone; with the last one go the recovery codes', async () => {
    const [account, stranger] = [await buildAccount(test.db), await buildAccount(test.db)];
    await addApp(account);
    const [row] = await stored(account.id);
    const params = { factorId: row?.id ?? '' };
    expectError(
      await test.call(routes.rename, { as: stranger, params, body: { name: 'Mine' } }),
      'account.factorNotFound',
    );
    expectError(await test.call(routes.remove, { as: stranger, params }), 'account.factorNotFound');
    await test.call(routes.rename, { as: account, params, body: { name: 'Old phone' } });
    expect(await stored(account.id)).toMatchObject([{ name: 'Old phone' }]);
    expect((await test.call(routes.remove, { as: account, params })).status).toBe(200);
    expectError(await test.call(routes.remove, { as: account, params }), 'account.factorNotFound');
    expect((await test.call(routes.list, { as: account })).body).toEqual({ factors: [], recoveryCodes: 0 });
    expectError(await test.call(routes.renewCodes, { as: account }), 'account.factorNone');
  });
});

const payloadOf = ({ userName }: AccountRow) => ({ userName, password: testPassword });
const cookieIn = ({ headers }: TestReply<unknown>, name: string) =>
  ([headers['set-cookie'] ?? []].flat() as string[]).find((one) => one.startsWith(`${name}=`)) ?? '';

async function firstStep(account: AccountRow, at = test) {
  const reply = await at.call(accountRoutes.login, { body: payloadOf(account) });
  expectError(reply, 'account.factorRequired');
  expect(cookieIn(reply, 'GZCTF_Token')).toBe('');
  return cookieIn(reply, ticketCookie).split(';')[0] ?? '';
}
const secondStep = (cookie: string, code: string, at = test) =>
  at.call(accountRoutes.loginFactor, { headers: { cookie }, body: { code } });

describe('a sign-in with a factor', () => {
  it('is refused with a cookie that opens nothing, and finished by a code', async () => {
    const account = await buildAccount(test.db);
    const { codeAt } = await buildFactor(test, account);
    const reply = await test.call(accountRoutes.login, { body: payloadOf(account) });
    expect(reply).toMatchObject({ status: 401, body: { code: 'account.factorRequired' } });
    const set = cookieIn(reply, ticketCookie);
    expect(set).toMatch(/; Max-Age=300; Path=\/api\/account\/login; HttpOnly; SameSite=Lax$/);
    const ticket = set.split(';')[0] ?? '';
    expectError(await test.call(accountRoutes.profile, { headers: { cookie: ticket } }), 'account.unauthenticated');
    const asSession = `GZCTF_Token=${ticket.split('=')[1]}`;
    expectError(await test.call(accountRoutes.profile, { headers: { cookie: asSession } }), 'account.unauthenticated');
    const done = await secondStep(ticket, codeAt(test.clock.now()).replace(/(...)/, '$1 '));
    expect(done.status).toBe(200);
    const session = cookieIn(done, 'GZCTF_Token').split(';')[0] ?? '';
    expect(((done.headers['set-cookie'] as string[])[0] ?? '').startsWith('GZCTF_Token=')).toBe(true);
    expect((await test.call(accountRoutes.profile, { headers: { cookie: session } })).body.userId).toBe(account.id);
    const { body } = await test.call(routes.list, { headers: { cookie: session } });
    expect(body.factors[0]?.lastUsedAt).toBeGreaterThan(body.factors[0]?.createdAt ?? 0);
  });

  it('takes one code once, of fifty requests at once and of a later one', async () => {
    const account = await buildAccount(test.db);
    const { codeAt } = await buildFactor(test, account);
    const ticket = await firstStep(account);
    const code = codeAt(test.clock.now());
    expect(succeeded(await fifty(() => secondStep(ticket, code)))).toBe(1);
    expectError(await secondStep(await firstStep(account), code), 'account.factorWrong');
  });

  it('takes a recovery code once, however it is typed, of fifty requests at once', async () => {
    const account = await buildAccount(test.db);
    const { reply } = await addApp(account);
    const [first = '', second = ''] = reply.body.recoveryCodes ?? [];
    const typed = ` ${first.toUpperCase().replaceAll('-', ' ').replaceAll('0', 'O').replaceAll('1', 'l')} `;
    const ticket = await firstStep(account);
    expect(succeeded(await fifty(() => secondStep(ticket, typed)))).toBe(1);
    expectError(await secondStep(ticket, first), 'account.factorWrong');
    expect((await test.call(routes.list, { headers: { cookie: await test.signIn(account) } })).body.recoveryCodes).toBe(
      9,
    );
    const renewed = await test.call(routes.renewCodes, { as: account });
    expectError(await secondStep(ticket, second), 'account.factorWrong');
    expect((await secondStep(ticket, renewed.body.recoveryCodes[0] ?? '')).status).toBe(200);
  });

  it('forgives a clock that is a step off, and no more', async () => {
    const account = await buildAccount(test.db);
    const { codeAt } = await buildFactor(test, account);
    const ticket = await firstStep(account);
    test.clock.stopAt(test.clock.now());
    const later = (ms: number) => codeAt(new Date(test.clock.now().getTime() + ms));
    expectError(await secondStep(ticket, later(-90_000)), 'account.factorWrong');
    expectError(await secondStep(ticket, later(90_000)), 'account.factorWrong');
    expect((await secondStep(ticket, later(-30_000))).status).toBe(200);
    expect((await secondStep(ticket, later(30_000))).status).toBe(200);
    test.clock.advance(0);
  });

  it('takes codes of another account, another ticket and hostile texts for wrong', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    await buildFactor(test, account);
    const theirs = await buildFactor(test, other);
    const ticket = await firstStep(account);
    expectError(await secondStep(ticket, theirs.code), 'account.factorWrong');
    for (const text of hostile.slice(1)) expectError(await secondStep(ticket, text), 'account.factorWrong');
    expectError(await secondStep('', theirs.code), 'account.factorExpired');
    expectError(await secondStep(`${ticketCookie}=v1.AAAA`, theirs.code), 'account.factorExpired');
    const sealed = test.deps.sealing.seal(JSON.stringify({ ticketOf: other.id }));
    expectError(await secondStep(`${ticketCookie}=${sealed}`, theirs.code), 'account.factorExpired');
    const { body: setup } = await test.call(routes.beginTotp, { as: other });
    expectError(await secondStep(`${ticketCookie}=${setup.setup}`, theirs.code), 'account.factorExpired');
  });

  it('is over after five minutes, a new password, or a ban', async () => {
    const account = await buildAccount(test.db);
    const { codeAt } = await buildFactor(test, account);
    const change = (values: Partial<AccountRow>) =>
      test.db.update(accounts).set(values).where(eq(accounts.id, account.id));
    const late = await firstStep(account);
    test.clock.advance(300_001);
    const code = () => codeAt(test.clock.now());
    expectError(await secondStep(late, code()), 'account.factorExpired');
    const ticket = await firstStep(account);
    const [current] = await test.db.select().from(accounts).where(eq(accounts.id, account.id));
    await change({ passwordHash: 'another' });
    expectError(await secondStep(ticket, code()), 'account.factorExpired');
    await change({ passwordHash: current?.passwordHash ?? '', role: 'Banned' });
    expectError(await secondStep(ticket, code()), 'account.factorExpired');
    await change({ role: 'User' });
    expect((await secondStep(ticket, code())).status).toBe(200);
  });

  it('spends the budget of the password, which the right password does not refill', async () => {
    const account = await buildAccount(limited.db);
    const { codeAt } = await buildFactor(limited, account);
    let ticket = '';
    let wrong = 0;
    for (let round = 0; round < 20; round += 1) {
      const reply = await limited.call(accountRoutes.login, { body: payloadOf(account) });
      if (reply.status === 429) break;
      ticket = cookieIn(reply, ticketCookie).split(';')[0] ?? '';
      if ((await secondStep(ticket, '000000', limited)).status === 400) wrong += 1;
    }
    expect(wrong).toBe(5);
    expectError(await secondStep(ticket, codeAt(limited.clock.now()), limited), 'captcha.needed');
  });

  it.each([
    ['codes of an app', '000000'],
    ['recovery codes', '0000-0000-0000-0000'],
  ])('refuses fifty wrong %s at once, then the right one, and locks out no other', async (_, wrong) => {
    const [account, other] = [await buildAccount(limited.db), await buildAccount(limited.db)];
    const [{ codeAt }, theirs] = [await buildFactor(limited, account), await buildFactor(limited, other)];
    const now = limited.clock.now();
    const done = await secondStep(await firstStep(account, limited), codeAt(now), limited);
    const device = cookieIn(done, 'vexil_device').split(';')[0] ?? '';
    const ticket = await firstStep(account, limited);
    const replies = await fifty(() => secondStep(ticket, wrong, limited));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(9);
    for (const reply of replies.filter(({ status }) => status !== 400)) expectError(reply, 'captcha.needed');
    const next = new Date(now.getTime() + 30_000);
    const refused = await secondStep(ticket, codeAt(next), limited);
    expectError(refused, 'captcha.needed');
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(0);
    expect((await secondStep(await firstStep(other, limited), theirs.code, limited)).status).toBe(200);
    expect((await secondStep(`${ticket}; ${device}`, codeAt(next), limited)).status).toBe(200);
  });
});

describe('a reset password', () => {
  it('does not lift the factor', async () => {
    const account = await buildAccount(test.db);
    await buildFactor(test, account);
    const passwordHash = (await buildAccount(test.db)).passwordHash;
    await test.db.update(accounts).set({ passwordHash }).where(eq(accounts.id, account.id));
    await firstStep(account);
  });
});

describe('a fresh proof', () => {
  const minutes = (count: number) => test.clock.advance(count * 60_000 + 1);

  it('is asked of a session after five minutes: the code, or the password of an account without a factor', async () => {
    const account = await buildAccount(test.db);
    expect((await test.call(routes.beginTotp, { as: account })).status).toBe(200);
    minutes(5);
    expectError(await test.call(routes.beginTotp, { as: account }), 'account.stepUpRequired');
    const prove = (body: { code?: string; password?: string }) => test.call(routes.stepUp, { as: account, body });
    expectError(await prove({ password: 'Wrong4Password' }), 'account.oldPasswordWrong');
    expectError(await prove({}), 'account.oldPasswordWrong');
    expect((await prove({ password: testPassword })).status).toBe(200);
    await addApp(account);
    minutes(5);
    expectError(await test.call(routes.renewCodes, { as: account }), 'account.stepUpRequired');
    expectError(await prove({ password: testPassword }), 'account.factorWrong');
    const { codeAt } = await buildFactor(test, account);
    const code = codeAt(test.clock.now());
    expect(succeeded(await fifty(() => prove({ code })))).toBe(1);
    expect((await test.call(routes.renewCodes, { as: account })).status).toBe(200);
  });

  it('is asked of accounts with a factor alone where the call is not about signing in', async () => {
    const [admin, other] = await Promise.all(['', ''].map(() => buildAccount(test.db, { role: 'Admin' })));
    if (!admin || !other) throw new Error('No account.');
    await buildFactor(test, other);
    await Promise.all([admin, other].map((as) => test.signIn(as)));
    minutes(5);
    const make = (as: AccountRow) => test.call(tokenRoutes.create, { as, body: { name: 'Bot' } });
    expect((await make(admin)).status).toBe(200);
    expectError(await make(other), 'account.stepUpRequired');
  });

  it('takes ten wrong codes of a session, and leaves those of others alone', async () => {
    const account = await buildAccount(limited.db);
    const { codeAt } = await buildFactor(limited, account);
    await limited.signIn(account);
    const prove = (code: string) => limited.call(routes.stepUp, { as: account, body: { code } });
    const replies = await fifty(() => prove('000000'));
    expect(replies.filter(({ status }) => status === 400)).toHaveLength(10);
    for (const reply of replies.filter(({ status }) => status !== 400)) expectError(reply, 'request.tooMany');
    expectError(await prove(codeAt(limited.clock.now())), 'request.tooMany');
    expect((await secondStep(await firstStep(account, limited), codeAt(limited.clock.now()), limited)).status).toBe(
      200,
    );
  });
});
