import { configAdminRoutes } from '@vexil/contract/config-info';
import { languages } from '@vexil/contract/languages';
import { tokenPurposes } from '@vexil/db/enums/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { configEntries } from '@vexil/db/schema/config';
import { buildAccount } from '@vexil/db/testing/account';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';

let test: TestApp;
let admin: Awaited<ReturnType<typeof buildAccount>>;
beforeAll(async () => {
  test = await createTestApp();
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());
beforeEach(async () => {
  await test.db.delete(configEntries);
  await test.db.delete(auditEntries);
});

const list = async () => (await test.call(configAdminRoutes.mailTexts, { as: admin })).body;
const put = (payload: object, as = admin) =>
  test.send({ method: 'PUT', url: '/api/admin/config/mailtexts', as, payload });
const german = { kind: 'ResetPassword', language: 'de-DE' } as const;
const germanOf = ({ texts }: Awaited<ReturnType<typeof list>>) =>
  texts.find(({ kind, language }) => kind === german.kind && language === german.language);

describe('GET /api/admin/config/mailtexts', () => {
  it('has our own words for every mail in every language', async () => {
    const { texts, placeholders } = await list();
    expect(texts).toHaveLength(tokenPurposes.length * languages.length);
    expect(placeholders).toEqual(['name', 'platform', 'email', 'time']);
    for (const { subject, text, standardSubject, standardText, button, closing } of texts) {
      expect([subject, text]).toEqual([null, null]);
      expect(standardSubject).toMatch(/^\S.* - \{\{platform\}\}$/);
      expect(standardText).toMatch(/^.*\{\{name\}\}.*\n\n\S/);
      expect(button).not.toBe('');
      expect(closing).toHaveLength(3);
    }
  });
});

describe('PUT /api/admin/config/mailtexts', () => {
  it('keeps own words for one mail in one language until they are given up', async () => {
    const own = { subject: 'Neues Passwort für {{platform}}', text: 'Hallo {{name}},\n\nhier ist Ihr Link.' };
    expect((await put({ ...german, ...own })).status).toBe(200);
    const first = await list();
    expect(germanOf(first)).toMatchObject(own);
    expect(first.texts.filter(({ subject }) => subject !== null)).toHaveLength(1);
    await put({ ...german, subject: own.subject, text: null });
    expect(germanOf(await list())).toMatchObject({ subject: own.subject, text: null });
    await put({ ...german, subject: null, text: null });
    expect(germanOf(await list())).toMatchObject({ subject: null, text: null, version: 4 });
  });

  it('refuses a change that was made on an older version, and says what is stored', async () => {
    expect(germanOf(await list())).toMatchObject({ version: 1 });
    expect((await put({ ...german, subject: 'Ihre', text: null, version: 1 })).status).toBe(200);
    const refused = await put({ ...german, subject: 'Meine', text: null, version: 1 });
    expectError(refused, 'request.outdated');
    expect(refused.body).toMatchObject({ current: { ...german, subject: 'Ihre', text: null, version: 2 } });
    expect((await put({ ...german, subject: 'Meine', text: null, version: 2 })).status).toBe(200);
    expect(germanOf(await list())).toMatchObject({ subject: 'Meine', version: 3 });
  });

  it('takes only one of several changes that were made on the same version', async () => {
    const saves = Array.from({ length: 10 }, (_, at) =>
      put({ ...german, subject: `Neu ${at}`, text: null, version: 1 }),
    );
    const statuses = (await Promise.all(saves)).map(({ status }) => status).sort();
    expect(statuses).toEqual([200, ...Array.from({ length: 9 }, () => 409)]);
  });

  it('writes down who changed what, and nothing where nothing changed', async () => {
    await put({ ...german, subject: 'Neu', text: null });
    await put({ ...german, subject: 'Neu', text: null });
    expect(await test.db.select().from(auditEntries)).toMatchObject([
      {
        accountId: admin.id,
        action: 'config.mailText',
        target: 'mail:ResetPassword.de-DE',
        before: { subject: null },
        after: { subject: 'Neu' },
      },
    ]);
  });

  it.each([
    ['subject', 'For {{nickname}}'],
    ['subject', 'Two\nlines'],
    ['subject', '  '],
    ['subject', 'x'.repeat(161)],
    ['text', 'Open {{link}}'],
    ['text', 'An open {{name'],
    ['text', ''],
    ['text', 'x'.repeat(4001)],
    ['language', 'tlh'],
    ['kind', 'Newsletter'],
  ])('refuses the %s %j', async (field, value) => {
    const reply = await put({ ...german, subject: 'Neu', text: 'Text', [field]: value });
    expectError(reply, 'request.invalid');
    expect((reply.body as { details: { path: string }[] }).details.map(({ path }) => path)).toContain(field);
    expect(await test.db.$count(configEntries)).toBe(0);
  });

  it('leaves the settings as they are, and they it', async () => {
    await put({ ...german, subject: 'Neu', text: null });
    await test.call(configAdminRoutes.update, { as: admin, body: { globalConfig: { title: 'Cup' } } });
    expect(germanOf(await list())).toMatchObject({ subject: 'Neu' });
    expect((await test.call(configAdminRoutes.get, { as: admin })).body.globalConfig.title).toBe('Cup');
  });

  it('is for administrators', async () => {
    const monitor = await buildAccount(test.db, { role: 'Monitor' });
    expectError(await put({ ...german, subject: 'Neu', text: null }, monitor), 'account.forbidden');
    expectError(await test.call(configAdminRoutes.mailTexts, { as: monitor }), 'account.forbidden');
    expectError(await test.call(configAdminRoutes.mailTexts), 'account.unauthenticated');
  });
});
