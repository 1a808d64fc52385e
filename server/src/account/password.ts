import { availableParallelism } from 'node:os';
import { DomainError } from '@vexil/contract/errors';
import { FairQueue, type QueueClient } from '@vexil/http/guard/limiter/fair-queue';
import { isStrongPassword } from '@vexil/rules/password.rules';
import type { Random } from '@vexil/runtime/deps';
import { noPassword as decoy } from '@vexil/runtime/no-password';
import { needsRehash } from 'argon2';
import { foreignCostMax, readForeignHash } from './foreign-password';
import { createHasher } from './hasher';

/** OWASP's first choice for argon2id: 19 MiB, two passes, a parallelism of one. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// Keyboards compose characters differently, so passwords are hashed in one form. Hashes name it in their `data`; those
// that do not are of the password as it was typed.
const form = 'NFKC';
const formData = `,data=${Buffer.from(form).toString('base64').replaceAll('=', '')}$`;
const isOfForm = (passwordHash: string): boolean => passwordHash.includes(formData);

export { decoy };

// The process has a low priority, so it may have a thread for each core.
const threads = availableParallelism();
export const hasher = createHasher(threads);

/** Twice this is the longest wait; proxies give up on a reply after a minute. */
const waitMsMax = 25_000;
export const passwordQueue = new FairQueue({ limits: { runningMax: threads, waitMsMax }, perSecond: threads * 25 });

/** Throws `request.busy` when too many wait, unless it `mustRun` because the work has begun. */
export const hashPassword = (password: string, client: QueueClient): Promise<string> =>
  passwordQueue.run(client, () => hasher.hash(password.normalize(form), { ...cost, data: form }));

/**
 * Does the same work without a hash, for unknown accounts, and for either kind of hash. Throws `request.busy` when too
 * many wait.
 * @param unknown what the password is compared with where there is no account
 */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  client: QueueClient,
  unknown = decoy,
): Promise<boolean> {
  const stored = passwordHash ?? unknown;
  const foreign = readForeignHash(stored);
  const verify = (text: string, hash = stored) =>
    passwordQueue.run(client, () =>
      foreign ? hasher.compareBcrypt(foreign.bcrypt, foreign.keyOf(text), foreignCostMax) : hasher.verify(hash, text),
    );
  const normal = password.normalize(form);
  let right = await verify(normal);
  if (!right && normal !== password) right = await verify(password, isOfForm(stored) ? decoy : stored);
  return right && passwordHash !== undefined;
}

export const isOutdated = (passwordHash: string, password: string): boolean =>
  readForeignHash(passwordHash) !== null ||
  needsRehash(passwordHash, cost) ||
  (!isOfForm(passwordHash) && password.normalize(form) !== password);

/** Throws `account.passwordWeak` about the given field. */
export function checkPassword(password: string, field: string): void {
  if (!isStrongPassword(password)) throw new DomainError('account.passwordWeak', { field });
}

const kinds = ['0123456789', 'abcdefghijklmnopqrstuvwxyz', 'ABCDEFGHIJKLMNOPQRSTUVWXYZ', '!@#$%^&*()-_=+'] as const;
const madeLength = 16;

export function makePassword(random: Pick<Random, 'integer'>): string {
  const pick = (letters: string) => letters.charAt(random.integer(letters.length));
  // Drawn again until all kinds are there: every password that qualifies is then equally likely.
  for (;;) {
    const password = Array.from({ length: madeLength }, () => pick(kinds.join(''))).join('');
    if (kinds.every((letters) => [...letters].some((letter) => password.includes(letter)))) return password;
  }
}
