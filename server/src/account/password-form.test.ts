import { accountRoutes } from '@vexil/contract/account';
import { accounts } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { hash } from 'argon2';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { hasher } from './password';

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterEach(() => void vi.restoreAllMocks());
afterAll(() => test.close());

/** The same password as two keyboards send it. */
const composed = 'Zürich7Ångström'.normalize('NFC');
const decomposed = composed.normalize('NFD');

const login = (userName: string, password: string) =>
  test.send({ method: 'POST', url: '/api/account/login', payload: { userName, password } });

/** An account whose password was hashed as it was typed. */
const withOldHash = async (typed: string) =>
  buildAccount(test.db, { passwordHash: await hash(typed, { memoryCost: 1024 }) });

async function storedHash(id: string): Promise<string> {
  const [row] = await test.db.select().from(accounts).where(eq(accounts.id, id));
  return row?.passwordHash ?? '';
}

describe('a password with accents', () => {
  it.each([
    ['composed', composed, decomposed],
    ['decomposed', decomposed, composed],
  ])('that was registered %s is right in either form', async (_, given, other) => {
    const userName = `kira${given.length}`;
    const payload = { userName, email: `${userName}@example.test`, password: given };
    expect((await test.send({ method: 'POST', url: '/api/account/register', payload })).status).toBe(200);
    for (const password of [given, other]) expect((await login(userName, password)).status).toBe(200);
    expectError(await login(userName, composed.replace('ü', 'u')), 'account.badCredentials');
  });

  it.each([
    ['composed', composed, [composed, decomposed]],
    ['decomposed', decomposed, [decomposed]],
  ])('that was hashed as it was typed, %s, stays right', async (_, typed, right) => {
    for (const password of right) {
      const { userName } = await withOldHash(typed);
      expect((await login(userName, password)).status).toBe(200);
    }
  });

  it('is right in either form once it was typed as it had been hashed', async () => {
    const { id, userName } = await withOldHash(decomposed);
    expectError(await login(userName, composed), 'account.badCredentials');
    expect((await login(userName, decomposed)).status).toBe(200);
    expect(await storedHash(id)).toContain(',data=');
    expect((await login(userName, composed)).status).toBe(200);
  });

  it('is changed in either form', async () => {
    const account = await withOldHash(composed);
    const changed = `${composed}2`;
    await test.call(accountRoutes.changePassword, { as: account, body: { old: decomposed, new: changed } });
    expect((await login(account.userName, changed.normalize('NFD'))).status).toBe(200);
  });
});

describe('a wrong password', () => {
  it.each([
    ['one form', 'Wrong4Password', 1],
    ['two forms', `${decomposed}-wrong`, 2],
  ])('of %s takes the same work for every account and for none', async (_, password, times) => {
    const [old, renewed] = [await withOldHash(composed), await withOldHash(decomposed)];
    await login(renewed.userName, decomposed);
    const verify = vi.spyOn(hasher, 'verify');
    for (const userName of [old.userName, renewed.userName, 'no-such-account']) {
      expectError(await login(userName, password), 'account.badCredentials');
      expect(verify).toHaveBeenCalledTimes(times);
      verify.mockClear();
    }
  });
});
