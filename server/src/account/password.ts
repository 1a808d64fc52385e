import { availableParallelism } from 'node:os';
import { argon2id, hash, needsRehash, verify } from 'argon2';
import { createLimiter } from '../concurrency';
import { isStrongPassword } from '../contract/account';
import { DomainError } from '../contract/errors';
import type { Random } from '../deps';

/** OWASP's first choice for argon2id: 19 MiB, two passes, one lane. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of the cost above and of no password: an unknown name takes as long as a wrong password. */
const decoy = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

// Hashing shares its threads with file access, which must not wait behind a crowd that signs in.
const threads = Number(process.env.UV_THREADPOOL_SIZE) || 4;
const limit = createLimiter(Math.max(1, Math.min(availableParallelism(), threads - 2)), 500);

export const hashPassword = (password: string): Promise<string> =>
  limit(() => hash(password, { type: argon2id, ...cost }));

/** Takes the same work with `passwordHash` undefined, for an account that does not exist. */
export async function verifyPassword(passwordHash: string | undefined, password: string): Promise<boolean> {
  const right = await limit(() => verify(passwordHash ?? decoy, password));
  return right && passwordHash !== undefined;
}

/** Whether the hash was made at another cost than the one of today. */
export const isOutdated = (passwordHash: string): boolean => needsRehash(passwordHash, cost);

/** Throws `account.passwordWeak` about the given field. */
export function checkPassword(password: string, field: string): void {
  if (!isStrongPassword(password)) throw new DomainError('account.passwordWeak', { field });
}

const kinds = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '!@#$%^&*()-_=+'] as const;
const madeLength = 16;

/** A random password of 16 characters with at least one digit, small letter, capital letter and sign. */
export function makePassword(random: Pick<Random, 'integer'>): string {
  const pick = (letters: string) => letters.charAt(random.integer(letters.length));
  // Drawn again until all kinds are there: every password that qualifies is then equally likely.
  for (;;) {
    const password = Array.from({ length: madeLength }, () => pick(kinds.join(''))).join('');
    if (kinds.every((letters) => [...letters].some((letter) => password.includes(letter)))) return password;
  }
}
