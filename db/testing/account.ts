import type { Executor } from '../src/index';
import { type AccountRow, accounts, type NewAccountRow } from '../src/schema/account';
import { nextNumber } from './sequence';

// argon2id of "Passw0rd" with the smallest legal parameters: tests that sign in are not about its cost.
export const testPassword = 'Passw0rd';
const testPasswordHash =
  '$argon2id$v=19$m=1024,p=1,t=2$po8yF3ZLyfK751UhJrH8Yg$icTc9klf2x7pgXfSurpDcILdeGZ+5Xx1Fd2xS+2Rp1s';

/** A confirmed account with role User. */
export async function buildAccount(db: Executor, values: Partial<NewAccountRow> = {}): Promise<AccountRow> {
  const number = nextNumber();
  const [row] = await db
    .insert(accounts)
    .values({
      userName: `player${number}`,
      email: `player${number}@example.test`,
      emailConfirmed: true,
      passwordHash: testPasswordHash,
      ...values,
    })
    .returning();
  if (!row) throw new Error('The account was not stored.');
  return row;
}
