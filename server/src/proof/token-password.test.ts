import { accountAdminRoutes } from '@vexil/contract/account-admin';
import { accounts } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { asc, eq, inArray } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { injectOf } from '../../testing/calls';
import { catalogue } from '../../testing/catalogue';
import { proofConfig } from '../../testing/proof-config';
import { requests } from '../../testing/requests';
import { buildToken } from '../../testing/token';
import { buildWorld, type World } from '../../testing/world';

let test: TestApp;
let world: World;
let headers: { authorization: string };

beforeAll(async () => {
  test = await createTestApp(proofConfig);
  world = await buildWorld(test);
  ({ headers } = await buildToken(test, world.people.admin));
});
afterAll(() => test.close());

const readCredentials = (ids: string[]) =>
  test.db
    .select({ id: accounts.id, passwordHash: accounts.passwordHash, email: accounts.email, role: accounts.role })
    .from(accounts)
    .where(inArray(accounts.id, ids))
    .orderBy(asc(accounts.id));

// Public calls ignore tokens.
const byAnotherAccount = catalogue.filter(({ who }) => who !== 'anyone');

describe.each(byAnotherAccount.map((call) => [`${call.method} ${call.path}`, call] as const))('%s', (_name, call) => {
  it('changes no account by a token with every scope, and shows no password', async () => {
    const build = requests[`${call.method} ${call.path}`];
    if (!build) throw new Error(`There is no valid request for ${call.path}`);
    const request = await build({ test, world, caller: world.people.admin });
    const target = request.params?.userId ?? world.people.user.id;
    const ids = [...Object.values(world.people).map(({ id }) => id), String(target)];
    const before = (await readCredentials(ids)).filter(({ id }) => id !== target || call.method !== 'DELETE');
    const { headers: sent, ...options } = injectOf(call, request);
    const reply = await test.app.inject({ ...options, headers: { ...sent, ...headers } });
    const after = await readCredentials(before.map(({ id }) => id));
    expect(after).toEqual(before);
    expect(reply.body).not.toMatch(/\$argon2|"password":/);
  });
});

describe('an administrator by API token', () => {
  it('cannot overwrite an account with an import', async () => {
    const victim = await buildAccount(test.db, { role: 'Admin' });
    const row = { userName: victim.userName, email: victim.email, password: 'Chosen1Password' };
    const reply = await test.call(accountAdminRoutes.import, { headers, body: [row] });
    expectError(reply, 'token.sessionOnly');
    expect(await readCredentials([victim.id])).toMatchObject([{ passwordHash: victim.passwordHash }]);
  });

  it.each([
    { email: 'thief@example.test' },
    { emailConfirmed: true },
    { role: 'Admin' as const },
    { role: 'Monitor' as const },
    { bio: 'harmless', email: 'thief2@example.test' },
  ])('is refused to set %o', async (body) => {
    const account = await buildAccount(test.db);
    const params = { userId: account.id };
    expectError(await test.call(accountAdminRoutes.update, { headers, params, body }), 'token.sessionOnly');
    const [row] = await test.db.select().from(accounts).where(eq(accounts.id, account.id));
    expect(row).toMatchObject({ email: account.email, role: 'User', bio: account.bio });
    expect((await test.call(accountAdminRoutes.update, { as: world.people.admin, params, body })).status).toBe(200);
  });

  it.each([{ role: 'Banned' as const }, { role: 'User' as const }, { bio: 'moderated' }])(
    'may set %o',
    async (body) => {
      const account = await buildAccount(test.db);
      const params = { userId: account.id };
      expect((await test.call(accountAdminRoutes.update, { headers, params, body })).status).toBe(200);
      const [row] = await test.db.select().from(accounts).where(eq(accounts.id, account.id));
      expect(row).toMatchObject(body);
    },
  );
});
