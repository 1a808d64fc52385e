import { createHash } from 'node:crypto';
import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { configAdminRoutes } from '@vexil/contract/config-info';
import type { ErrorCode } from '@vexil/contract/errors';
import { gameRoutes } from '@vexil/contract/game';
import { termsRoutes } from '@vexil/contract/terms';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { configEntries } from '@vexil/db/schema/config';
import { consents, consentTexts } from '@vexil/db/schema/consent';
import { divisions } from '@vexil/db/schema/division';
import { gameStaff } from '@vexil/db/schema/game';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { buildGame } from '@vexil/db/testing/game';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';
import { freshToken } from '../../testing/requests';

let test: TestApp;
let admin: AccountRow;
let player: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
  admin = await buildAccount(test.db, { role: 'Admin' });
  player = await buildAccount(test.db);
});

const texts = { terms: 'Be fair.', privacy: 'We keep little.', eligibility: 'I am 16.' };
type Texts = typeof texts;

async function setTerms(given: Partial<Texts> = {}): Promise<void> {
  await test.db.delete(configEntries);
  const values = Object.entries({ ...texts, ...given });
  await test.db
    .insert(configEntries)
    .values(values.map(([name, value]) => ({ key: `termsPolicy.${name}`, value: JSON.stringify(value) })));
}

const termsNow = async () => (await test.call(termsRoutes.get, {})).body;
const hashNow = async () => (await termsNow()).hash ?? '';
const accept = (as: AccountRow, hash: string) => test.call(termsRoutes.accept, { as, body: { hash } });
const gamesOf = (as: AccountRow) => test.call(gameRoutes.mine, { as });
const isDue = async (as: AccountRow) => (await test.call(accountRoutes.profile, { as })).body.termsDue;
const consentsOf = ({ id }: { id: string }) => test.db.select().from(consents).where(eq(consents.accountId, id));

function refusesWith(reply: TestReply<unknown>, code: ErrorCode, status: number): void {
  expectError(reply, code);
  expect(reply.status).toBe(status);
}

let count = 0;
function applicant(more: object = {}) {
  count += 1;
  return { userName: `terms${count}`, email: `terms${count}@example.test`, password: testPassword, ...more };
}
const register = (body: ReturnType<typeof applicant>) => test.call(accountRoutes.register, { body });
const find = async (userName: string) =>
  (await test.db.select().from(accounts).where(eq(accounts.userName, userName)))[0];

describe('without terms', () => {
  it.each([{}, { terms: '', privacy: ' \n', eligibility: '' }])(
    'asks nothing and registers as before: %j',
    async (set) => {
      if ('terms' in set) await setTerms(set);
      expect(await termsNow()).toMatchObject({ hash: null });
      const body = applicant();
      expect((await register(body)).status).toBe(200);
      const account = await find(body.userName);
      expect(account && (await consentsOf(account))).toEqual([]);
      expect(await isDue(player)).toBe(false);
      expect((await gamesOf(player)).status).toBe(200);
      expect((await accept(player, '0'.repeat(64))).status).toBe(200);
      expect(await consentsOf(player)).toEqual([]);
    },
  );
});

describe('registering', () => {
  it.each([
    ['nothing', {}],
    ['null', { acceptedTerms: null }],
    ['another text', { acceptedTerms: createHash('sha256').update('Be fair.').digest('hex') }],
  ])('is refused with %s, and makes no account', async (_, more) => {
    await setTerms();
    const body = applicant(more);
    const refused = await register(body);
    refusesWith(refused, 'account.termsNotAccepted', 400);
    expect(refused.body).toMatchObject({ details: [{ path: 'acceptedTerms' }] });
    expect(await find(body.userName)).toBe(undefined);
  });

  it.each(['', 'x'.repeat(64), 'A'.repeat(64), '0'.repeat(65), 5, {}, ['__proto__']])(
    'refuses the value %j',
    async (value) => {
      const payload = { ...applicant(), acceptedTerms: value };
      const refused = await test.send({ method: 'POST', url: accountRoutes.register.path, payload });
      refusesWith(refused, 'request.invalid', 400);
      expect(refused.body).toMatchObject({ details: [{ path: 'acceptedTerms' }] });
    },
  );

  it('stores who accepted which text and when', async () => {
    await setTerms();
    const shown = await termsNow();
    expect(shown).toMatchObject(texts);
    const body = applicant({ acceptedTerms: shown.hash });
    expect((await register(body)).status).toBe(200);
    const account = await find(body.userName);
    if (!account) throw new Error('There is no account.');
    const [consent, ...more] = await consentsOf(account);
    expect(more).toEqual([]);
    expect(consent).toMatchObject({ gameId: null, hash: shown.hash });
    expect(Math.abs((consent?.createdAt.getTime() ?? 0) - Date.now())).toBeLessThan(60_000);
    const [kept] = await test.db
      .select()
      .from(consentTexts)
      .where(eq(consentTexts.hash, shown.hash ?? ''));
    expect(JSON.parse(kept?.text ?? '')).toEqual(texts);
    expect(
      createHash('sha256')
        .update(kept?.text ?? '')
        .digest('hex'),
    ).toBe(shown.hash);
    expect((await gamesOf(account)).status).toBe(200);
  });
});

describe('an account that has not accepted the terms that stand now', () => {
  it('gets nothing but its profile until it accepts them, and is asked again when a text changes', async () => {
    await setTerms();
    expect(await isDue(player)).toBe(true);
    refusesWith(await gamesOf(player), 'account.termsMissing', 403);
    refusesWith(await gamesOf(player), 'account.termsMissing', 403);
    expect((await accept(player, await hashNow())).status).toBe(200);
    expect(await isDue(player)).toBe(false);
    expect((await gamesOf(player)).status).toBe(200);
    const first = await hashNow();
    for (const change of [{ terms: 'Be fair!' }, { privacy: 'We keep nothing.' }, { eligibility: 'I am 18.' }]) {
      await setTerms(change);
      expect(await isDue(player)).toBe(true);
      refusesWith(await gamesOf(player), 'account.termsMissing', 403);
      const refused = await accept(player, first);
      refusesWith(refused, 'account.termsNotAccepted', 400);
      expect(refused.body).toMatchObject({ details: [{ path: 'hash' }] });
    }
    // What was accepted counts when it stands again.
    await setTerms();
    expect((await gamesOf(player)).status).toBe(200);
    expect(await consentsOf(player)).toHaveLength(1);
  });

  it('takes a paragraph that moved from one text to the other for a change', async () => {
    await setTerms({ terms: 'One.\nTwo.', privacy: '' });
    const before = await hashNow();
    await setTerms({ terms: 'One.\n', privacy: 'Two.' });
    expect(await hashNow()).not.toBe(before);
  });

  it('counts as a visitor where visitors may call, and still signs out', async () => {
    await setTerms();
    expect((await test.call(gameRoutes.recent, { as: player, query: {} })).status).toBe(200);
    expect((await test.call(accountRoutes.logout, { as: player })).status).toBe(200);
  });

  it('is asked the same of an administrator, and an API token is not asked', async () => {
    await setTerms();
    refusesWith(await test.call(configAdminRoutes.get, { as: admin }), 'account.termsMissing', 403);
    const { text: token } = await freshToken(test, admin.id, { scopes: ['admin:read'] });
    const listed = await test.app.inject({ url: '/api/admin/users', headers: { authorization: `Bearer ${token}` } });
    expect(listed.statusCode).toBe(200);
  });

  it('stores one consent of fifty equal ones at once', async () => {
    await setTerms();
    const hash = await hashNow();
    const replies = await Promise.all(Array.from({ length: 50 }, () => accept(player, hash)));
    expect(new Set(replies.map(({ status }) => status))).toEqual(new Set([200]));
    expect(await consentsOf(player)).toHaveLength(1);
  });

  it('is one that an administrator has imported, at its first sign-in', async () => {
    const body = [{ userName: `terms-i${count}`, email: `terms-i${count}@example.test`, password: 'Imp0rted' }];
    expect((await test.call(accountAdminRoutes.import, { as: admin, body })).status).toBe(200);
    await setTerms();
    const account = await find(body[0]?.userName ?? '');
    expect(account && (await isDue(account))).toBe(true);
  });
});

describe('the texts', () => {
  it.each(['\u202e', '😀', '"', '\\', '<', '\u0007', '|'])(
    'are shown and accepted at full length of %j',
    async (sign) => {
      const terms = sign.repeat(65_536 / sign.length);
      const body = { termsPolicy: { terms, privacy: terms, eligibility: sign.repeat(512 / sign.length) } };
      expect((await test.call(configAdminRoutes.update, { as: admin, body })).status).toBe(200);
      expect(await termsNow()).toMatchObject(body.termsPolicy);
      expect((await accept(player, await hashNow())).status).toBe(200);
      expect((await gamesOf(player)).status).toBe(200);
    },
  );

  it.each([
    ['terms', 'x'.repeat(65_537)],
    ['privacy', 'x'.repeat(65_537)],
    ['eligibility', 'x'.repeat(513)],
    ['terms', 'a\u0000b'],
    ['terms', 5],
  ])('are refused with the member: %s', async (name, value) => {
    const body = { termsPolicy: { [name]: value } };
    const refused = await test.call(configAdminRoutes.update, { as: admin, body });
    refusesWith(refused, 'request.invalid', 400);
    expect(refused.body).toMatchObject({ details: [{ path: `termsPolicy.${name}` }] });
  });

  it('are gone with the account that accepted them, and stay for others', async () => {
    await setTerms();
    const hash = await hashNow();
    await accept(player, hash);
    await accept(admin, hash);
    expect((await test.call(accountAdminRoutes.delete, { as: admin, params: { userId: player.id } })).status).toBe(200);
    expect(await consentsOf(player)).toEqual([]);
    expect(await consentsOf(admin)).toHaveLength(1);
  });
});

describe('the list of consents', () => {
  const list = (query: object = {}, as = admin) => test.call(termsRoutes.consents, { as, query });

  it('names who accepted which terms and when, newest first, in pages, and shows a text by its hash', async () => {
    await test.db.delete(consents);
    await setTerms({ terms: 'First.' });
    const first = await hashNow();
    await accept(player, first);
    await setTerms();
    const second = await hashNow();
    await accept(player, second);
    await accept(admin, second);
    const game = await buildGame(test.db);
    await test.db.insert(consents).values({ accountId: player.id, gameId: game.id, hash: first });
    const { body } = await list();
    expect(body).toMatchObject({ length: 3, total: 3, text: null });
    expect(body.data.map(({ userName, hash, isCurrent }) => [userName, hash, isCurrent])).toEqual([
      [admin.userName, second, true],
      [player.userName, second, true],
      [player.userName, first, false],
    ]);
    expect(Math.abs((body.data[0]?.acceptedAt ?? 0) - Date.now())).toBeLessThan(60_000);
    const old = (await list({ hash: first, count: 1 })).body;
    expect(old).toMatchObject({ length: 1, total: 1, data: [{ userId: player.id }] });
    expect(JSON.parse(old.text ?? '')).toMatchObject({ terms: 'First.' });
    expect((await list({ count: 1, skip: 2 })).body.data).toMatchObject([{ hash: first }]);
    expect((await list({ hash: 'f'.repeat(64) })).body).toMatchObject({ total: 0, data: [], text: null });
    for (const hash of ['', 'x'.repeat(64), 'A'.repeat(64)]) refusesWith(await list({ hash }), 'request.invalid', 400);
  });

  it('is for administrators, and of a game for its organisers, who read no text of elsewhere', async () => {
    await setTerms({ terms: '', privacy: '', eligibility: '' });
    const [game, other] = [await buildGame(test.db, { rules: 'Be fair.' }), await buildGame(test.db)];
    const [organiser, observer] = [await buildAccount(test.db), await buildAccount(test.db)];
    await test.db.insert(gameStaff).values([
      { gameId: game.id, accountId: organiser.id, role: 'organiser' },
      { gameId: game.id, accountId: observer.id, role: 'observer' },
    ]);
    const texts = ['Be fair.', 'Others.'].map((text) => ({
      text,
      hash: createHash('sha256').update(text).digest('hex'),
    }));
    await test.db.insert(consentTexts).values(texts).onConflictDoNothing();
    const [own, theirs] = texts.map(({ hash }) => hash) as [string, string];
    await test.db.insert(consents).values([
      { accountId: player.id, gameId: game.id, hash: own },
      { accountId: player.id, gameId: other.id, hash: theirs },
    ]);
    const read = (as: AccountRow, query: object = {}, id = game.id) =>
      test.call(termsRoutes.gameConsents, { as, params: { id }, query });
    expect((await read(organiser)).body.data).toMatchObject([{ userId: player.id, hash: own, isCurrent: true }]);
    const ofDivision = createHash('sha256').update('No help.').digest('hex');
    await test.db.insert(divisions).values([
      { gameId: game.id, name: 'Alone', ruleText: 'No help.' },
      { gameId: other.id, name: 'Alone', ruleText: 'Others.' },
    ]);
    await test.db.insert(consentTexts).values({ hash: ofDivision, text: 'No help.' }).onConflictDoNothing();
    await test.db.insert(consents).values([
      { accountId: admin.id, gameId: game.id, hash: ofDivision },
      { accountId: admin.id, gameId: game.id, hash: theirs },
    ]);
    expect((await read(organiser)).body.data.map(({ hash, isCurrent }) => [hash, isCurrent])).toEqual([
      [theirs, false],
      [ofDivision, true],
      [own, true],
    ]);
    await test.db.delete(consents).where(eq(consents.accountId, admin.id));
    expect((await read(organiser, { hash: own })).body.text).toBe('Be fair.');
    expect((await read(organiser, { hash: theirs })).body).toMatchObject({ total: 0, text: null });
    for (const [as, id] of [
      [observer, game.id],
      [organiser, other.id],
      [player, game.id],
    ] as const)
      refusesWith(await read(as, {}, id), 'account.forbidden', 403);
    refusesWith(await read(admin, {}, 999_999), 'game.notFound', 404);
    refusesWith(await list({}, organiser), 'account.forbidden', 403);
    const sheet = { as: organiser, params: { id: other.id } };
    refusesWith(await test.call(termsRoutes.gameConsentSheet, sheet), 'account.forbidden', 403);
  });
});
