import { accountRoutes } from '@vexil/contract/account';
import { imageSizeBytesMax } from '@vexil/contract/account.limits';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { files } from '@vexil/db/schema/file';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { hashCheaply } from '../../testing/cheap-hashes';
import { multipartOf } from '../../testing/upload';

let test: TestApp;
let number = 0;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
afterEach(async () => {
  vi.restoreAllMocks();
  await test.db.delete(configEntries);
});

const strong = 'Correct4Horse';

function someone(values: Partial<{ userName: string; email: string; password: string }> = {}) {
  number += 1;
  return { userName: `new${number}`, email: `new${number}@example.test`, password: strong, ...values };
}

const register = (body = someone()) => test.call(accountRoutes.register, { body });
const login = (userName: string, password: string, headers?: Record<string, string>) =>
  test.call(accountRoutes.login, { body: { userName, password }, ...(headers ? { headers } : {}) });

const cookieOf = (reply: TestReply<unknown>) => String(reply.headers['set-cookie'] ?? '').split(';')[0] ?? '';
const profile = (cookie: string) => test.call(accountRoutes.profile, { headers: { cookie } });

async function row(id: string): Promise<AccountRow> {
  const [found] = await test.db.select().from(accounts).where(eq(accounts.id, id));
  if (!found) throw new Error('There is no such account.');
  return found;
}

const setting = (key: string, value: unknown) =>
  test.db.insert(configEntries).values({ key, value: JSON.stringify(value) });

describe('POST /api/account/register', () => {
  it('creates a confirmed account and signs in to it', async () => {
    const body = someone();
    const reply = await register(body);
    expect(reply.body).toMatchObject({ data: 'LoggedIn', status: 200 });
    expect([reply.headers['set-cookie']].flat()[0]).toMatch(
      /^GZCTF_Token=.+; Max-Age=604800; Path=\/; HttpOnly; SameSite=Lax$/,
    );
    expect((await profile(cookieOf(reply))).body).toMatchObject({
      userName: body.userName,
      email: body.email,
      role: 'User',
      bio: '',
      phone: null,
      avatar: null,
    });
    const [stored] = await test.db.select().from(accounts).where(eq(accounts.userName, body.userName));
    expect(stored?.passwordHash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,data=TkZLQw\$/);
    expect(Date.now() - (stored?.registeredAt.getTime() ?? 0)).toBeLessThan(60_000);
  });

  it('never shows the hash of a password, nor stores a token', async () => {
    const body = someone();
    const reply = await register(body);
    const cookie = cookieOf(reply);
    const answers = JSON.stringify([reply.body, (await profile(cookie)).body]);
    expect(answers).not.toMatch(/argon2|passwordHash|tokenHash/);
    const stored = JSON.stringify(await test.db.select().from(sessions));
    expect(stored).not.toContain(cookie.split('=')[1]);
  });

  it('refuses names and addresses that are taken, in any case', async () => {
    const taken = await buildAccount(test.db, { userName: 'Mallory', email: 'Mallory@example.test' });
    const name = await register(someone({ userName: 'mALLORY' }));
    expectError(name, 'account.userNameTaken');
    expect(name.body).toMatchObject({ details: [{ path: 'userName' }] });
    const email = await register(someone({ email: taken.email.toUpperCase() }));
    expectError(email, 'account.emailTaken');
    expect(email.body).toMatchObject({ details: [{ path: 'email' }] });
  });

  it('never signs in to an account that waits for its confirmation', async () => {
    const waiting = await buildAccount(test.db, { emailConfirmed: false });
    const reply = await register(someone({ email: waiting.email }));
    expectError(reply, 'account.emailTaken');
    expect(reply.headers['set-cookie']).toBeUndefined();
    expect((await row(waiting.id)).emailConfirmed).toBe(false);
  });

  it.each(['short', 'alllower1', 'ALLUPPER1', 'NoDigits', 'Ab1'])('refuses the password %s', async (password) => {
    const reply = await register(someone({ password }));
    expectError(reply, 'account.passwordWeak');
    expect(reply.body).toMatchObject({ details: [{ path: 'password' }] });
  });

  it.each([
    ['a short name', { userName: 'ab' }, 'userName'],
    ['a long name', { userName: 'a'.repeat(16) }, 'userName'],
    ['a blank name', { userName: '    ' }, 'userName'],
    ['a name of two signs and blanks', { userName: ' ab ' }, 'userName'],
    ['a zero-width sign in the name', { userName: 'mir\u200ba' }, 'userName'],
    ['a bidirectional override in the name', { userName: '\u202emira' }, 'userName'],
    ['a control character in the name', { userName: 'mira\u0007' }, 'userName'],
    ['no address', { email: 'not-an-address' }, 'email'],
    ['no password', { password: '' }, 'password'],
  ])('refuses %s and names the field', async (_, values, field) => {
    const reply = await register(someone(values));
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: field }] });
  });

  it('stores the name normalised, so that one that looks the same is taken', async () => {
    const body = someone({ userName: '  Ｎormal\u00a0 One ' });
    expect((await register(body)).status).toBe(200);
    expect((await test.db.select().from(accounts).where(eq(accounts.email, body.email)))[0]?.userName).toBe(
      'Normal One',
    );
    expectError(await register(someone({ userName: 'normal\u3000one' })), 'account.userNameTaken');
    expect((await login(' normal  ONE', strong)).status).toBe(200);
  });

  it('refuses look-alikes of administrators and monitors and reserved names, and names the field', async () => {
    await buildAccount(test.db, { userName: 'Wardenia', role: 'Admin' });
    await buildAccount(test.db, { userName: 'Perigold', role: 'Monitor' });
    await buildAccount(test.db, { userName: 'Ordinary', role: 'User' });
    for (const userName of ['Wаrdenia', 'w4rden1a', 'wardenia', 'Рerig0ld', 'Аdmin', 'm0derator']) {
      const reply = await register(someone({ userName }));
      expectError(reply, 'account.nameReserved');
      expect(reply.body).toMatchObject({ details: [{ path: 'userName' }] });
    }
    expect((await register(someone({ userName: '0rdinary' }))).status).toBe(200);
  });

  it('refuses everybody while registration is closed', async () => {
    await setting('accountPolicy.allowRegister', false);
    expectError(await register(), 'account.registrationClosed');
  });

  it('lets an administrator confirm where accounts are not active at once', async () => {
    await setting('accountPolicy.activeOnRegister', false);
    const body = someone();
    const reply = await register(body);
    expect(reply.body).toMatchObject({ data: 'AdminConfirmationRequired' });
    expect(reply.headers['set-cookie']).toBeUndefined();
    expectError(await login(body.userName, body.password), 'account.badCredentials');
    await test.db.update(accounts).set({ emailConfirmed: true }).where(eq(accounts.userName, body.userName));
    expect((await login(body.userName, body.password)).status).toBe(200);
  });

  it('takes addresses of the allowed domains only', async () => {
    await setting('accountPolicy.emailDomainList', 'school.test, uni.test');
    expectError(await register(), 'account.emailDomainRefused');
    expect((await register(someone({ email: `new${number}@uni.test` }))).status).toBe(200);
  });

  it('makes one account of fifty that come at once under one name', async () => {
    hashCheaply();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register(someone({ userName: index % 2 ? 'TwinName' : 'twinname', email: `twin${index}@example.test` })),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'account.userNameTaken');
  });

  it('makes one account of fifty that come at once with one address', async () => {
    hashCheaply();
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, index) =>
        register(someone({ email: index % 2 ? 'Twin@example.test' : 'twin@EXAMPLE.test' })),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const reply of replies.filter(({ status }) => status !== 200)) expectError(reply, 'account.emailTaken');
  });
});

describe('POST /api/account/login', () => {
  it('takes the name or the address, in any case', async () => {
    const account = await buildAccount(test.db);
    for (const name of [account.userName, account.userName.toUpperCase(), account.email, account.email.toUpperCase()]) {
      const reply = await login(name, testPassword);
      expect(reply.status).toBe(200);
      expect(reply.body).toBeUndefined();
      expect((await profile(cookieOf(reply))).body).toMatchObject({ userId: account.id });
    }
  });

  it('prefers a name to an address of the same text', async () => {
    const [first, second] = [await buildAccount(test.db), await buildAccount(test.db)];
    await test.db.update(accounts).set({ email: second.userName }).where(eq(accounts.id, first.id));
    const reply = await login(second.userName, testPassword);
    expect((await profile(cookieOf(reply))).body).toMatchObject({ userId: second.id });
  });

  it('answers the same to an unknown name, a wrong password and an unconfirmed account', async () => {
    const known = await buildAccount(test.db);
    const waiting = await buildAccount(test.db, { emailConfirmed: false });
    const replies = [
      await login('no-such-name', testPassword),
      await login(known.userName, 'Wrong4Password'),
      await login(waiting.userName, testPassword),
    ];
    for (const reply of replies) {
      expectError(reply, 'account.badCredentials');
      expect(reply.status).toBe(401);
      expect(reply.headers['set-cookie']).toBeUndefined();
    }
    expect(new Set(replies.map(({ body }) => JSON.stringify(body))).size).toBe(1);
  });

  it('reports a ban only to a client with the right password', async () => {
    const banned = await buildAccount(test.db, { role: 'Banned' });
    expectError(await login(banned.userName, testPassword), 'account.loginBanned');
    expectError(await login(banned.userName, 'Wrong4Password'), 'account.badCredentials');
  });

  it('hashes anew what was hashed at another cost', async () => {
    const account = await buildAccount(test.db);
    expect(account.passwordHash).toContain('m=1024');
    await login(account.userName, testPassword);
    expect((await row(account.id)).passwordHash).toContain('m=19456');
    expect((await login(account.userName, testPassword)).status).toBe(200);
  });

  it('replaces the session the browser had, and keeps it when refused', async () => {
    const account = await buildAccount(test.db);
    const first = cookieOf(await login(account.userName, testPassword));
    await login(account.userName, 'Wrong4Password', { cookie: first });
    expect((await profile(first)).status).toBe(200);
    const second = cookieOf(await login(account.userName, testPassword, { cookie: first }));
    expectError(await profile(first), 'account.unauthenticated');
    expect((await profile(second)).status).toBe(200);
  });

  it('answers other calls while forty sign-ins are hashed', async () => {
    const account = await buildAccount(test.db, {
      passwordHash: `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`,
    });
    const signIns = Promise.all(Array.from({ length: 40 }, () => login(account.userName, 'Wrong4Password')));
    let done = false;
    void signIns.finally(() => {
      done = true;
    });
    expect((await test.send({ url: '/api/config' })).status).toBe(200);
    expect(done).toBe(false);
    for (const reply of await signIns) expectError(reply, 'account.badCredentials');
  });
});

describe('accounts with names from before the rules', () => {
  const odd = () => buildAccount(test.db, { userName: ` Ｏdd${++number}\u200b` });

  it('sign in with them, and with their address', async () => {
    const account = await odd();
    for (const name of [account.userName, account.email]) expect((await login(name, testPassword)).status).toBe(200);
  });

  it('keep them while something else is edited', async () => {
    const account = await odd();
    const update = (body: object) => test.call(accountRoutes.update, { as: account, body });
    expect((await update({ bio: 'edited', realName: '  Ａnn  Lee ' })).status).toBe(200);
    expect(await row(account.id)).toMatchObject({ userName: account.userName, bio: 'edited', realName: 'Ann Lee' });
  });

  it('keep them when a client sends them back', async () => {
    const account = await buildAccount(test.db, { userName: ' ａdmin  ' });
    const body = { userName: account.userName, bio: 'edited' };
    expect((await test.call(accountRoutes.update, { as: account, body })).status).toBe(200);
    expect(await row(account.id)).toMatchObject(body);
  });
});

describe('POST /api/account/logout', () => {
  it('ends this session everywhere and leaves the others', async () => {
    const account = await buildAccount(test.db);
    const [first, second] = [
      cookieOf(await login(account.userName, testPassword)),
      cookieOf(await login(account.userName, testPassword)),
    ];
    const reply = await test.call(accountRoutes.logout, { headers: { cookie: first } });
    expect(reply.status).toBe(200);
    expect(String(reply.headers['set-cookie'])).toMatch(/^GZCTF_Token=; .*Expires=Thu, 01 Jan 1970/);
    expectError(await profile(first), 'account.unauthenticated');
    expect((await profile(second)).status).toBe(200);
  });

  it('is open to the banned and closed to strangers', async () => {
    const banned = await buildAccount(test.db, { role: 'Banned' });
    expect((await test.call(accountRoutes.logout, { as: banned })).status).toBe(200);
    expectError(await test.call(accountRoutes.logout), 'account.unauthenticated');
  });
});

describe('GET /api/account/profile', () => {
  it('says who organises a game; an observer of one does not', async () => {
    const [organiser, observer] = [await buildAccount(test.db), await buildAccount(test.db)];
    const game = await buildGame(test.db);
    await test.db.insert(gameStaff).values([
      { gameId: game.id, accountId: organiser.id, role: 'organiser' },
      { gameId: game.id, accountId: observer.id, role: 'observer' },
    ]);
    const organises = async (as: AccountRow) => (await test.call(accountRoutes.profile, { as })).body.isOrganiser;
    expect(await organises(organiser)).toBe(true);
    expect(await organises(observer)).toBe(false);
  });

  it('refuses calls without a session, and reports a ban to a banned account', async () => {
    expectError(await test.call(accountRoutes.profile), 'account.unauthenticated');
    const banned = await buildAccount(test.db, { role: 'Banned' });
    const reply = await test.call(accountRoutes.profile, { as: banned });
    expectError(reply, 'account.banned');
    expect(reply.status).toBe(403);
  });
});

describe('PUT /api/account/update', () => {
  it('changes what is given, clears what is empty and leaves the rest', async () => {
    const account = await buildAccount(test.db, { bio: 'before', realName: 'Ann', phone: '123' });
    const body = { bio: 'after', realName: '', stdNumber: null };
    expect((await test.call(accountRoutes.update, { as: account, body })).status).toBe(200);
    expect(await row(account.id)).toMatchObject({ bio: 'after', realName: '', stdNumber: '', phone: '123' });
    await test.call(accountRoutes.update, { as: account, body: { phone: '' } });
    expect(await row(account.id)).toMatchObject({ bio: 'after', phone: null });
    await test.call(accountRoutes.update, { as: account, body: { bio: '' } });
    expect(await row(account.id)).toMatchObject({ bio: '' });
    expect((await test.call(accountRoutes.update, { as: account, body: {} })).status).toBe(200);
  });

  it('lets one change the case of the own name, but not take another one', async () => {
    const [account, other] = [await buildAccount(test.db), await buildAccount(test.db)];
    const rename = (userName: string) => test.call(accountRoutes.update, { as: account, body: { userName } });
    expect((await rename(account.userName.toUpperCase())).status).toBe(200);
    expectError(await rename(other.userName.toUpperCase()), 'account.userNameTaken');
  });

  it('refuses a name that looks like one of staff, but not to staff', async () => {
    const account = await buildAccount(test.db);
    const monitor = await buildAccount(test.db, { userName: 'Lanterna', role: 'Monitor' });
    const rename = (as: AccountRow, userName: string) =>
      test.call(accountRoutes.update, { as, body: { userName, bio: 'x' } });
    for (const userName of ['Lаnterna', 'St4ff']) {
      const reply = await rename(account, userName);
      expectError(reply, 'account.nameReserved');
      expect(reply.body).toMatchObject({ details: [{ path: 'userName' }] });
    }
    expect(await row(account.id)).toMatchObject({ userName: account.userName, bio: '' });
    expect((await rename(monitor, 'St4ff')).status).toBe(200);
    expect((await rename(account, ' Ｌamp ')).status).toBe(200);
    expect((await row(account.id)).userName).toBe('Lamp');
  });

  it('gives no power', async () => {
    const account = await buildAccount(test.db);
    const payload = { role: 'Admin', emailConfirmed: false, email: 'x@y.zz', passwordHash: 'x', bio: 'b' };
    await test.send({ method: 'PUT', url: '/api/account/update', as: account, payload });
    expect(await row(account.id)).toMatchObject({ role: 'User', emailConfirmed: true, email: account.email, bio: 'b' });
  });

  it.each([
    ['phone', 'abc'],
    ['bio', 'x'.repeat(129)],
    ['userName', 'ab'],
    ['userName', 'mir\u200ba'],
    ['realName', 'Ann\u202eLee'],
  ])('refuses a wrong %s', async (field, value) => {
    const account = await buildAccount(test.db);
    const reply = await test.call(accountRoutes.update, { as: account, body: { [field]: value } });
    expectError(reply, 'request.invalid');
    expect(reply.body).toMatchObject({ details: [{ path: field }] });
  });
});

describe('PUT /api/account/changepassword', () => {
  it('ends all other sessions and keeps this one', async () => {
    const account = await buildAccount(test.db);
    const [here, there] = [
      cookieOf(await login(account.userName, testPassword)),
      cookieOf(await login(account.userName, testPassword)),
    ];
    const body = { old: testPassword, new: 'Battery5Staple' };
    const reply = await test.call(accountRoutes.changePassword, { headers: { cookie: here }, body });
    expect(reply.status).toBe(200);
    expect((await profile(here)).status).toBe(200);
    expectError(await profile(there), 'account.unauthenticated');
    expectError(await login(account.userName, testPassword), 'account.badCredentials');
    expect((await login(account.userName, body.new)).status).toBe(200);
  });

  it('refuses a wrong old and a weak new password and names the field', async () => {
    const as = await buildAccount(test.db);
    const wrong = await test.call(accountRoutes.changePassword, { as, body: { old: 'Wrong4One', new: strong } });
    expectError(wrong, 'account.oldPasswordWrong');
    expect(wrong.body).toMatchObject({ details: [{ path: 'old' }] });
    const weak = await test.call(accountRoutes.changePassword, { as, body: { old: testPassword, new: 'weak12' } });
    expectError(weak, 'account.passwordWeak');
    expect(weak.body).toMatchObject({ details: [{ path: 'new' }] });
  });

  it('is done once of ten times at once', async () => {
    const as = await buildAccount(test.db);
    const replies = await Promise.all(
      Array.from({ length: 10 }, (_, index) =>
        test.call(accountRoutes.changePassword, { as, body: { old: testPassword, new: `Password${index}` } }),
      ),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
  });
});

describe('PUT /api/account/avatar', () => {
  const put = (as: AccountRow, content: Buffer | string, field = 'file') =>
    test.send({ method: 'PUT', url: '/api/account/avatar', as, ...multipartOf([{ field, content }]) });
  const picture = (background: string, width = 600) =>
    sharp({ create: { width, height: 300, channels: 3, background } })
      .png()
      .toBuffer();

  it('stores the picture, shows it, and lets go of the old one', async () => {
    const account = await buildAccount(test.db);
    const first = await put(account, await picture('#0f0'));
    expect(first.body).toMatch(/^\/assets\/[0-9a-f]{64}\/avatar\.webp$/);
    const second = String((await put(account, await picture('#00f'))).body);
    const shown = await test.call(accountRoutes.profile, { as: account });
    expect(shown.body.avatar).toBe(second.replace('avatar.webp', 'avatar'));
    const served = await test.send({ url: shown.body.avatar ?? '' });
    expect(served.headers).toMatchObject({ 'content-type': 'image/webp' });
    expect(String(served.headers['content-disposition'])).toMatch(/^inline/);
    expectError(await test.send({ url: String(first.body) }), 'asset.notFound');
  });

  it('keeps a picture that others use too', async () => {
    const [one, two] = [await buildAccount(test.db), await buildAccount(test.db)];
    const shared = await picture('#ff0');
    const url = String((await put(one, shared)).body);
    await put(two, shared);
    await put(one, await picture('#f0f'));
    expect((await test.send({ url })).headers).toMatchObject({ 'content-type': 'image/webp' });
  });

  it('stands when many store and replace the same pictures at once', async () => {
    const people = await Promise.all(Array.from({ length: 5 }, () => buildAccount(test.db)));
    const pictures = await Promise.all(['#111', '#222'].map((colour) => picture(colour, 40)));
    const replies = await Promise.all(
      Array.from({ length: 30 }, (_, index) => put(people[index % 5] as AccountRow, pictures[index % 2] as Buffer)),
    );
    expect(replies.filter(({ status }) => status !== 200)).toEqual([]);
    for (const person of people) {
      const { avatarHash } = await row(person.id);
      const [file] = await test.db
        .select()
        .from(files)
        .where(eq(files.hash, avatarHash ?? ''));
      expect(await test.deps.storage.size(file?.hash ?? '')).toBe(file?.sizeBytes);
    }
  });

  it('stands when another account lets go of the same picture in between', async () => {
    const account = await buildAccount(test.db);
    const { storage } = test.deps;
    const store = storage.put.bind(storage);
    vi.spyOn(storage, 'put').mockImplementationOnce(async (...content) => {
      const stored = await store(...content);
      await storage.delete(stored.hash);
      return stored;
    });
    const { status, body } = await put(account, await picture('#0ff'));
    expect([status, body]).toEqual([200, expect.stringMatching(/^\/assets\//)]);
    expect((await test.send({ url: String(body) })).headers).toMatchObject({ 'content-type': 'image/webp' });
  });

  it('refuses what is missing, empty, too large or no picture', async () => {
    const account = await buildAccount(test.db);
    expectError(await put(account, 'x', 'other'), 'asset.fileMissing');
    expectError(await put(account, ''), 'asset.empty');
    expectError(await put(account, 'no picture'), 'asset.notAnImage');
    const large = await put(account, Buffer.alloc(imageSizeBytesMax + 1));
    expectError(large, 'asset.tooLarge');
    expect(large.body).toMatchObject({ title: 'The file is larger than 3 MiB.', details: [{ path: 'file' }] });
    expectError(await put(account, Buffer.alloc(imageSizeBytesMax)), 'asset.notAnImage');
  });

  it('reports over a real connection that a file is too large', async () => {
    const [account, banned] = [await buildAccount(test.db), await buildAccount(test.db, { role: 'Banned' })];
    const address = await test.app.listen({ port: 0, host: '127.0.0.1' });
    const { payload, headers } = multipartOf([{ content: Buffer.alloc(30 * 1024 * 1024) }]);
    for (const [as, code] of [
      [account, 'asset.tooLarge'],
      [banned, 'account.banned'],
      [account, 'asset.tooLarge'],
    ] as const) {
      const reply = await fetch(`${address}/api/account/avatar`, {
        method: 'PUT',
        headers: { ...headers, cookie: await test.signIn(as) },
        body: new Uint8Array(payload),
      });
      expect(await reply.json()).toMatchObject({ code });
    }
  });
});
