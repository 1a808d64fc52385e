import { accountRoutes } from '@vexil/contract/account';
import { configAdminRoutes } from '@vexil/contract/config-info';
import { participationRoutes } from '@vexil/contract/participation';
import { signInRoutes as routes } from '@vexil/contract/sign-in';
import { type AccountRow, accounts, sessions } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { configEntries } from '@vexil/db/schema/config';
import { consents } from '@vexil/db/schema/consent';
import { divisions } from '@vexil/db/schema/division';
import { gameStaff } from '@vexil/db/schema/game';
import { accountLinks, signInProviders } from '@vexil/db/schema/sign-in';
import { teams } from '@vexil/db/schema/team';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { buildTeam } from '@vexil/db/testing/team';
import { and, eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, emptyRedis, expectError, startServer, type TestApp } from '../../testing/app';
import { buildFactor } from '../../testing/factor';
import { buildPasskey } from '../../testing/passkey';
import {
  buildProvider,
  type Claims,
  type OidcProvider,
  signToken,
  startOidcProvider,
  startStub,
  visitProvider,
} from '../../testing/provider';
import { recordStatements } from '../../testing/statements';
import { ticketCookie } from './factor-ticket';
import { decoy as noPassword } from './password';
import { browserCookie } from './sign-in.state';

let test: TestApp;
let guarded: TestApp;
let university: OidcProvider;
let club: OidcProvider;
beforeAll(async () => {
  test = await createTestApp({ oidcPrivateIssuers: true });
  guarded = await createTestApp();
  university = await startOidcProvider();
  club = await startOidcProvider();
});
afterAll(async () => {
  for (const one of [test, guarded, university, club]) await one.close();
});
beforeEach(async () => {
  for (const { db } of [test, guarded]) {
    await db.delete(signInProviders);
    await db.delete(configEntries);
  }
});

let people = 0;
function person(more: Claims = {}) {
  people += 1;
  const name = `person${people}`;
  return { sub: `id-${people}`, preferred_username: name, email: `${name}@uni.example`, email_verified: true, ...more };
}

/** Cookies of one browser; a session's is set by a sign-in, as in a browser. */
function openBrowser({ app }: Pick<TestApp, 'app'> = test, cookies: Record<string, string> = {}) {
  const jar = new Map(Object.entries(cookies));
  async function send(method: 'GET' | 'PUT' | 'POST' | 'DELETE', url: string, payload?: object) {
    const cookie = [...jar].map(([name, value]) => `${name}=${value}`).join('; ');
    const reply = await app.inject({ method, url, headers: { cookie }, ...(payload ? { payload } : {}) });
    for (const { name, value } of reply.cookies) jar.set(name, value);
    const isJson = String(reply.headers['content-type'] ?? '').includes('json');
    return { status: reply.statusCode, headers: reply.headers, body: isJson ? reply.json() : undefined };
  }
  const begin = async (search = '', id = 'uni') => send('GET', `/api/account/signin/${id}${search}`);
  const open = (url: string) => send('GET', url.replace('http://localhost', ''));
  const locationOf = async (url: string) => String((await open(url)).headers.location);
  return {
    jar,
    send,
    begin,
    open,
    locationOf,
    /** The whole way; returns where the browser ends up. */
    async signIn(search = '', id = 'uni') {
      const { body, status } = await begin(search, id);
      if (status !== 200) throw new Error(`The sign-in was refused with ${body.code}.`);
      return locationOf(await visitProvider(body.url));
    },
    enter: (body: object, id = 'uni') => send('PUT', `/api/account/links/${id}`, body),
    pending: async (id = 'uni') => (await send('GET', `/api/account/links/${id}`)).body.pending,
    profile: () => send('GET', '/api/account/profile'),
  };
}

const asUniversity = (given: Parameters<typeof buildProvider>[1] = {}) =>
  buildProvider(test, { issuer: university.issuer, ...given });

const linksOf = (accountId: string) => test.db.select().from(accountLinks).where(eq(accountLinks.accountId, accountId));

async function accountNamed(userName: string): Promise<AccountRow> {
  const [row] = await test.db.select().from(accounts).where(eq(accounts.userName, userName));
  if (!row) throw new Error(`There is no ${userName}.`);
  return row;
}

/** An account with a link at the university, as the claims say. */
async function linked(claims: Claims & { sub: string }, values: Parameters<typeof buildAccount>[1] = {}) {
  const account = await buildAccount(test.db, values);
  const { sub: subject } = claims;
  const link = { accountId: account.id, provider: 'uni', issuer: university.issuer, subject, label: 'x' };
  await test.db.insert(accountLinks).values(link);
  university.state.person = claims;
  return account;
}

describe('a first sign-in', () => {
  it('proposes a name, makes the account that is chosen and signs in; the next one signs in at once', async () => {
    await asUniversity();
    university.state.person = person({ preferred_username: 'Ada Lovelace' });
    const browser = openBrowser();
    expect(await browser.signIn('?from=/games/7')).toBe('/account/first?provider=uni&from=%2Fgames%2F7');
    const { email } = university.state.person;
    expect(await browser.pending()).toMatchObject({ userName: 'Ada Lovelace', email, way: 'create', label: email });
    expect(await browser.enter({ userName: 'Ada L' })).toMatchObject({ status: 200, body: { isSignedIn: true } });
    expect((await browser.profile()).body).toMatchObject({ userName: 'Ada L', email });
    const account = await accountNamed('Ada L');
    expect(account).toMatchObject({ passwordHash: noPassword, emailConfirmed: true, role: 'User' });
    expect(await browser.pending()).toBe(null);
    const again = openBrowser();
    expect(await again.signIn('?from=/games/7')).toBe('/games/7');
    expect((await again.profile()).body.userId).toBe(account.id);
    expect(await test.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(2);
  });

  it('makes two accounts of two providers that name their people alike', async () => {
    await asUniversity();
    await buildProvider(test, { id: 'club', name: 'Club', issuer: club.issuer });
    const same = person();
    university.state.person = same;
    club.state.person = { ...same, email: 'other@club.example' };
    const [first, second] = [openBrowser(), openBrowser()];
    await first.signIn();
    await first.enter({ userName: 'of university' });
    expect(await second.signIn('', 'club')).toContain('/account/first?provider=club');
    await second.enter({ userName: 'of club' }, 'club');
    expect((await first.profile()).body.userId).not.toBe((await second.profile()).body.userId);
    expect((await openBrowser().send('GET', '/api/account/providers')).body).toEqual([
      { id: 'uni', name: 'University', kind: 'oidc', icon: 'key' },
      { id: 'club', name: 'Club', kind: 'oidc', icon: 'key' },
    ]);
  });

  it('keeps what was typed apart from what is taken, reserved or no name', async () => {
    await asUniversity();
    const other = await buildAccount(test.db);
    await buildAccount(test.db, { role: 'Admin', userName: 'Headmaster' });
    university.state.person = person();
    const browser = openBrowser();
    await browser.signIn();
    for (const [userName, code] of [
      [other.userName.toUpperCase(), 'account.userNameTaken'],
      ['Headmaster', 'account.nameReserved'],
      ['x', 'request.invalid'],
      ['x'.repeat(16), 'request.invalid'],
      ['\u202eadmin', 'request.invalid'],
      ['a\u0000bc', 'request.invalid'],
    ] as const) {
      expect((await browser.enter({ userName })).body, userName).toMatchObject({ code });
    }
    expect((await browser.enter({})).body.code).toBe('request.invalid');
    expect((await browser.enter({ userName: 'Grace' })).status).toBe(200);
  });

  it('makes no account without the terms that stand, and stores what was accepted', async () => {
    await asUniversity();
    university.state.person = person();
    const browser = openBrowser();
    await browser.signIn();
    await test.db.insert(configEntries).values({ key: 'termsPolicy.terms', value: '"Be fair."' });
    for (const acceptedTerms of [undefined, null, '0'.repeat(64)]) {
      const { status, body } = await browser.enter({ userName: 'Agrees', acceptedTerms });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'account.termsNotAccepted', details: [{ path: 'acceptedTerms' }] });
    }
    const { hash } = (await browser.send('GET', '/api/account/terms')).body;
    expect((await browser.enter({ userName: 'Agrees', acceptedTerms: hash })).status).toBe(200);
    expect((await browser.profile()).body.termsDue).toBe(false);
    const { id } = await accountNamed('Agrees');
    expect(await test.db.select().from(consents).where(eq(consents.accountId, id))).toMatchObject([{ hash }]);
    await test.db.delete(configEntries).where(eq(configEntries.key, 'termsPolicy.terms'));
  });

  it('makes no account without the answers that are required, and stores those that are given', async () => {
    await asUniversity();
    university.state.person = person();
    const browser = openBrowser();
    await browser.signIn();
    const field = { id: 'school', name: 'School', kind: 'Text', choices: [], required: true, visibility: 'Staff' };
    await test.db.insert(configEntries).values({ key: 'accountPolicy.fields', value: JSON.stringify([field]) });
    for (const fields of [undefined, null, {}, { school: ' ' }]) {
      const { status, body } = await browser.enter({ userName: 'Answers', fields });
      expect(status).toBe(400);
      expect(body).toMatchObject({ code: 'account.fieldRequired', details: [{ path: 'fields.school' }] });
    }
    expect((await browser.enter({ userName: 'Answers', fields: { school: 'North' } })).status).toBe(200);
    expect((await browser.profile()).body.fieldsDue).toBe(false);
    expect((await accountNamed('Answers')).fields).toEqual({ school: 'North' });
    await test.db.delete(configEntries).where(eq(configEntries.key, 'accountPolicy.fields'));
  });

  it('makes one account, however often the page sends it', async () => {
    await asUniversity();
    university.state.person = person();
    const browser = openBrowser();
    await browser.signIn();
    const before = await test.db.$count(accounts);
    const cookie = { [browserCookie]: browser.jar.get(browserCookie) ?? '' };
    const replies = await Promise.all(
      Array.from({ length: 50 }, (_, at) => openBrowser(test, cookie).enter({ userName: `Twin ${at}` })),
    );
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    for (const { body, status } of replies.filter((one) => one.status !== 200)) {
      expect(['account.linkTaken', 'account.emailTaken', 'account.signInExpired'], body.code).toContain(body.code);
      expect(status).toBe(400);
    }
    expect(await test.db.$count(accounts)).toBe(before + 1);
  });

  it('goes on at another server, and costs one more try when Redis is emptied', async () => {
    await asUniversity();
    university.state.person = person();
    const other = await startServer(test);
    const browser = openBrowser();
    const { body } = await browser.begin();
    const back = await visitProvider(body.url);
    const elsewhere = openBrowser(other, Object.fromEntries(browser.jar));
    expect(await elsewhere.locationOf(back)).toContain('/account/first');
    await emptyRedis(test.deps);
    expect((await browser.enter({ userName: 'Lost' })).body.code).toBe('account.signInExpired');
    expect(await browser.signIn()).toContain('/account/first');
    expect((await browser.enter({ userName: 'Found' })).status).toBe(200);
    await other.close();
  });

  it('asks for an address where the provider has verified none, and confirms it as any other', async () => {
    await asUniversity();
    await test.db.insert(configEntries).values([
      { key: 'accountPolicy.activeOnRegister', value: 'false' },
      { key: 'accountPolicy.emailDomainList', value: '"uni.example"' },
    ]);
    university.state.person = person({ email_verified: false });
    const taken = await buildAccount(test.db, { email: 'taken@uni.example' });
    const browser = openBrowser();
    await browser.signIn();
    expect(await browser.pending()).toMatchObject({ email: null, way: 'create' });
    expect((await browser.enter({ userName: 'Unverified' })).body.code).toBe('request.invalid');
    expect((await browser.enter({ userName: 'Unverified', email: 'a@else.example' })).body.code).toBe(
      'account.emailDomainRefused',
    );
    expect((await browser.enter({ userName: 'Unverified', email: taken.email })).body.code).toBe('account.emailTaken');
    const { body } = await browser.enter({ userName: 'Unverified', email: 'fresh@uni.example' });
    expect(body).toEqual({ isSignedIn: false });
    expect(await accountNamed('Unverified')).toMatchObject({ emailConfirmed: false });
    expect(await openBrowser().signIn()).toBe('/account/login?problem=account.unconfirmed&from=%2F');
  });

  it('is refused where the provider makes no accounts, and allowed where registration is closed', async () => {
    await asUniversity({ makesAccounts: false });
    await test.db.insert(configEntries).values({ key: 'accountPolicy.allowRegister', value: 'false' });
    university.state.person = person();
    const browser = openBrowser();
    await browser.signIn();
    expect(await browser.pending()).toMatchObject({ way: 'closed' });
    expect((await browser.enter({ userName: 'Closed' })).body.code).toBe('account.registrationClosed');
    await asUniversity();
    expect((await browser.enter({ userName: 'Closed' })).status).toBe(200);
  });
});

describe('an address that has an account', () => {
  it('is not linked by itself: the page says so, and no account is made', async () => {
    await asUniversity();
    const owner = await buildAccount(test.db);
    university.state.person = person({ email: owner.email.toUpperCase() });
    const browser = openBrowser();
    await browser.signIn();
    expect(await browser.pending()).toMatchObject({ way: 'taken' });
    expect((await browser.enter({ userName: 'Second' })).body.code).toBe('account.emailTaken');
    expect((await browser.enter({ password: testPassword })).body.code).toBe('account.badCredentials');
    expect(await linksOf(owner.id)).toEqual([]);
  });

  it('is linked by its password where the setting allows, within the budget of guesses', async () => {
    await asUniversity({ linksByEmail: true });
    const owner = await buildAccount(test.db);
    university.state.person = person({ email: owner.email });
    const browser = openBrowser();
    await browser.signIn();
    expect(await browser.pending()).toMatchObject({ way: 'password' });
    expect((await browser.enter({ password: 'wrong' })).body.code).toBe('account.badCredentials');
    expect((await browser.enter({ password: testPassword })).status).toBe(200);
    expect((await browser.profile()).body.userId).toBe(owner.id);
    expect(await linksOf(owner.id)).toMatchObject([{ provider: 'uni', issuer: university.issuer }]);
  });

  it('is linked by its passkey, alone and without a password, and by no other', async () => {
    await asUniversity({ linksByEmail: true });
    const owner = await buildAccount(test.db, { passwordHash: noPassword });
    const [own, other] = [await buildPasskey(test, owner), await buildPasskey(test, await buildAccount(test.db))];
    university.state.person = person({ email: owner.email });
    const browser = openBrowser();
    await browser.signIn();
    expect(await browser.pending()).toMatchObject({ way: 'password' });
    const ask = async () => (await browser.send('POST', accountRoutes.challengePasskey.path)).body;
    const refusedWith = async (passkey: object) => (await browser.enter({ passkey })).body.code;
    expect(await refusedWith(other.sign(await ask()))).toBe('account.passkeyInvalid');
    expect(await refusedWith(own.sign(await ask(), { origin: 'https://vexil.example.net' }))).toBe(
      'account.passkeyInvalid',
    );
    expect(await refusedWith(own.sign(await ask(), { isVerified: false }))).toBe('account.passkeyInvalid');
    const stranger = openBrowser();
    const foreign = (await stranger.send('POST', accountRoutes.challengePasskey.path)).body;
    expect(await refusedWith(own.sign(foreign))).toBe('account.passkeyExpired');
    for (const passkey of [5, 'x', [], {}, { id: 'x' }])
      expect((await browser.enter({ passkey })).body.code).toBe('request.invalid');
    expect(await linksOf(owner.id)).toEqual([]);
    expect((await browser.profile()).status).toBe(401);
    const proof = own.sign(await ask());
    const replies = await Promise.all(Array.from({ length: 50 }, () => browser.enter({ passkey: proof })));
    expect(replies.filter(({ status }) => status === 200)).toHaveLength(1);
    expect((await browser.profile()).body.userId).toBe(owner.id);
    expect(await linksOf(owner.id)).toMatchObject([{ provider: 'uni', issuer: university.issuer }]);
  });

  it('is linked by no passkey where the setting does not allow it, or the account is banned', async () => {
    await asUniversity({ linksByEmail: false });
    const owner = await buildAccount(test.db);
    const passkey = await buildPasskey(test, owner);
    university.state.person = person({ email: owner.email });
    const browser = openBrowser();
    await browser.signIn();
    const enter = async () => {
      const { body } = await browser.send('POST', accountRoutes.challengePasskey.path);
      return (await browser.enter({ passkey: passkey.sign(body) })).body.code;
    };
    expect(await enter()).toBe('account.badCredentials');
    await test.db.delete(signInProviders);
    await asUniversity({ linksByEmail: true });
    await test.db.update(accounts).set({ role: 'Banned' }).where(eq(accounts.id, owner.id));
    expect(await enter()).toBe('account.loginBanned');
    expect(await linksOf(owner.id)).toEqual([]);
  });

  it('needs the second factor, too, and is never linked by an address that is not verified', async () => {
    await asUniversity({ linksByEmail: true });
    const owner = await buildAccount(test.db);
    const { code } = await buildFactor(test, owner);
    university.state.person = person({ email: owner.email });
    const browser = openBrowser();
    await browser.signIn();
    expect((await browser.enter({ password: testPassword })).body.code).toBe('account.factorRequired');
    expect((await browser.enter({ password: testPassword, code: '000000' })).body.code).toBe('account.factorWrong');
    expect(await linksOf(owner.id)).toEqual([]);
    expect((await browser.enter({ password: testPassword, code })).status).toBe(200);
    expect(await linksOf(owner.id)).toHaveLength(1);

    const victim = await buildAccount(test.db);
    university.state.person = person({ email: victim.email, email_verified: 'true' });
    const other = openBrowser();
    await other.signIn();
    expect(await other.pending()).toMatchObject({ email: null, way: 'create' });
    expect((await other.enter({ password: testPassword })).body.code).toBe('account.badCredentials');
    const waiting = await buildAccount(test.db, { emailConfirmed: false });
    university.state.person = person({ email: waiting.email });
    await other.signIn();
    expect(await other.pending()).toMatchObject({ way: 'taken' });
  });
});

describe('a linked account', () => {
  it('is asked for its second factor, in the browser that returned', async () => {
    await asUniversity();
    const account = await linked(person());
    const { code } = await buildFactor(test, account);
    const browser = openBrowser();
    expect(await browser.signIn('?from=/teams')).toBe('/account/login?step=factor&from=%2Fteams');
    expect(browser.jar.get(ticketCookie)).toBeTruthy();
    expect((await browser.profile()).status).toBe(401);
    expect((await browser.send('POST', '/api/account/login/factor', { code })).status).toBe(200);
    expect((await browser.profile()).body.userId).toBe(account.id);
  });

  it('takes three statements and the transaction around them, and keeps which browser it was', async () => {
    await asUniversity();
    const account = await linked(person());
    const statements: string[] = [];
    const database = recordStatements(test.database, statements);
    const other = await startServer({ deps: { ...test.deps, database } });
    const browser = openBrowser(other);
    expect(await browser.signIn()).toBe('/');
    statements.length = 0;
    expect(await openBrowser(other).signIn()).toBe('/');
    const shared = /topic_versions|scoreboard_versions|^with due as/;
    expect(statements.filter((text) => !shared.test(text))).toEqual([
      'begin',
      expect.stringMatching(/^select .* for no key update/),
      expect.stringMatching(/^update "account_links"/),
      expect.stringMatching(/^with "seen" as \(update "accounts"/),
      'commit',
    ]);
    const known = await test.db.select().from(sessions).where(eq(sessions.accountId, account.id));
    expect(new Set(known.map(({ deviceHash }) => deviceHash)).size).toBe(2);
    expect(known.every(({ deviceHash }) => deviceHash !== null)).toBe(true);
    const { lastSignedInAt, ip } = await accountNamed(account.userName);
    expect(known).toContainEqual(expect.objectContaining({ createdAt: lastSignedInAt, ip }));
    await other.close();
  });

  it('is not signed in where its link goes while its account is locked', async () => {
    await asUniversity();
    const account = await linked(person());
    let signedIn: Promise<string> | undefined;
    const waiting = async () =>
      (
        await test.database.sql`select from pg_stat_activity
          where wait_event_type = 'Lock' and query ilike '%account_links%' and datname = current_database()`
      ).length;
    await test.db.transaction(async (tx) => {
      await tx.select().from(accounts).where(eq(accounts.id, account.id)).for('no key update');
      signedIn = openBrowser().signIn();
      await expect.poll(waiting).toBe(1);
      await tx.delete(accountLinks).where(eq(accountLinks.accountId, account.id));
    });
    expect(await signedIn).toContain('/account/first');
    expect(await test.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(0);
  });

  it('is refused when it is banned', async () => {
    await asUniversity();
    await linked(person(), { role: 'Banned' });
    expect(await openBrowser().signIn()).toBe('/account/login?problem=account.loginBanned&from=%2F');
  });

  it('is linked and unlinked by its owner, after a fresh proof, and never loses the last way in', async () => {
    await asUniversity();
    const account = await buildAccount(test.db);
    university.state.person = person();
    const cookie = await test.signIn(account);
    const [name = '', value = ''] = cookie.split('=');
    const browser = openBrowser(test, { [name]: value });
    await test.db.update(sessions).set({ provedAt: null }).where(eq(sessions.accountId, account.id));
    expect((await browser.begin('?link=true')).body.code).toBe('account.stepUpRequired');
    expect((await openBrowser().begin('?link=true')).body.code).toBe('account.unauthenticated');
    await test.db.update(sessions).set({ provedAt: test.clock.now() }).where(eq(sessions.accountId, account.id));
    expect(await browser.signIn('?link=true&from=/account/profile')).toBe('/account/profile');
    const { body } = await browser.send('GET', '/api/account/links/uni');
    expect(body).toMatchObject({ link: { label: university.state.person.email }, pending: null });
    // Once more, by another account of the provider, and by another account of ours.
    university.state.person = person();
    expect(await browser.signIn('?link=true')).toBe('/account/profile?problem=account.linkTaken');
    const stranger = await buildAccount(test.db);
    university.state.person = { sub: (await linksOf(account.id))[0]?.subject ?? '' };
    const [, strange = ''] = (await test.signIn(stranger)).split('=');
    expect(await openBrowser(test, { [name]: strange }).signIn('?link=true')).toContain('problem=account.linkTaken');

    await test.db.update(accounts).set({ passwordHash: noPassword }).where(eq(accounts.id, account.id));
    expect((await browser.send('DELETE', '/api/account/links/uni')).body.code).toBe('account.lastWayIn');
    await test.db
      .insert(accountLinks)
      .values({ accountId: account.id, provider: 'gone', issuer: 'x', subject: 'x', label: 'x' });
    expect((await browser.send('DELETE', '/api/account/links/uni')).body.code).toBe('account.lastWayIn');
    await buildProvider(test, { id: 'gone', kind: 'github', name: 'GitHub' });
    expect((await browser.send('DELETE', '/api/account/links/uni')).status).toBe(200);
    expect((await browser.send('DELETE', '/api/account/links/uni')).body.code).toBe('account.linkNotFound');
    expect((await openBrowser().send('DELETE', '/api/account/links/uni')).status).toBe(401);
  });

  it('keeps one way in when two are removed at once', async () => {
    await asUniversity();
    await buildProvider(test, { id: 'gh', kind: 'github', name: 'GitHub' });
    const account = await buildAccount(test.db, { passwordHash: noPassword });
    for (const provider of ['uni', 'gh']) {
      const values = { provider, issuer: provider, subject: account.id, label: 'x' };
      await test.db.insert(accountLinks).values({ accountId: account.id, ...values });
    }
    const remove = (provider: string) => test.call(routes.unlink, { as: account, params: { provider } });
    const replies = await Promise.all([remove('uni'), remove('gh')]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 400]);
    expect(await linksOf(account.id)).toHaveLength(1);
  });

  it('is not linked by the link of another account whose session has ended meanwhile', async () => {
    await asUniversity();
    const account = await buildAccount(test.db);
    university.state.person = person();
    const [name = '', value = ''] = (await test.signIn(account)).split('=');
    const browser = openBrowser(test, { [name]: value });
    const back = await visitProvider((await browser.begin('?link=true')).body.url);
    browser.jar.delete(name);
    expect(await browser.locationOf(back)).toBe('/account/profile?problem=account.signInExpired');
    expect(await linksOf(account.id)).toEqual([]);
  });

  it('is gone with its account', async () => {
    await asUniversity();
    const account = await linked(person());
    await test.db.delete(accounts).where(eq(accounts.id, account.id));
    expect(await openBrowser().signIn()).toContain('/account/first');
  });
});

describe('a return from a provider', () => {
  it('counts once, whatever is sent again', async () => {
    await asUniversity();
    await linked(person());
    const browser = openBrowser();
    const back = await visitProvider((await browser.begin()).body.url);
    const cookies = Object.fromEntries(browser.jar);
    const ends = await Promise.all(Array.from({ length: 50 }, () => openBrowser(test, cookies).locationOf(back)));
    expect(ends.filter((end) => end === '/')).toHaveLength(1);
    expect(ends.filter((end) => end === '/account/login?problem=account.signInExpired&from=%2F')).toHaveLength(49);
    // The code alone, with a state of its own.
    const { body } = await browser.begin();
    const state = new URL(body.url).searchParams.get('state') ?? '';
    const mixed = back.replace(/state=[0-9a-f]+/, `state=${state}`);
    expect(await browser.locationOf(mixed)).toContain('problem=account.signInInvalid');
  });

  it('is refused without the cookie of the browser, at another provider, late, without a state and with a strange one', async () => {
    await asUniversity();
    await buildProvider(test, { id: 'club', name: 'Club', issuer: club.issuer });
    await linked(person());
    const browser = openBrowser();
    const start = async () => visitProvider((await browser.begin()).body.url);
    const expired = '/account/login?problem=account.signInExpired';
    const signedIn = await test.db.$count(sessions);
    expect(await openBrowser().locationOf(await start())).toContain(expired);
    expect(await openBrowser(test, { [browserCookie]: '0'.repeat(32) }).locationOf(await start())).toContain(expired);
    expect(await browser.locationOf((await start()).replace('/uni?', '/club?'))).toContain(expired);
    for (const search of [
      '',
      '?',
      '?state=',
      '?state=x&code=y',
      `?state=${'f'.repeat(256)}`,
      '?state[]=1',
      '?code=1',
    ]) {
      expect(await browser.locationOf(`/api/account/callback/uni${search}`), search).toContain(expired);
    }
    expect(await browser.locationOf('/api/account/callback/nowhere?state=1')).toContain(expired);
    expect(await test.db.$count(sessions)).toBe(signedIn);
  });

  it('says that it was cancelled, or that the provider failed', async () => {
    await asUniversity();
    const browser = openBrowser();
    const answer = async (error: string) => {
      const state = new URL((await browser.begin()).body.url).searchParams.get('state') ?? '';
      const iss = encodeURIComponent(university.issuer);
      return browser.locationOf(`/api/account/callback/uni?state=${state}&error=${error}&iss=${iss}`);
    };
    expect(await answer('access_denied')).toContain('problem=account.signInCancelled');
    expect(await answer('temporarily_unavailable')).toContain('problem=account.providerUnavailable');
    expect(await answer('invalid_scope')).toContain('problem=account.signInInvalid');
  });

  it.each([
    '//evil.example',
    '/\\evil.example',
    'https://evil.example',
    'javascript:alert(1)',
    '/a\nb',
    '',
    `/${'x'.repeat(1024)}`,
  ])('never leads to %j', async (from) => {
    await asUniversity();
    const { body, status } = await openBrowser().begin(`?from=${encodeURIComponent(from)}`);
    expect([status, body.code]).toEqual([400, 'request.invalid']);
  });
});

describe('a token', () => {
  let stub: Awaited<ReturnType<typeof startStub>>;
  beforeAll(async () => {
    stub = await startStub({});
  });
  afterAll(() => stub.close());

  /** A sign-in whose token has these claims. */
  async function returnWith(change: Claims, make = signToken, header?: Claims) {
    await buildProvider(test, { issuer: stub.url });
    const browser = openBrowser();
    const { searchParams } = new URL((await browser.begin()).body.url);
    const now = Math.floor(Date.now() / 1000);
    const nonce = searchParams.get('nonce');
    const right = { iss: stub.url, aud: 'vexil', sub: 'someone', nonce, iat: now, exp: now + 60 };
    const idToken = make({ ...right, ...person(), sub: 'someone', ...change }, header);
    stub.answers['/token'] = { body: { access_token: 'a', token_type: 'bearer', id_token: idToken } };
    return browser.locationOf(`/api/account/callback/uni?code=c&state=${searchParams.get('state')}`);
  }
  const invalid = '/account/login?problem=account.signInInvalid';
  const encode = (value: unknown) => Buffer.from(JSON.stringify(value)).toString('base64url');

  it('signs in where all of it is right, with the proof of the key and the secret', async () => {
    expect(await returnWith({})).toContain('/account/first');
    const { body } = stub.asked.find(({ path }) => path === '/token') ?? {};
    expect(new URLSearchParams(body).get('code_verifier')).toHaveLength(43);
    expect(new URLSearchParams(body).get('client_secret')).toBe('secret-of-the-client');
  });

  it.each([
    ['another audience', { aud: 'other' }],
    ['several audiences and no party', { aud: ['vexil', 'other'] }],
    ['another issuer', { iss: 'https://evil.example' }],
    ['another nonce', { nonce: 'other' }],
    ['no nonce', { nonce: undefined }],
    ['no subject', { sub: undefined }],
    ['a subject that cannot be stored', { sub: 'a\u0000b' }],
    ['a subject of 300 characters', { sub: 'x'.repeat(300) }],
  ])('is refused with %s', async (_name, change) => {
    expect(await returnWith(change)).toContain(invalid);
  });

  it('is refused when it has expired or the clocks differ by minutes, with the words for it', async () => {
    const now = Math.floor(Date.now() / 1000);
    const clock = '/account/login?problem=account.signInClock';
    expect(await returnWith({ iat: now - 400, exp: now - 300 })).toContain(clock);
    expect(await returnWith({ nbf: now + 300 })).toContain(clock);
    // Half a minute is no reason.
    expect(await returnWith({ iat: now - 90, exp: now - 30 })).toContain('/account/first');
  });

  it('is refused when it is unsigned, signed with the secret, by another key or changed', async () => {
    const unsigned = (claims: Claims) => `${encode({ alg: 'none' })}.${encode(claims)}.`;
    const bySecret = (claims: Claims) => signToken(claims, { alg: 'HS256' });
    const changed = (claims: Claims) => {
      const [head, , signature] = signToken(claims).split('.');
      return `${head}.${encode({ ...claims, sub: 'another' })}.${signature}`;
    };
    for (const make of [unsigned, bySecret, changed, () => 'no.token', () => '']) {
      expect(await returnWith({}, make as typeof signToken)).toContain('problem=account.signInInvalid');
    }
    expect(await returnWith({}, signToken, { alg: 'RS256', kid: 'unknown' })).toContain(invalid);
  });
});

describe('who may enter', () => {
  it('is decided by domain and group, at every sign-in', async () => {
    const enter = async (claims: Claims) => {
      university.state.person = person(claims);
      return openBrowser().signIn();
    };
    await asUniversity({
      domains: ['Uni.example', 'bücher.example'],
      groups: ['students', 'staff'],
      scopes: 'openid email profile groups',
    });
    expect(await enter({ groups: ['students'] })).toContain('/account/first');
    expect(await enter({ groups: 'staff' })).toContain('/account/first');
    expect(await enter({ groups: ['students'], email: 'x@xn--bcher-kva.example' })).toContain('/account/first');
    const refused = 'problem=account.signInNotAllowed';
    for (const groups of [['student'], [], undefined, { students: true }]) {
      expect(await enter({ groups }), JSON.stringify(groups)).toContain(refused);
    }
    expect(await enter({ groups: ['staff'], email: 'x@else.example' })).toContain(refused);
    expect(await enter({ groups: ['staff'], email: 'x@uni.example.evil.example' })).toContain(refused);
    expect(await enter({ groups: ['staff'], email_verified: false })).toContain('problem=account.emailUnverified');
    const account = await linked(person({ groups: ['graduates'] }));
    expect(await openBrowser().signIn()).toContain(refused);
    expect(await test.db.$count(sessions, eq(sessions.accountId, account.id))).toBe(0);
  });

  it('has the rights that the groups give, as long as they do, and never those of an administrator', async () => {
    const [game, other] = [await buildGame(test.db), await buildGame(test.db)];
    const [division] = await test.db
      .insert(divisions)
      .values({ gameId: game.id, name: 'Students', inviteCode: 'secret-code' })
      .returning();
    const divisionId = division?.id ?? 0;
    const rule = { gameId: game.id, divisionId: null, staffRole: null };
    await asUniversity({
      scopes: 'openid email profile groups',
      rules: [
        { ...rule, group: 'students', divisionId },
        { ...rule, group: 'helpers', staffRole: 'observer' },
        { ...rule, group: 'heads', staffRole: 'organiser' },
        { ...rule, group: 'heads', gameId: 999_999, staffRole: 'organiser' },
      ],
    });
    const me = person({ groups: ['helpers', 'heads', 'Admin'] });
    const account = await linked(me);
    await test.db.insert(gameStaff).values({ gameId: other.id, accountId: account.id, role: 'observer' });
    const rolesNow = () =>
      test.db
        .select()
        .from(gameStaff)
        .where(and(eq(gameStaff.accountId, account.id), eq(gameStaff.gameId, game.id)));
    await openBrowser().signIn();
    expect(await rolesNow()).toMatchObject([{ role: 'organiser', grantedBy: 'uni' }]);
    university.state.person = { ...me, groups: ['helpers'] };
    await openBrowser().signIn();
    expect(await rolesNow()).toMatchObject([{ role: 'observer' }]);
    const entries = await test.db.select().from(auditEntries).where(eq(auditEntries.gameId, game.id));
    expect(entries.map(({ action, after }) => [action, after])).toEqual([
      ['game.setStaff', { role: 'organiser', reason: 'uni' }],
      ['game.setStaff', { role: 'observer', reason: 'uni' }],
    ]);
    university.state.person = { ...me, groups: ['students'] };
    await openBrowser().signIn();
    expect(await rolesNow()).toEqual([]);
    expect(await test.db.$count(gameStaff, eq(gameStaff.accountId, account.id))).toBe(1);
    expect((await accountNamed(account.userName)).role).toBe('User');

    // The division that its group opens is joined without the code.
    const team = await buildTeam(test.db, { captainId: account.id });
    const join = (teamId: number, as: AccountRow) =>
      test.call(participationRoutes.join, { as, params: { id: game.id }, body: { teamId, divisionId } });
    const stranger = await buildTeam(test.db);
    expectError(await join(stranger.team.id, stranger.captain), 'participation.inviteCodeWrong');
    const openFor = async (as: AccountRow) =>
      (await test.call(participationRoutes.check, { as, params: { id: game.id } })).body.openDivisions;
    expect(await openFor(account)).toEqual([divisionId]);
    expect(await openFor(stranger.captain)).toEqual([]);
    expect((await join(team.team.id, account)).status).toBe(200);
    // Players become no staff.
    university.state.person = { ...me, groups: ['heads'] };
    await openBrowser().signIn();
    expect(await rolesNow()).toEqual([]);
  });

  it('keeps a role that a person has given', async () => {
    const game = await buildGame(test.db);
    await asUniversity({
      scopes: 'openid groups',
      rules: [{ group: 'helpers', gameId: game.id, divisionId: null, staffRole: 'observer' }],
    });
    const me = person({ groups: ['helpers'] });
    const account = await linked(me);
    await test.db.insert(gameStaff).values({ gameId: game.id, accountId: account.id, role: 'organiser' });
    await openBrowser().signIn();
    university.state.person = { ...me, groups: [] };
    await openBrowser().signIn();
    const rows = await test.db.select().from(gameStaff).where(eq(gameStaff.accountId, account.id));
    expect(rows).toMatchObject([{ role: 'organiser', grantedBy: null }]);
  });
});

describe('a provider', () => {
  it('that is gone is said within a second, and the password still signs in', async () => {
    const stub = await startStub({});
    await stub.close();
    await buildProvider(test, { issuer: stub.url });
    const admin = await buildAccount(test.db, { role: 'Admin' });
    const startedAt = performance.now();
    expect((await openBrowser().begin()).body.code).toBe('account.providerUnavailable');
    const body = { userName: admin.userName, password: testPassword };
    expect(performance.now() - startedAt).toBeLessThan(1500);
    expect((await test.call(accountRoutes.login, { body })).status).toBe(200);
  });

  it('that never answers is given up after a second', async () => {
    const { createServer } = await import('node:net');
    const silent = createServer(() => undefined);
    await new Promise<void>((resolve) => silent.listen(0, '127.0.0.1', resolve));
    const address = silent.address();
    const port = typeof address === 'object' ? address?.port : 0;
    await buildProvider(test, { issuer: `http://127.0.0.1:${port}` });
    const startedAt = performance.now();
    expect((await openBrowser().begin()).body.code).toBe('account.providerUnavailable');
    expect(performance.now() - startedAt).toBeLessThan(2500);
    silent.close();
  });

  it.each([
    [
      'names another issuer',
      { body: { issuer: 'https://evil.example', authorization_endpoint: 'https://evil.example' } },
    ],
    ['redirects', { status: 302, headers: { location: 'http://127.0.0.1:1/' }, body: {} }],
    ['answers no document', { body: [1] }],
    ['answers with an error', { status: 500, body: {} }],
  ])('is refused when its discovery %s', async (_name, answer) => {
    const stub = await startStub({ '/.well-known/openid-configuration': answer });
    await buildProvider(test, { issuer: stub.url });
    expect((await openBrowser().begin()).body.code).toBe('account.providerUnavailable');
    await stub.close();
  });

  it('is refused when its sign-in page is a script', async () => {
    const stub = await startStub({});
    const { body } = stub.answers['/.well-known/openid-configuration'] as { body: object };
    stub.answers['/.well-known/openid-configuration'] = {
      body: { ...body, authorization_endpoint: 'javascript:alert(1)' },
    };
    await buildProvider(test, { issuer: stub.url });
    expect((await openBrowser().begin()).body.code).toBe('account.providerUnavailable');
    await stub.close();
  });

  it('inside is not asked unless the operator allows it, also where its name or a redirect leads there', async () => {
    const stub = await startStub({});
    for (const issuer of [stub.url, stub.url.replace('http:', 'https:'), stub.url.replace('127.0.0.1', 'localhost')]) {
      await buildProvider(guarded, { issuer });
      expect((await openBrowser(guarded).begin()).body.code, issuer).toBe('account.providerUnavailable');
    }
    expect(stub.asked).toEqual([]);
    await stub.close();
  });

  it('that is turned off or unknown does not exist', async () => {
    await asUniversity({ isEnabled: false });
    expect((await openBrowser().begin()).body.code).toBe('account.providerNotFound');
    expect((await openBrowser().begin('', 'absent')).body.code).toBe('account.providerNotFound');
    expect((await openBrowser().begin('', 'UNI')).body.code).toBe('request.notFound');
    expect((await openBrowser().send('GET', '/api/account/providers')).body).toEqual([]);
  });
});

describe('a provider that is known', () => {
  /** As its tokens are; `of` is the address of the stub. */
  async function signInAs(
    kind: 'google' | 'microsoft',
    claims: Claims,
    given: Parameters<typeof buildProvider>[1] = {},
  ) {
    const stub = await startStub({});
    await buildProvider(test, { ...given, id: kind, kind, name: kind, issuer: stub.url });
    const browser = openBrowser();
    const { searchParams } = new URL((await browser.begin('', kind)).body.url);
    const [state, nonce] = [searchParams.get('state'), searchParams.get('nonce')];
    const now = Math.floor(Date.now() / 1000);
    const token = signToken({ iss: stub.url, aud: 'vexil', iat: now, exp: now + 60, nonce, ...claims });
    stub.answers['/token'] = { body: { access_token: 'a', token_type: 'Bearer', id_token: token } };
    const to = await browser.locationOf(`/api/account/callback/${kind}?code=c&state=${state}`);
    await stub.close();
    return { to, browser, scope: searchParams.get('scope') };
  }

  it('as Google is asked for the domain of the workspace, not of the address', async () => {
    const ada = { sub: '1093', email: 'ada@uni.example', email_verified: true, name: 'Ada L', hd: 'uni.example' };
    const domains = ['uni.example'];
    const { browser, scope } = await signInAs('google', ada, { domains });
    expect(scope).toBe('openid email profile');
    expect(await browser.pending('google')).toMatchObject({ email: ada.email, userName: 'Ada L', way: 'create' });
    for (const hd of [undefined, 'else.example'])
      expect((await signInAs('google', { ...ada, hd }, { domains })).to).toContain('account.signInNotAllowed');
  });

  it('as Microsoft verifies no address, so that one is asked for', async () => {
    const ada = { sub: 'AAAA', oid: 'b', tid: 'c', preferred_username: 'ada@uni.example', email: 'ada@uni.example' };
    const { browser } = await signInAs('microsoft', ada);
    expect(await browser.pending('microsoft')).toMatchObject({ email: null, userName: 'ada', way: 'create' });
  });
});

describe('a provider without OpenID Connect', () => {
  const token = { body: { access_token: 'opaque', token_type: 'Bearer', scope: 'x' } };

  async function signInWith(
    kind: 'github' | 'discord' | 'ctftime',
    answers: Parameters<typeof startStub>[0],
    given: Parameters<typeof buildProvider>[1] = {},
  ) {
    const stub = await startStub(answers);
    await buildProvider(test, { ...given, id: kind, kind, name: kind, issuer: stub.url });
    const browser = openBrowser();
    const url = new URL((await browser.begin('', kind)).body.url);
    const state = url.searchParams.get('state');
    const to = await browser.locationOf(`/api/account/callback/${kind}?code=c&state=${state}`);
    await stub.close();
    return { browser, url, to, stub };
  }

  it('as GitHub is known by its number, and by the verified primary address', async () => {
    people += 1;
    const primary = { email: `octo${people}@post.example`, primary: true, verified: true };
    const answers = {
      '/login/oauth/access_token': token,
      '/api/v3/user': { body: { id: 583_231, login: 'octocat', name: 'The Octocat', email: null } },
      '/api/v3/user/emails': { body: [{ email: 'old@post.example', primary: false, verified: true }, primary] },
    };
    const { browser, url, stub } = await signInWith('github', answers);
    expect(url.href).toContain('/login/oauth/authorize?');
    expect(url.searchParams.get('code_challenge_method')).toBe('S256');
    expect(await browser.pending('github')).toMatchObject({ userName: 'octocat', email: primary.email });
    const asked = stub.asked.find(({ path }) => path === '/api/v3/user');
    expect(asked?.headers).toMatchObject({ authorization: 'Bearer opaque', 'user-agent': 'Vexil' });
    await browser.enter({ userName: 'octocat' }, 'github');
    expect(await linksOf((await accountNamed('octocat')).id)).toMatchObject([{ issuer: stub.url, subject: '583231' }]);
  });

  it('as GitHub answers an error with 200', async () => {
    const { to } = await signInWith('github', {
      '/login/oauth/access_token': { body: { error: 'bad_verification_code' } },
    });
    expect(to).toContain('problem=account.signInInvalid');
  });

  it('as Discord is known by a number that no number holds, and its address counts when it is verified', async () => {
    const profile = { id: '80351110224678912', username: 'nelly', global_name: 'Nelly', email: 'n@post.example' };
    const at = (verified: boolean) => ({
      '/api/oauth2/token': token,
      '/api/users/@me': { body: { ...profile, verified } },
    });
    const { browser, url } = await signInWith('discord', at(false));
    expect(url.pathname).toBe('/oauth2/authorize');
    expect(await browser.pending('discord')).toMatchObject({ userName: 'nelly', email: null, label: 'nelly' });
    const verified = await signInWith('discord', at(true));
    expect(await verified.browser.pending('discord')).toMatchObject({ email: 'n@post.example' });
  });

  it('as CTFtime gets a short state and no proof of a key, and its team becomes a team where that is chosen', async () => {
    const answers = {
      '/token': token,
      '/user': {
        body: { id: 5, name: 'ada', email: 'a@post.example', team: { id: 7, name: 'Babbage United Team XYZ' } },
      },
    };
    const { browser, url } = await signInWith('ctftime', answers, { takesTeam: true });
    expect(url.searchParams.get('state')).toMatch(/^[0-9a-f]{32}$/);
    expect([...url.searchParams.keys()].sort()).toEqual([
      'client_id',
      'redirect_uri',
      'response_type',
      'scope',
      'state',
    ]);
    expect(await browser.pending('ctftime')).toMatchObject({ email: null, teamName: 'Babbage United Team XYZ' });
    const body = { userName: 'ada of ctftime', email: 'ada@ctftime.example', withTeam: true };
    expect((await browser.enter(body, 'ctftime')).body).toEqual({ isSignedIn: true });
    const { id } = await accountNamed('ada of ctftime');
    expect(await test.db.select().from(teams).where(eq(teams.captainId, id))).toMatchObject([
      { name: 'Babbage United Team'.slice(0, 20) },
    ]);
  });

  it.each([
    ['no id', { '/token': token, '/user': { body: { name: 'x' } } }],
    ['a list', { '/token': token, '/user': { body: [] } }],
    ['an error', { '/token': token, '/user': { status: 500, body: {} } }],
    ['a refusal of our address', { '/token': { status: 403, body: {} } }],
  ])('is said to fail when it answers with %s', async (_name, answers) => {
    expect((await signInWith('ctftime', answers)).to).toMatch(/problem=account\.(providerUnavailable|signInInvalid)/);
  });
});

describe('the settings of providers', () => {
  let admin: AccountRow;
  beforeAll(async () => {
    admin = await buildAccount(test.db, { role: 'Admin' });
  });
  const minimal = { id: 'gh', name: 'GitHub', kind: 'github', clientId: 'abc' } as const;
  const put = (signInProviders: unknown, as = admin, at = test) =>
    at.send({ method: 'PUT', url: '/api/admin/config', as, payload: { signInProviders } as object });
  const read = async () => (await test.call(configAdminRoutes.get, { as: admin })).body.signInProviders;
  const problemOf = async (providers: unknown) => {
    const { status, body } = await put(providers);
    const { code, details } = body as { code: string; details: { path: string }[] };
    return [status, code, details?.[0]?.path];
  };

  it('fill in what the kind knows, and seal the secret, which is never shown', async () => {
    await test.db.delete(auditEntries);
    expect((await put([{ ...minimal, clientSecret: 'top-secret' }])).status).toBe(200);
    const [stored] = await read();
    expect(stored).toMatchObject({
      issuer: 'https://github.com',
      scopes: 'user:email',
      hasSecret: true,
      isEnabled: true,
    });
    const [row] = await test.db.select().from(signInProviders);
    expect(test.deps.sealing.unseal(row?.clientSecretSealed ?? '')).toBe('top-secret');
    const [entry] = await test.db.select().from(auditEntries);
    for (const text of [stored, row, entry]) expect(JSON.stringify(text)).not.toContain('top-secret');
    expect(JSON.stringify(entry?.after)).toContain('(secret)');
    // It stays, and goes when it is emptied or the provider becomes another.
    await put([{ ...minimal, name: 'Hub' }]);
    expect(await read()).toMatchObject([{ name: 'Hub', hasSecret: true }]);
    await put([{ ...minimal, issuer: 'https://git.example.org' }]);
    expect(await read()).toMatchObject([{ hasSecret: false }]);
    await put([{ ...minimal, clientSecret: 'x' }]);
    await put([{ ...minimal, clientSecret: '' }]);
    expect(await read()).toMatchObject([{ hasSecret: false }]);
    await put([]);
    expect(await read()).toEqual([]);
  });

  it('name what is wrong', async () => {
    const at = (path: string) => [400, 'request.invalid', `signInProviders.${path}`];
    expect(await problemOf([{ ...minimal, id: 'Git Hub' }])).toEqual(at('0.id'));
    expect(await problemOf([{ ...minimal, kind: 'saml' }])).toEqual(at('0.kind'));
    expect(await problemOf([{ ...minimal, kind: 'oidc' }])).toEqual(at('0.issuer'));
    expect(await problemOf([minimal, minimal])).toEqual(at('1.id'));
    expect(await problemOf([minimal, { ...minimal, id: 'again' }])).toEqual(at('1.issuer'));
    for (const issuer of [
      'ftp://x.example',
      'https://a:b@x.example',
      'https://x.example?y',
      'x',
      `https://x.example/${'x'.repeat(500)}`,
    ]) {
      expect(await problemOf([{ ...minimal, issuer }]), issuer).toEqual(at('0.issuer'));
    }
    expect(await problemOf([{ ...minimal, name: '\u202e' }])).toEqual(at('0.name'));
    expect(await problemOf(Array.from({ length: 11 }, (_, one) => ({ ...minimal, id: `p${one}` })))).toEqual([
      400,
      'request.invalid',
      'signInProviders',
    ]);
    const rule = { group: 'x', gameId: 999_999, divisionId: null, staffRole: null };
    expect(await problemOf([{ ...minimal, rules: [rule] }])).toEqual([
      404,
      'game.notFound',
      'signInProviders.0.rules.0.gameId',
    ]);
    const game = await buildGame(test.db);
    expect(await problemOf([{ ...minimal, rules: [{ ...rule, gameId: game.id, divisionId: 999_999 }] }])).toEqual([
      404,
      'division.notFound',
      'signInProviders.0.rules.0.divisionId',
    ]);
    expect(await problemOf([{ ...minimal, rules: [{ ...rule, staffRole: 'Admin' }] }])).toEqual(
      at('0.rules.0.staffRole'),
    );
    expect(await read()).toEqual([]);
  });

  it('take no address inside, unless the operator allows it', async () => {
    const one = await buildAccount(guarded.db, { role: 'Admin' });
    for (const issuer of [
      'http://idp.example.org',
      'https://127.0.0.1',
      'https://10.0.0.1/realms/x',
      'https://localhost',
      'https://[::1]',
    ]) {
      expectError(await put([{ ...minimal, issuer }], one, guarded), 'config.issuerPrivate');
    }
    expect((await put([{ ...minimal, issuer: 'https://idp.example.org/realms/x' }], one, guarded)).status).toBe(200);
    expect((await put([{ ...minimal, issuer: 'http://127.0.0.1:8080' }])).status).toBe(200);
  });

  it('refuse a second save on one version', async () => {
    const { version } = (await test.call(configAdminRoutes.get, { as: admin })).body;
    const save = () =>
      test.send({
        method: 'PUT',
        url: '/api/admin/config',
        as: admin,
        payload: { signInProviders: [minimal], version },
      });
    const replies = await Promise.all([save(), save(), save()]);
    expect(replies.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });
});
