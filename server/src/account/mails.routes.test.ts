import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { mailLifetimeMs } from '@vexil/contract/mail.limits';
import type { TokenPurpose } from '@vexil/db/enums/account';
import { type AccountRow, accounts, type MailTokenRow, mailTokens, type NewAccountRow } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { encodeWire, mailKeyPurpose, mailToken } from '@vexil/runtime/mail.rules';
import { desc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { hashCheaply } from '../../testing/cheap-hashes';
import { jobsIn } from '../../testing/outbox';

const strong = 'Correct4Horse';
const smtpUrl = 'smtp://127.0.0.1:9';
const publicUrl = 'https://ctf.test';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp({ smtpUrl, publicUrl });
});
afterAll(() => test.close());
afterEach(() => vi.restoreAllMocks());

const settings = (values: Record<string, unknown>, app = test) =>
  app.db
    .insert(configEntries)
    .values(
      Object.entries(values).map(([name, value]) => ({ key: `accountPolicy.${name}`, value: JSON.stringify(value) })),
    );

beforeEach(async () => {
  await test.db.delete(configEntries);
  await settings({ activeOnRegister: false, emailConfirmationRequired: true });
});

const mailsOf = ({ id }: Pick<AccountRow, 'id'>): Promise<MailTokenRow[]> =>
  test.db.select().from(mailTokens).where(eq(mailTokens.accountId, id)).orderBy(desc(mailTokens.id));

async function rowOf(userName: string): Promise<AccountRow> {
  const [row] = await test.db.select().from(accounts).where(eq(accounts.userName, userName));
  if (!row) throw new Error('There is no such account.');
  return row;
}

function linkOf(mail: MailTokenRow) {
  const token = mailToken(test.deps.sealing.deriveKey(mailKeyPurpose), mail);
  return { token: encodeWire(token), email: encodeWire(mail.email) };
}

/** The link of the newest mail to an account. */
async function newestLink(account: Pick<AccountRow, 'id'>, purpose: TokenPurpose) {
  const [mail] = await mailsOf(account);
  if (mail?.purpose !== purpose) throw new Error(`The newest mail is ${mail?.purpose}.`);
  return linkOf(mail);
}

let number = 0;
function someone(values: Partial<Record<'userName' | 'email' | 'password', string>> = {}) {
  number += 1;
  return { userName: `fresh${number}`, email: `fresh${number}@example.test`, password: strong, ...values };
}
const register = (body = someone()) => test.call(accountRoutes.register, { body });
const login = (userName: string, password: string) => test.call(accountRoutes.login, { body: { userName, password } });
const verify = (body: { token: string; email: string }) => test.call(accountRoutes.verify, { body });
const recover = (email: string) => test.call(accountRoutes.recovery, { body: { email } });
const reset = ({ token, email }: { token: string; email: string }, password = strong) =>
  test.call(accountRoutes.resetPassword, { body: { rToken: token, email, password } });
const change = (as: AccountRow, newMail: string) => test.call(accountRoutes.changeEmail, { as, body: { newMail } });
const confirm = (as: AccountRow, body: { token: string; email: string }) =>
  test.call(accountRoutes.confirmEmail, { as, body });
const countOk = (replies: TestReply<unknown>[]) => replies.filter(({ status }) => status === 200).length;

async function waiting(): Promise<AccountRow> {
  const body = someone();
  await register(body);
  return rowOf(body.userName);
}

async function recovering(): Promise<AccountRow> {
  const account = await buildAccount(test.db);
  await recover(account.email);
  return account;
}

describe('POST /api/account/register with confirmation by mail', () => {
  it('stores the account, opens no session, and queues a mail in the language of the request', async () => {
    const body = someone();
    const headers = { 'accept-language': 'de-DE, en;q=0.5' };
    const reply = await test.call(accountRoutes.register, { body, headers });
    expect(reply.body).toMatchObject({ data: 'EmailConfirmationRequired', status: 200 });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const account = await rowOf(body.userName);
    expect(account.emailConfirmed).toBe(false);
    const [mail, ...others] = await mailsOf(account);
    expect(others).toEqual([]);
    expect(mail).toMatchObject({ purpose: 'VerifyEmail', email: body.email, language: 'de-DE', origin: publicUrl });
    expect((mail?.expiresAt.getTime() ?? 0) - (mail?.createdAt.getTime() ?? 0)).toBe(mailLifetimeMs);
    const jobs = await jobsIn(test.deps, 'mail');
    expect(jobs).toContainEqual({ name: 'send-mail', data: { mailId: mail?.id } });
    expectError(await login(body.userName, strong), 'account.badCredentials');
  });

  it('lets an address that waits be registered again: the new name and password replace the old ones', async () => {
    const account = await waiting();
    const old = await newestLink(account, 'VerifyEmail');
    const body = someone({ email: account.email.toUpperCase(), password: 'Another5Word' });
    const reply = await register(body);
    expect(reply.body).toMatchObject({ data: 'EmailConfirmationRequired' });
    expect(reply.headers['set-cookie']).toBeUndefined();
    const replaced = await rowOf(body.userName);
    expect(replaced).toMatchObject({ id: account.id, email: body.email, emailConfirmed: false, lastSignedInAt: null });
    expect(await mailsOf(account)).toHaveLength(2);

    expectError(await verify(old), 'account.verifyLinkInvalid');
    expect((await verify(await newestLink(account, 'VerifyEmail'))).status).toBe(200);
    expectError(await login(account.userName, strong), 'account.badCredentials');
    expectError(await login(body.userName, strong), 'account.badCredentials');
    expect((await login(body.userName, body.password)).status).toBe(200);
    expectError(await register(someone({ email: account.email })), 'account.emailTaken');
  });

  it('takes the same name again, and gives a given up one to others', async () => {
    const account = await waiting();
    const { userName, email } = account;
    expect((await register(someone({ userName, email }))).status).toBe(200);
    expect((await rowOf(userName)).id).toBe(account.id);
    expect((await register(someone({ email }))).status).toBe(200);
    expect((await register(someone({ userName }))).status).toBe(200);
    expect((await rowOf(userName)).id).not.toBe(account.id);
  });

  it('changes nothing when the new name is taken', async () => {
    const account = await waiting();
    const { userName } = await buildAccount(test.db);
    const reply = await register(someone({ email: account.email, userName: userName.toUpperCase() }));
    expectError(reply, 'account.userNameTaken');
    expect(reply.body).toMatchObject({ details: [{ path: 'userName' }] });
    expect(await rowOf(account.userName)).toEqual(account);
    expect((await verify(await newestLink(account, 'VerifyEmail'))).status).toBe(200);
  });

  it.each<[string, Partial<NewAccountRow>]>([
    ['that was in use', { lastSignedInAt: new Date(0) }],
    ['with more rights than anybody has', { role: 'Monitor' }],
  ])('only sends the mail again to an account %s', async (_, values) => {
    const account = await buildAccount(test.db, { emailConfirmed: false, ...values });
    const reply = await register(someone({ email: account.email }));
    expect(reply.body).toMatchObject({ data: 'EmailConfirmationRequired' });
    expect(await rowOf(account.userName)).toEqual(account);
    expect(await mailsOf(account)).toHaveLength(1);
  });

  it('leaves one account that the newest link opens when fifty register one address at once', async () => {
    hashCheaply();
    const email = 'shared@example.test';
    const bodies = Array.from({ length: 50 }, (_, index) => someone({ email, password: `Correct${index}Horse` }));
    const replies = await Promise.all(bodies.map((body) => register(body)));
    expect(countOk(replies)).toBe(50);
    const rows = await test.db.select().from(accounts).where(eq(accounts.email, email));
    expect(rows).toHaveLength(1);
    const [account] = rows as [AccountRow];
    const verified = [];
    for (const mail of await mailsOf(account)) verified.push(await verify(linkOf(mail)));
    expect(verified).toHaveLength(50);
    expect(countOk(verified)).toBe(1);
    const winner = bodies.find(({ userName }) => userName === account.userName);
    expect((await login(account.userName, winner?.password ?? '')).status).toBe(200);
  });

  it('answers in the language of the caller', async () => {
    const headers = { 'accept-language': 'zh-CN' };
    const registered = await test.call(accountRoutes.register, { body: someone(), headers });
    expect(registered.body.title).toBe('账号已创建，请打开发送到该邮箱的链接。');
    const body = { email: 'unknown@example.test' };
    const recovered = await test.call(accountRoutes.recovery, { body, headers });
    expect(recovered.body.title).toBe('如果该邮箱有对应的账号，邮件即将送达。');
    const as = await buildAccount(test.db);
    const changed = await test.call(accountRoutes.changeEmail, { as, body: { newMail: 'zh@example.test' }, headers });
    expect(changed.body.title).toBe('邮件即将送达新邮箱。');
    expect((await register()).body.title).toBe('The account was created. Open the link that was sent to its address.');
  });

  it('refuses a confirmed or banned address and a taken name', async () => {
    const confirmed = await buildAccount(test.db);
    const banned = await buildAccount(test.db, { role: 'Banned', emailConfirmed: false });
    expectError(await register(someone({ email: confirmed.email })), 'account.emailTaken');
    expectError(await register(someone({ email: banned.email })), 'account.emailTaken');
    expectError(await register(someone({ userName: confirmed.userName })), 'account.userNameTaken');
    expect(await mailsOf(banned)).toEqual([]);
  });

  it('never signs in to an account that waits, whatever the settings', async () => {
    const account = await waiting();
    await test.db.delete(configEntries);
    const reply = await register(someone({ email: account.email }));
    expectError(reply, 'account.emailTaken');
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect(await mailsOf(account)).toHaveLength(1);
  });

  it('stores nothing where no mail can be sent', async () => {
    for (const config of [
      { smtpUrl: null, publicUrl },
      { smtpUrl, publicUrl: null },
    ]) {
      const other = await createTestApp(config);
      await settings({ activeOnRegister: false, emailConfirmationRequired: true }, other);
      const reply = await other.call(accountRoutes.register, { body: someone(), headers: { host: 'evil.test' } });
      expectError(reply, 'mail.notConfigured');
      expect(reply.status).toBe(400);
      expect(await other.db.select().from(accounts)).toEqual([]);
      const body = { email: 'ann@example.test' };
      expectError(await other.call(accountRoutes.recovery, { body }), 'mail.notConfigured');
      await other.close();
    }
  });
});

describe('POST /api/account/verify', () => {
  it('confirms, signs in and lets the link go', async () => {
    const account = await waiting();
    const link = await newestLink(account, 'VerifyEmail');
    const reply = await verify(link);
    expect(reply.status).toBe(200);
    expect(reply.body).toBeUndefined();
    expect(reply.headers['set-cookie']).toEqual([
      expect.stringMatching(/^GZCTF_Token=.+; HttpOnly; Secure; SameSite=Lax$/),
      expect.stringMatching(/^vexil_device=/),
    ]);
    expect((await rowOf(account.userName)).emailConfirmed).toBe(true);
    expect((await login(account.userName, strong)).status).toBe(200);
    const again = await verify(link);
    expectError(again, 'account.alreadyConfirmed');
    expect(again.status).toBe(400);
  });

  it('takes the address in any case, both alphabets of base64, and a plus that became a blank', async () => {
    const account = await waiting();
    const [mail] = await mailsOf(account);
    if (!mail) throw new Error('There is no mail.');
    const { token } = linkOf(mail);
    const email = Buffer.from(account.email.toUpperCase()).toString('base64url');
    expect((await verify({ token: token.replaceAll('+', ' '), email })).status).toBe(200);
  });

  it('gives one session to fifty that use one link at once', async () => {
    const account = await waiting();
    const link = await newestLink(account, 'VerifyEmail');
    const replies = await Promise.all(Array.from({ length: 50 }, () => verify(link)));
    expect(countOk(replies)).toBe(1);
    expect(replies.filter(({ headers }) => headers['set-cookie'] !== undefined)).toHaveLength(1);
  });

  it('refuses a link of another account, purpose or key, a late one and none, all alike', async () => {
    const [account, other] = [await waiting(), await waiting()];
    const [link, foreign] = [await newestLink(account, 'VerifyEmail'), await newestLink(other, 'VerifyEmail')];
    const [mail] = await mailsOf(account);
    if (!mail) throw new Error('There is no mail.');
    const forged = encodeWire(mailToken(Buffer.alloc(32), mail));
    const resetLink = await newestLink(await recovering(), 'ResetPassword');
    await test.db.update(mailTokens).set({ expiresAt: test.clock.now() }).where(eq(mailTokens.id, mail.id));
    const replies = [
      await verify(link),
      await verify({ ...link, email: foreign.email }),
      await verify({ ...link, token: foreign.token }),
      await verify({ ...link, token: forged }),
      await verify(resetLink),
      await verify({ token: '%%%', email: '%%%' }),
      await verify({ token: encodeWire('unknown'), email: encodeWire('unknown@example.test') }),
    ];
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expectError(replies[0] as TestReply<unknown>, 'account.verifyLinkInvalid');
    expect(replies[0]?.status).toBe(401);
    expect((await rowOf(account.userName)).emailConfirmed).toBe(false);
  });

  it('opens nothing for the banned', async () => {
    const account = await waiting();
    await test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, account.id));
    const reply = await verify(await newestLink(account, 'VerifyEmail'));
    expectError(reply, 'account.loginBanned');
    expect(reply.headers['set-cookie']).toBeUndefined();
  });
});

describe('POST /api/account/recovery', () => {
  it('answers alike for known, unknown, unconfirmed and banned, and mails the first alone', async () => {
    const known = await buildAccount(test.db);
    const unconfirmed = await buildAccount(test.db, { emailConfirmed: false });
    const banned = await buildAccount(test.db, { role: 'Banned' });
    const before = (await jobsIn(test.deps, 'mail')).length;
    const replies: TestReply<unknown>[] = [];
    for (const email of [known.email, unconfirmed.email, banned.email, 'unknown@example.test']) {
      replies.push(await recover(email));
    }
    expect(replies[0]?.status).toBe(200);
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expect(await mailsOf(known)).toMatchObject([{ purpose: 'ResetPassword', email: known.email }]);
    expect([...(await mailsOf(unconfirmed)), ...(await mailsOf(banned))]).toEqual([]);
    expect((await jobsIn(test.deps, 'mail')).length - before).toBe(4);
  });

  it('sends people to an administrator where mails are off', async () => {
    await test.db.delete(configEntries);
    const reply = await recover('unknown@example.test');
    expectError(reply, 'account.mailsOff');
    expect(reply.status).toBe(400);
  });
});

describe('POST /api/account/passwordreset', () => {
  it('sets the password, ends all sessions and opens none', async () => {
    const account = await recovering();
    const session = await test.signIn(account);
    const link = await newestLink(account, 'ResetPassword');
    const reply = await reset(link);
    expect(reply.status).toBe(200);
    expect(reply.body).toBeUndefined();
    expect(reply.headers['set-cookie']).toBeUndefined();
    expectError(await test.call(accountRoutes.profile, { headers: { cookie: session } }), 'account.unauthenticated');
    expectError(await login(account.userName, testPassword), 'account.badCredentials');
    expect((await login(account.userName, strong)).status).toBe(200);
    expectError(await reset(link, 'Another5Word'), 'account.linkInvalid');
  });

  it('keeps the link when the password is weak', async () => {
    const account = await recovering();
    const link = await newestLink(account, 'ResetPassword');
    const weak = await reset(link, 'weak12');
    expectError(weak, 'account.passwordWeak');
    expect(weak.body).toMatchObject({ details: [{ path: 'password' }] });
    expect((await reset(link)).status).toBe(200);
  });

  it('is done once of fifty times at once', async () => {
    hashCheaply();
    const link = await newestLink(await recovering(), 'ResetPassword');
    const replies = await Promise.all(Array.from({ length: 50 }, (_, index) => reset(link, `Password${index}`)));
    expect(countOk(replies)).toBe(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'account.linkInvalid');
  });

  it('refuses links that a change of password, of address, a newer use or time has ended', async () => {
    const changed = await recovering();
    const body = { old: testPassword, new: strong };
    await test.call(accountRoutes.changePassword, { as: changed, body });
    expectError(await reset(await newestLink(changed, 'ResetPassword')), 'account.linkInvalid');

    const moved = await recovering();
    await test.db
      .update(accounts)
      .set({ email: `m${moved.email}` })
      .where(eq(accounts.id, moved.id));
    expectError(await reset(await newestLink(moved, 'ResetPassword')), 'account.linkInvalid');

    const twice = await recovering();
    const older = await newestLink(twice, 'ResetPassword');
    await recover(twice.email);
    expect((await reset(await newestLink(twice, 'ResetPassword'))).status).toBe(200);
    expectError(await reset(older), 'account.linkInvalid');

    const late = await recovering();
    await test.db.update(mailTokens).set({ expiresAt: test.clock.now() }).where(eq(mailTokens.accountId, late.id));
    expectError(await reset(await newestLink(late, 'ResetPassword')), 'account.linkInvalid');
  });

  it('takes only the newest of all mailed and handed over links', async () => {
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const account = await recovering();
    const handOver = async () => {
      const reply = await test.call(accountAdminRoutes.makeResetLink, { as: admin, params: { userId: account.id } });
      const { searchParams } = new URL(reply.body.link);
      return { token: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '' };
    };
    const mail = async () => {
      await recover(account.email);
      return newestLink(account, 'ResetPassword');
    };
    const links = [await mail(), await handOver(), await handOver(), await mail(), await mail()];
    await change(account, `new-${account.email}`);
    const confirmation = await newestLink(account, 'ChangeEmail');
    const newest = await handOver();
    for (const link of links) expectError(await reset(link), 'account.linkInvalid');
    expect((await confirm(account, confirmation)).status).toBe(200);
    expectError(await reset(newest), 'account.linkInvalid');
    expect((await reset(await handOver())).status).toBe(200);
  });

  it('refuses links of another purpose or account, without revealing which addresses exist', async () => {
    const [account, other] = [await recovering(), await recovering()];
    const link = await newestLink(account, 'ResetPassword');
    const replies = [
      await reset(await newestLink(await waiting(), 'VerifyEmail')),
      await reset({ ...link, email: (await newestLink(other, 'ResetPassword')).email }),
      await reset({ ...link, email: encodeWire('unknown@example.test') }),
      await reset({ token: encodeWire('x'), email: encodeWire(other.email) }),
    ];
    expect(new Set(replies.map(({ status, body }) => JSON.stringify([status, body]))).size).toBe(1);
    expectError(replies[0] as TestReply<unknown>, 'account.linkInvalid');
    expect(replies[0]?.status).toBe(400);
  });
});

describe('PUT /api/account/changeemail and POST /api/account/mailchangeconfirm', () => {
  it('move the address when the link is used, and end all other sessions', async () => {
    const account = await buildAccount(test.db);
    const elsewhere = String((await login(account.userName, testPassword)).headers['set-cookie']).split(';')[0] ?? '';
    const reply = await change(account, `new-${account.email}`);
    expect(reply.body).toMatchObject({ data: true, status: 200 });
    expect((await rowOf(account.userName)).email).toBe(account.email);
    const link = await newestLink(account, 'ChangeEmail');
    expect((await confirm(account, link)).status).toBe(200);
    expect(await rowOf(account.userName)).toMatchObject({ email: `new-${account.email}`, emailConfirmed: true });
    expect((await test.call(accountRoutes.profile, { as: account })).status).toBe(200);
    expectError(await test.call(accountRoutes.profile, { headers: { cookie: elsewhere } }), 'account.unauthenticated');
    expectError(await confirm(account, link), 'account.linkInvalid');
  });

  it('refuse in the order of the wire format', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    await test.db.delete(configEntries);
    await settings({ emailDomainList: 'example.test' });
    expectError(await change(account, other.email.toUpperCase()), 'account.emailTaken');
    expectError(await change(account, account.email), 'account.emailTaken');
    expectError(await change(account, 'ann@other.test'), 'account.emailDomainRefused');
    const off = await change(account, 'ann@example.test');
    expectError(off, 'account.mailsOff');
    expect(off.body).toMatchObject({ data: false, status: 400 });
    expect(await mailsOf(account)).toEqual([]);
  });

  it('refuse a call without a session, the link of another account, and an address taken in the meantime', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    await change(account, 'wanted@example.test');
    const link = await newestLink(account, 'ChangeEmail');
    expectError(await test.call(accountRoutes.confirmEmail, { body: link }), 'account.unauthenticated');
    expectError(
      await test.call(accountRoutes.changeEmail, { body: { newMail: 'a@b.test' } }),
      'account.unauthenticated',
    );
    expectError(await confirm(other, link), 'account.linkInvalid');
    await recover(account.email);
    expectError(await confirm(account, await newestLink(account, 'ResetPassword')), 'account.linkInvalid');
    const taker = await buildAccount(test.db, { email: 'Wanted@example.test' });
    expectError(await confirm(account, link), 'account.emailTaken');
    await test.db.delete(accounts).where(eq(accounts.id, taker.id));
    expect((await confirm(account, link)).status).toBe(200);
  });

  it('are done once of fifty times at once', async () => {
    const account = await buildAccount(test.db);
    await change(account, `many-${account.email}`);
    const link = await newestLink(account, 'ChangeEmail');
    const replies = await Promise.all(Array.from({ length: 50 }, () => confirm(account, link)));
    expect(countOk(replies)).toBe(1);
  });
});

describe('what is stored of a link', () => {
  it('is neither its token nor anything a job could leak', async () => {
    const account = await recovering();
    const { token } = await newestLink(account, 'ResetPassword');
    const stored = JSON.stringify([await mailsOf(account), await jobsIn(test.deps, 'mail')]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, 'base64').toString());
    expect(JSON.stringify(await jobsIn(test.deps, 'mail'))).not.toContain(account.email);
  });
});

describe('budgets', () => {
  let limited: TestApp;
  beforeAll(async () => {
    limited = await createTestApp({ smtpUrl, publicUrl, rateLimit: true });
    await settings({ activeOnRegister: false, emailConfirmationRequired: true }, limited);
  });
  afterAll(() => limited.close());

  const from = (remoteAddress: string, url: string, payload: object, as?: AccountRow) =>
    limited.send({ method: 'POST', url, remoteAddress, payload, ...(as ? { as } : {}) });
  const guess = (address: string, userName: string, password: string) =>
    from(address, '/api/account/login', { userName, password });

  it('send five mails an hour to one address, known or not, from any client', async () => {
    const known = await buildAccount(limited.db);
    for (const email of [known.email, 'unknown@example.test']) {
      const replies = await Promise.all(
        Array.from({ length: 12 }, (_, index) =>
          from(`203.0.113.${index + 1}`, '/api/account/recovery', { email: index % 2 ? email : email.toUpperCase() }),
        ),
      );
      expect(countOk(replies)).toBe(5);
      const refused = replies.find(({ status }) => status !== 200);
      expectError(refused as TestReply<unknown>, 'request.tooMany');
      expect(Number(refused?.headers['retry-after'])).toBeGreaterThan(3000);
    }
    expect(await limited.db.select().from(mailTokens).where(eq(mailTokens.accountId, known.id))).toHaveLength(5);
  });

  it('let one account write to ten addresses an hour', async () => {
    const account = await buildAccount(limited.db);
    const replies: TestReply<unknown>[] = [];
    for (let index = 0; index < 11; index += 1) {
      const body = { newMail: `target${index}@example.test` };
      replies.push(await limited.call(accountRoutes.changeEmail, { as: account, body }));
    }
    expect(countOk(replies)).toBe(10);
    expectError(replies[10] as TestReply<unknown>, 'request.tooMany');
  });

  it('stop guessing from one address, by name and e-mail alike, and not the owner elsewhere', async () => {
    const account = await buildAccount(limited.db, { ip: '198.51.100.7' });
    const replies = await Promise.all(
      Array.from({ length: 15 }, (_, index) =>
        guess('203.0.113.50', index % 2 ? account.userName : account.email, 'Wrong4Password'),
      ),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(5);
    expectError(await guess('203.0.113.50', account.userName, testPassword), 'captcha.needed');
    expect((await guess('198.51.100.7', account.userName, testPassword)).status).toBe(200);
  });

  it('forget wrong guesses when the right password comes', async () => {
    const account = await buildAccount(limited.db);
    for (let round = 0; round < 3; round += 1) {
      for (let wrong = 0; wrong < 9; wrong += 1) await guess('203.0.113.60', account.userName, 'Wrong4Password');
      expect((await guess('203.0.113.60', account.userName, testPassword)).status).toBe(200);
    }
  });

  it('stop guessing from many addresses without locking the owner out', async () => {
    const account = await buildAccount(limited.db, { ip: '198.51.100.8' });
    const replies = await Promise.all(
      Array.from({ length: 110 }, (_, index) => guess(`192.0.2.${index + 1}`, account.userName, 'Wrong4Password')),
    );
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(10);
    expectError(await guess('192.0.2.200', account.userName, testPassword), 'captcha.needed');
    expect((await guess('198.51.100.8', account.userName, testPassword)).status).toBe(200);
  });

  it('count guesses for unknown names as for known ones', async () => {
    const replies = await Promise.all(
      Array.from({ length: 12 }, () => guess('203.0.113.70', 'no-such-name', 'Wrong4Password')),
    );
    expect(replies.filter(({ status }) => status === 401)).toHaveLength(10);
    expect(replies.filter(({ status }) => status === 429)).toHaveLength(2);
  });
});
