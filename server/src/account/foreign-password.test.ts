import { accountRoutes } from '@vexil/contract/account';
import { accounts } from '@vexil/db/schema/account';
import { buildAccount } from '@vexil/db/testing/account';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { createTestApp, expectError, type TestApp } from '../../testing/app';
import { decoyOf, readForeignHash } from './foreign-password';
import { decoy, hasher, verifyPassword } from './password';

// Of passlib's documentation, for "password".
const second = '$bcrypt-sha256$v=2,t=2b,r=12$n79VH.0Q2TMWmt3Oqt9uku$Kq4Noyk3094Y2QlB8NdRT8SvGiI4ft2';
const first = '$bcrypt-sha256$2a,12$LrmaIX5x4TRtAwEfwJZa1.$2ehnw6LvuIUTM0iz4iz9hTxv21B6KFO';
/** Of bcrypt's own test vectors, for "U*U". */
const plain = '$2a$05$CCCCCCCCCCCCCCCCCCCCC.E5YPO9kmyuRGyh0XouQYb4YMJKvyOeW';
const client = { client: 'test', people: 1 };

let test: TestApp;
beforeAll(async () => {
  test = await createTestApp();
});
afterAll(() => test.close());

describe('a hash of CTFd', () => {
  it.each([
    [second, 'password'],
    [first, 'password'],
    [plain, 'U*U'],
  ])(
    '%s is verified',
    async (hash, password) => {
      expect(await verifyPassword(hash, password, client)).toBe(true);
      expect(await verifyPassword(hash, `${password}.`, client)).toBe(false);
    },
    30_000,
  );

  it('is none with a cost above the highest, below the least, or with anything else changed', () => {
    for (const hash of [
      plain.replace('$05$', '$13$'),
      plain.replace('$05$', '$31$'),
      plain.replace('$05$', '$03$'),
      second.replace('r=12', 'r=31'),
      second.replace('v=2', 'v=3'),
      second.replace('r=12', 'r=012'),
      `${second} `,
      ` ${first}`,
      first.slice(0, -1),
      `${plain}\n`,
      '',
      '!',
      decoy,
    ])
      expect(readForeignHash(hash)).toBeNull();
  });

  it('takes the same work whatever its cost', async () => {
    const timeOf = async (hash: string) => {
      const start = performance.now();
      await verifyPassword(hash, 'wrong', client);
      return performance.now() - start;
    };
    const cheap = await timeOf(plain);
    const dear = await timeOf(plain.replace('$05$', '$12$'));
    expect(cheap).toBeGreaterThan(dear / 3);
  }, 30_000);
});

describe('POST /api/account/login', () => {
  it('takes a hash of CTFd once, and stores another one', async () => {
    const { id, userName } = await buildAccount(test.db, { passwordHash: second });
    const login = (password: string) => test.call(accountRoutes.login, { body: { userName, password } });
    const hashOf = async () =>
      (await test.db.select().from(accounts).where(eq(accounts.id, id)).limit(1))[0]?.passwordHash;
    expectError(await login('Password'), 'account.badCredentials');
    expect(await hashOf()).toBe(second);
    expect((await login('password')).status).toBe(200);
    expect(await hashOf()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,data=/);
    const compared = vi.spyOn(hasher, 'compareBcrypt');
    expect((await login('password')).status).toBe(200);
    expectError(await login('Password'), 'account.badCredentials');
    expect(compared).not.toHaveBeenCalled();
  }, 30_000);

  it('compares as many unknown names with bcrypt as accounts have it, and each name always alike', async () => {
    const other = await createTestApp();
    try {
      for (let index = 0; index < 10; index += 1) {
        await buildAccount(other.db, index < 4 ? { passwordHash: index % 2 ? second : plain } : {});
      }
      const names = Array.from({ length: 500 }, (_, index) => `unknown-${index}`);
      const decoys = await Promise.all(names.map((name) => decoyOf(other.deps, name, decoy)));
      const share = decoys.filter((one) => readForeignHash(one)).length / names.length;
      expect(share).toBeGreaterThan(0.3);
      expect(share).toBeLessThan(0.5);
      const again = names.map((name) => decoyOf(other.deps, ` ${name.toUpperCase()} `, decoy));
      expect(await Promise.all(again)).toEqual(decoys);
    } finally {
      await other.close();
    }
  });
});
