import { availableParallelism } from 'node:os';
import { DomainError } from '@vexil/contract/errors';
import { isStrongPassword } from '@vexil/rules/password.rules';
import type { Random } from '@vexil/runtime/deps';
import { needsRehash } from 'argon2';
import { FairQueue, type QueueClient } from '../plugins/limiter/fair-queue';
import { createHasher } from './hasher';

/** OWASP's first choice for argon2id: 19 MiB, two passes, a parallelism of one. */
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

/** Of the cost above and of no password: an unknown name takes as long as a wrong password. */
const decoy = `$argon2id$v=19$m=19456,t=2,p=1$${'A'.repeat(22)}$${'A'.repeat(43)}`;

// The process has a low priority, so it may have a thread for each core.
const threads = availableParallelism();
export const hasher = createHasher(threads);

/** Twice this is the longest wait; proxies give up on a reply after a minute. */
const waitMsMax = 25_000;
export const passwordQueue = new FairQueue({ limits: { runningMax: threads, waitMsMax }, perSecond: threads * 25 });

/** Throws `request.busy` when too many wait, unless it `mustRun` because the work has begun. */
export const hashPassword = (password: string, client: QueueClient): Promise<string> =>
  passwordQueue.run(client, () => hasher.hash(password, cost));

/** Does the same work without a hash, for unknown accounts. Throws `request.busy` when too many wait. */
export async function verifyPassword(
  passwordHash: string | undefined,
  password: string,
  client: QueueClient,
): Promise<boolean> {
  const right = await passwordQueue.run(client, () => hasher.verify(passwordHash ?? decoy, password));
  return right && passwordHash !== undefined;
}

export const isOutdated = (passwordHash: string): boolean => needsRehash(passwordHash, cost);

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
