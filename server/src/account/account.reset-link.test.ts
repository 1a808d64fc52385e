import { accountRoutes } from '@vexil/contract/account';
import { accountAdminRoutes as routes } from '@vexil/contract/account-admin';
import { mailLifetimeMs } from '@vexil/contract/mail.limits';
import { type AccountRow, mailTokens } from '@vexil/db/schema/account';
import { auditEntries } from '@vexil/db/schema/audit';
import { buildAccount } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { jobsIn } from '../../testing/outbox';

const strong = 'Correct4Horse';
const publicUrl = 'https://ctf.test';

let test: TestApp;
let admin: AccountRow;
beforeAll(async () => {
  // Without a mail server: none is needed.
  test = await createTestApp({ publicUrl });
  admin = await buildAccount(test.db, { role: 'Admin' });
});
afterAll(() => test.close());

const make = (userId: string, as = admin) => test.call(routes.makeResetLink, { as, params: { userId } });
const linkFor = async ({ id }: AccountRow) => (await make(id)).body.link;
const open = (link: string, password = strong) => {
  const { searchParams } = new URL(link);
  const body = { rToken: searchParams.get('token') ?? '', email: searchParams.get('email') ?? '', password };
  return test.call(accountRoutes.resetPassword, { body });
};
const login = (userName: string, password: string) => test.call(accountRoutes.login, { body: { userName, password } });

describe('POST /api/admin/users/:userId/resetlink', () => {
  it('makes a link that sets the password once and ends the sessions, as a mailed one', async () => {
    const account = await buildAccount(test.db);
    const session = await test.signIn(account);
    const profile = () => test.call(accountRoutes.profile, { headers: { cookie: session } });
    const reply = await make(account.id);
    expect(reply.headers['cache-control']).toBe('no-store');
    expect(reply.body.link).toMatch(/^https:\/\/ctf\.test\/account\/reset\?token=/);
    const [mail] = await test.db.select().from(mailTokens).where(eq(mailTokens.accountId, account.id));
    expect(reply.body.expiresAt).toBe((mail?.createdAt.getTime() ?? 0) + mailLifetimeMs);
    expect((await profile()).status).toBe(200);

    expectError(await open(reply.body.link, 'weak12'), 'account.passwordWeak');
    expect((await open(reply.body.link)).status).toBe(200);
    expectError(await profile(), 'account.unauthenticated');
    expect((await login(account.userName, strong)).status).toBe(200);
    expectError(await open(reply.body.link, 'Another5Word'), 'account.linkInvalid');
  });

  it('ends earlier links, and ends with time', async () => {
    const account = await buildAccount(test.db);
    const [older, newer] = [await linkFor(account), await linkFor(account)];
    expectError(await open(older), 'account.linkInvalid');
    await test.db.update(mailTokens).set({ expiresAt: test.clock.now() }).where(eq(mailTokens.accountId, account.id));
    expectError(await open(newer), 'account.linkInvalid');
    expect((await open(await linkFor(account))).status).toBe(200);
  });

  it('sends no mail', async () => {
    const account = await buildAccount(test.db, { email: 'player@vexil.invalid' });
    expect((await open(await linkFor(account))).status).toBe(200);
    expect(await jobsIn(test.deps, 'mail')).toEqual([]);
  });

  it('refuses accounts that could not sign in, which recovery leaves out too', async () => {
    const banned = await buildAccount(test.db, { role: 'Banned' });
    const unconfirmed = await buildAccount(test.db, { emailConfirmed: false });
    for (const { id } of [banned, unconfirmed]) expectError(await make(id), 'account.notRecoverable');
    expectError(await make('01890a5d-ac96-774b-bcce-b302099a8057'), 'account.notFound');
  });

  it('is for administrators alone', async () => {
    const account = await buildAccount(test.db);
    for (const role of ['User', 'Monitor'] as const) {
      expectError(await make(account.id, await buildAccount(test.db, { role })), 'account.forbidden');
    }
  });

  it('is audited, and the link is stored nowhere', async () => {
    const account = await buildAccount(test.db);
    const token = new URL(await linkFor(account)).searchParams.get('token') ?? '';
    const entries = await test.db
      .select()
      .from(auditEntries)
      .where(eq(auditEntries.target, `account:${account.id}`));
    expect(entries).toMatchObject([{ action: 'account.resetLink', accountId: admin.id }]);
    const stored = JSON.stringify([entries, await test.db.select().from(mailTokens)]);
    expect(stored).not.toContain(token);
    expect(stored).not.toContain(Buffer.from(token, 'base64').toString());
  });
});
