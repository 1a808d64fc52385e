import type { AccountRow } from '@vexil/db/schema/account';
import { factors } from '@vexil/db/schema/factor';
import { codeOf, secretBytes, stepAt } from '../src/account/totp';
import type { TestApp } from './app';

const letters = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';

/** What an authenticator app shows for a secret that was typed into it. */
export function codeOfText(secret: string, at = new Date()): string {
  const bits = [...secret].map((letter) => letters.indexOf(letter).toString(2).padStart(5, '0')).join('');
  const bytes = (bits.match(/.{8}/g) ?? []).map((byte) => Number.parseInt(byte, 2));
  return codeOf(Buffer.from(bytes), stepAt(at));
}

/** An authenticator app of an account, with the code that it shows. */
export async function buildFactor(
  { db, deps, clock }: Pick<TestApp, 'db' | 'deps' | 'clock'>,
  { id: accountId }: Pick<AccountRow, 'id'>,
  name = 'Phone',
) {
  const secret = deps.random.bytes(secretBytes);
  const secretSealed = deps.sealing.seal(secret.toString('base64'));
  const [row] = await db.insert(factors).values({ accountId, name, secretSealed, lastStep: 0 }).returning();
  if (!row) throw new Error('The factor was not stored.');
  const codeAt = (at: Date) => codeOf(secret, stepAt(at));
  return { id: row.id, code: codeAt(clock.now()), codeAt };
}
