import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { configAdminRoutes } from '@vexil/contract/config-info';
import type { ErrorCode } from '@vexil/contract/errors';
import { gameRoutes } from '@vexil/contract/game';
import { ownDataRoutes } from '@vexil/contract/own-data';
import { termsRoutes } from '@vexil/contract/terms';
import type { FieldValues, OwnField } from '@vexil/db/enums/own-field';
import { type AccountRow, accounts } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { configEntries } from '@vexil/db/schema/config';
import { buildAccount, testPassword } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp, type TestReply } from '../../testing/app';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
  admin = await buildAccount(test.db, { role: 'Admin', fields: { school: 'Staff' } });
});

const field = (given: Partial<OwnField> = {}): OwnField => ({
  ...{ id: 'school', name: 'School', kind: 'Text', choices: [], required: false, visibility: 'Staff' },
  ...given,
});
const size = field({ id: 'size', name: 'Size', kind: 'Choice', choices: ['S', 'M'], visibility: 'Public' });
const meat = field({ id: 'meat', name: 'Meat', kind: 'YesNo' });

async function setFields(fields: OwnField[]): Promise<void> {
  await test.db.delete(configEntries);
  await test.db.insert(configEntries).values({ key: 'accountPolicy.fields', value: JSON.stringify(fields) });
}

const put = (fields: unknown, as = admin) =>
  test.send({ method: 'PUT', url: configAdminRoutes.update.path, as, payload: { accountPolicy: { fields } } });

let count = 0;
function applicant(fields?: unknown) {
  count += 1;
  const body = { userName: `field${count}`, email: `field${count}@example.test`, password: testPassword };
  return { ...body, ...(fields !== undefined && { fields }) };
}
const register = (payload: object) => test.send({ method: 'POST', url: accountRoutes.register.path, payload });
const find = async (userName: string) =>
  (await test.db.select().from(accounts).where(eq(accounts.userName, userName)))[0];
const storedOf = async ({ userName }: { userName: string }) => (await find(userName))?.fields;
const profileOf = async (as: AccountRow) => (await test.call(accountRoutes.profile, { as })).body;
const buildWith = (fields: FieldValues) => buildAccount(test.db, { fields });

function refusesWith(reply: TestReply<unknown>, code: ErrorCode, path: string, title?: string): void {
  expectError(reply, code);
  expect(reply.status).toBe(400);
  expect(reply.body).toMatchObject({ details: [{ path }], ...(title && { title: expect.stringContaining(title) }) });
}

describe('an administrator', () => {
  const change = ({ id: userId }: AccountRow, fields: unknown, more: object = {}) =>
    test.send({
      method: 'PUT',
      url: accountAdminRoutes.update.path.replace(':userId', userId),
      as: admin,
      payload: { fields, ...more },
    });
  const entriesOf = ({ id }: AccountRow) =>
    test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `account:${id}`));

  it('corrects answers of an account, which the audit log shows, and leaves those that are absent', async () => {
    await setFields([field({ required: true }), size, meat]);
    const account = await buildWith({ school: 'Nort', size: 'M' });
    expect((await change(account, { school: ' North ', meat: false })).status).toBe(200);
    expect(await storedOf(account)).toEqual({ school: 'North', size: 'M', meat: false });
    const [entry] = await entriesOf(account);
    expect(entry).toMatchObject({
      ...{ accountId: admin.id, action: 'account.update' },
      before: { fields: { school: 'Nort', size: 'M' } },
      after: { fields: { school: 'North', size: 'M', meat: false } },
    });
    expect((await change(account, { size: null })).status).toBe(200);
    expect(await storedOf(account)).toEqual({ school: 'North', meat: false });
    const shown = [{ id: 'school', name: 'Any', value: 'South' }];
    expect((await change(account, shown)).status).toBe(200);
    expect(await storedOf(account)).toEqual({ school: 'South', meat: false });
    for (const nothing of [{}, [], null]) expect((await change(account, nothing)).status).toBe(200);
    expect(await entriesOf(account)).toHaveLength(3);
  });

  it('answers no other way than the account could', async () => {
    await setFields([field({ required: true }), size, meat]);
    const account = await buildWith({ school: 'North' });
    refusesWith(await change(account, { school: ' ' }), 'account.fieldRequired', 'fields.school', 'School');
    refusesWith(await change(account, { size: 'XXL' }), 'account.fieldInvalid', 'fields.size', 'Size');
    refusesWith(await change(account, { gone: 'x' }), 'account.fieldInvalid', 'fields.gone', 'gone');
    for (const fields of ['x', { school: 5 }, [5], [{ id: 'A B', name: 'x', value: 'y' }]])
      expectError(await change(account, fields), 'request.invalid');
    expect(await storedOf(account)).toEqual({ school: 'North' });
    expect(await entriesOf(account)).toEqual([]);
  });

  it('names answers that were given meanwhile', async () => {
    await setFields([field(), size]);
    const account = await buildWith({});
    const query = { hint: account.userName };
    const [seen] = (await test.call(accountAdminRoutes.list, { as: admin, query })).body.data;
    const body = { fields: { school: 'South' } };
    expect((await test.call(accountRoutes.update, { as: account, body })).status).toBe(200);
    const { status, body: refusal } = await change(account, { school: 'North' }, { version: seen?.version });
    expect(status).toBe(409);
    expect(refusal).toMatchObject({
      code: 'request.outdated',
      current: { fields: [{ id: 'school', value: 'South' }] },
    });
  });
});

describe('without own fields', () => {
  it('registers as before, and takes no answer', async () => {
    const body = applicant();
    expect((await register(body)).status).toBe(200);
    expect(await storedOf(body)).toEqual({});
    refusesWith(await register(applicant({ school: 'x' })), 'account.fieldInvalid', 'fields.school');
    expect((await test.call(termsRoutes.get, {})).body.fields).toEqual([]);
  });
});

describe('registering', () => {
  it('stores the answers, and shows them to the account and to administrators', async () => {
    await setFields([field({ required: true }), size, meat]);
    expect((await test.call(termsRoutes.get, {})).body.fields).toEqual([field({ required: true }), size, meat]);
    const body = applicant({ school: ' North  High ', size: 'M', meat: false });
    expect((await register(body)).status).toBe(200);
    const account = await find(body.userName);
    expect(account?.fields).toEqual({ school: 'North High', size: 'M', meat: false });
    const shown = [
      { id: 'school', name: 'School', value: 'North High' },
      { id: 'size', name: 'Size', value: 'M' },
      { id: 'meat', name: 'Meat', value: false },
    ];
    if (!account) throw new Error('There is no account.');
    expect(await profileOf(account)).toMatchObject({ fields: shown, fieldsDue: false });
    const list = await test.call(accountAdminRoutes.list, { as: admin, query: { hint: body.userName } });
    expect(list.body.data).toMatchObject([{ fields: shown }]);
    const one = await test.call(accountAdminRoutes.get, { as: admin, params: { userId: account.id } });
    expect(one.body).toMatchObject({ fields: shown });
  });

  it.each<[string, unknown, ErrorCode, string]>([
    ['nothing', undefined, 'account.fieldRequired', 'School'],
    ['null', null, 'account.fieldRequired', 'School'],
    ['blanks', { school: ' ' }, 'account.fieldRequired', 'School'],
    ['an override of direction', { school: 'a\u202eb' }, 'account.fieldInvalid', 'School'],
    ['256 characters', { school: 'x'.repeat(256) }, 'account.fieldInvalid', 'School'],
    ['a boolean for a text', { school: true }, 'account.fieldInvalid', 'School'],
    ['a choice that there is not', { school: 'x', size: 'XXL' }, 'account.fieldInvalid', 'Size'],
    ['a text for yes', { school: 'x', meat: 'yes' }, 'account.fieldInvalid', 'Meat'],
    ['a field that there is not', { school: 'x', constructor: 'y' }, 'account.fieldInvalid', 'constructor'],
  ])('is refused with %s, by the name of the field, and makes no account', async (_, fields, code, name) => {
    await setFields([field({ required: true }), size, meat]);
    const body = applicant(fields);
    const id = [field(), size, meat].find((one) => one.name === name)?.id ?? name;
    refusesWith(await register(body), code, `fields.${id}`, name);
    expect(await find(body.userName)).toBe(undefined);
  });

  it.each([[], 'x', 5, { school: 5 }, { school: ['x'] }, { 'A B': 'x' }])('refuses the member %j', async (fields) => {
    await setFields([field()]);
    expectError(await register(applicant(fields)), 'request.invalid');
  });

  it('reads no member that would change prototypes', async () => {
    await setFields([field()]);
    const body = applicant({});
    const payload = JSON.stringify(body).replace('"fields":{}', '"fields":{"__proto__":{"school":"x"}}');
    const headers = { 'content-type': 'application/json' };
    const reply = await test.app.inject({ method: 'POST', url: accountRoutes.register.path, payload, headers });
    expect(reply.statusCode).toBe(200);
    expect(await storedOf(body)).toEqual({});
    expect(Object.hasOwn(Object.prototype, 'school')).toBe(false);
  });
});

describe('the profile', () => {
  it('changes single answers, and keeps the others and a choice that was removed', async () => {
    await setFields([field({ required: true }), size]);
    const player = await buildWith({ school: 'North', size: 'L' });
    const update = (fields: Record<string, string | boolean | null>) =>
      test.call(accountRoutes.update, { as: player, body: { fields } });
    expect((await profileOf(player)).fields).toEqual([
      { id: 'school', name: 'School', value: 'North' },
      { id: 'size', name: 'Size', value: 'L' },
    ]);
    expect((await update({ school: 'South', size: 'L' })).status).toBe(200);
    expect(await storedOf(player)).toEqual({ school: 'South', size: 'L' });
    refusesWith(await update({ school: '' }), 'account.fieldRequired', 'fields.school', 'School');
    refusesWith(await update({ size: 'XL' }), 'account.fieldInvalid', 'fields.size', 'Size');
    expect((await update({ size: null })).status).toBe(200);
    expect(await storedOf(player)).toEqual({ school: 'South' });
    expect((await test.call(accountRoutes.update, { as: player, body: { bio: 'Hi' } })).status).toBe(200);
    expect(await storedOf(player)).toEqual({ school: 'South' });
  });

  it('keeps one answer of fifty equal requests at once', async () => {
    await setFields([field()]);
    const player = await buildWith({});
    const replies = await Promise.all(
      Array.from({ length: 50 }, () =>
        test.call(accountRoutes.update, { as: player, body: { fields: { school: 'North' } } }),
      ),
    );
    expect(replies.every(({ status }) => status === 200)).toBe(true);
    expect(await storedOf(player)).toEqual({ school: 'North' });
  });
});

describe('a required field that is added later', () => {
  it('is asked at the next request, while one’s own data stays open', async () => {
    await setFields([field({ required: true })]);
    const player = await buildWith({});
    expect(await profileOf(player)).toMatchObject({ fieldsDue: true, termsDue: false });
    expectError(await test.call(gameRoutes.mine, { as: player }), 'account.fieldsMissing');
    expect((await test.call(ownDataRoutes.export, { as: player })).status).toBe(200);
    const accept = (fields?: Record<string, string>) => test.call(termsRoutes.accept, { as: player, body: { fields } });
    refusesWith(await accept(), 'account.fieldRequired', 'fields.school', 'School');
    refusesWith(await accept({ school: '' }), 'account.fieldRequired', 'fields.school', 'School');
    expectError(await test.call(gameRoutes.mine, { as: player }), 'account.fieldsMissing');
    expect((await accept({ school: 'North' })).status).toBe(200);
    expect((await test.call(gameRoutes.mine, { as: player })).status).toBe(200);
    expect(await profileOf(player)).toMatchObject({ fieldsDue: false });
    // And once more, where another is added.
    await setFields([field({ required: true }), { ...meat, required: true }]);
    expectError(await test.call(gameRoutes.mine, { as: player }), 'account.fieldsMissing');
    await test.call(termsRoutes.accept, { as: player, body: { fields: { meat: false } } });
    expect((await test.call(gameRoutes.mine, { as: player })).status).toBe(200);
    expect(await storedOf(player)).toEqual({ school: 'North', meat: false });
  });
});

describe('the settings', () => {
  it('store fields in their order, whole, with an entry in the audit log', async () => {
    await test.db.delete(auditEntries);
    expect((await put([meat, { id: 'size', name: ' Size ', kind: 'Choice', choices: ['Ｓ'] }])).status).toBe(200);
    const { body } = await test.call(configAdminRoutes.get, { as: admin });
    expect(body.accountPolicy.fields).toEqual([meat, { ...size, choices: ['S'], visibility: 'Staff' }]);
    const [entry] = await test.db.select().from(auditEntries);
    expect(entry).toMatchObject({ action: 'config.update', after: { 'accountPolicy.fields': [{ id: 'meat' }, {}] } });
  });

  const many = (length: number) => Array.from({ length }, (_, at) => field({ id: `f${at}`, name: `F ${at}` }));
  it.each<[string, unknown, string]>([
    ['eleven fields', many(11), 'accountPolicy.fields'],
    ['two of one name', [field(), field({ id: 'b', name: ' ＳＣＨＯＯＬ ' })], 'accountPolicy.fields.1.name'],
    ['two of one id', [field(), field({ name: 'b' })], 'accountPolicy.fields.1.id'],
    ['a blank name', [field({ name: ' ' })], 'accountPolicy.fields.0.name'],
    ['an invisible name', [field({ name: '\u200b' })], 'accountPolicy.fields.0.name'],
    ['a name of 65 characters', [field({ name: '🦑'.repeat(65) })], 'accountPolicy.fields.0.name'],
    ['300 choices', [{ ...size, choices: many(300).map(({ id }) => id) }], 'accountPolicy.fields.0.choices'],
    ['no choice', [{ ...size, choices: [] }], 'accountPolicy.fields.0.choices'],
    ['one choice twice', [{ ...size, choices: ['S', ' S'] }], 'accountPolicy.fields.0.choices.1'],
    ['an id of the prototype', [field({ id: '__proto__' })], 'accountPolicy.fields.0.id'],
    ['a kind that there is not', [{ ...field(), kind: 'Number' }], 'accountPolicy.fields.0.kind'],
    ['a visibility that there is not', [{ ...field(), visibility: 'All' }], 'accountPolicy.fields.0.visibility'],
  ])('refuse %s, and keep what stands', async (_, fields, path) => {
    await setFields([meat]);
    refusesWith(await put(fields), 'request.invalid', path);
    const { body } = await test.call(configAdminRoutes.get, { as: admin });
    expect(body.accountPolicy.fields).toEqual([meat]);
  });

  it('take 250 choices of 64 characters in each of ten fields', async () => {
    const choices = Array.from({ length: 250 }, (_, at) => `${at} ${'🦑'.repeat(60)}`);
    expect((await put(many(10).map((one) => ({ ...one, kind: 'Choice', choices })))).status).toBe(200);
  });

  it('make nothing public that was answered for staff', async () => {
    await setFields([field()]);
    const shown = field({ visibility: 'Public' });
    refusesWith(await put([shown]), 'account.fieldPrivate', 'accountPolicy.fields', 'School');
    expect((await put([{ ...shown, id: 'other' }])).status).toBe(200);
    expect((await put([{ ...shown, id: 'other', visibility: 'Staff' }])).status).toBe(200);
  });

  it('delete the answers to a field that is removed, and no others', async () => {
    await setFields([field(), size]);
    const player = await buildWith({ school: 'North', size: 'M' });
    expect((await put([size])).status).toBe(200);
    expect(await storedOf(player)).toEqual({ size: 'M' });
    expect((await put([field(), size])).status).toBe(200);
    expect((await profileOf(player)).fields).toEqual([{ id: 'size', name: 'Size', value: 'M' }]);
  });

  it('may rename a field, whose answers stay', async () => {
    await setFields([size]);
    const player = await buildWith({ size: 'M' });
    expect((await put([{ ...size, name: 'Shirt', choices: ['L'] }])).status).toBe(200);
    expect((await profileOf(player)).fields).toEqual([{ id: 'size', name: 'Shirt', value: 'M' }]);
  });
});

describe('an import of accounts', () => {
  const someone = (fields?: Record<string, string | boolean>) => ({ ...applicant(), password: 'Imp0rted', fields });
  const importRows = (body: ReturnType<typeof someone>[]) => test.call(accountAdminRoutes.import, { as: admin, body });

  it('stores answers, keeps those that a row lacks, and leaves what is required to the account', async () => {
    await setFields([field({ required: true }), size]);
    const row = someone({ size: 'S' });
    expect((await importRows([row])).status).toBe(200);
    expect(await storedOf(row)).toEqual({ size: 'S' });
    expect((await importRows([{ ...row, fields: { school: 'North' } }])).status).toBe(200);
    expect(await storedOf(row)).toEqual({ size: 'S', school: 'North' });
    const account = await find(row.userName);
    expect(account && (await profileOf(account)).fieldsDue).toBe(false);
  });

  it('names row and field of every wrong answer, and stores none', async () => {
    await setFields([size]);
    const rows = [someone({ size: 'S' }), someone({ size: 'XL' }), someone({ other: true })];
    const reply = await importRows(rows);
    expectError(reply, 'account.rowFieldInvalid');
    expect(reply.body).toMatchObject({
      title: 'Row 2: “Size” does not take this answer.',
      details: [{ path: '1.fields.size' }, { path: '2.fields.other' }],
    });
    expect(await find(rows[0]?.userName ?? '')).toBe(undefined);
  });
});
