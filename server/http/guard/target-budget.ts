import { createHash } from 'node:crypto';
import { DomainError } from '@vexil/contract/errors';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '../deps';

// The rate limits of calls count by caller. These count by target, from all callers together.
const budgets = {
  mailsTo: { points: 5, seconds: 3600 },
  mailsBy: { points: 10, seconds: 3600 },
  /** Passwords for one account from one address; a right one clears them. Known devices spend nothing of it. */
  guessesFrom: { points: 10, seconds: 600 },
  /** Passwords for one account from anywhere but its owner's last address. Known devices spend nothing of it. */
  guessesAt: { points: 100, seconds: 3600 },
  /** Passwords for one account from a browser that signed in to it before; a right one clears them. */
  guessesOfDevice: { points: 10, seconds: 600 },
  /** Passwords for one account from one address, each with a solved captcha, when the others are used up. */
  solvedGuessesFrom: { points: 20, seconds: 3600 },
  /** The same from anywhere. */
  solvedGuessesAt: { points: 300, seconds: 3600 },
  /** Old passwords that one session has sent to change its account's. */
  guessesOfSession: { points: 10, seconds: 600 },
} as const;
export type TargetBudget = keyof typeof budgets;

interface Limiter {
  shared: RateLimiterRedis;
  /** Counts for this process while Redis is away. */
  own: RateLimiterMemory;
}

type Limiters = Record<TargetBudget, Limiter>;
const known = new WeakMap<Deps['redis'], Limiters>();

function limitersOf({ redis, keyPrefix }: Pick<Deps, 'redis' | 'keyPrefix'>): Limiters {
  const existing = known.get(redis);
  if (existing) return existing;
  const made = Object.entries(budgets).map(([name, { points, seconds }]): [string, Limiter] => {
    const own = new RateLimiterMemory({ points, duration: seconds });
    const shared = new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${keyPrefix}target:${name}`,
      points,
      duration: seconds,
      rejectIfRedisNotReady: true,
      insuranceLimiter: own,
    });
    return [name, { shared, own }];
  });
  const limiters = Object.fromEntries(made) as Limiters;
  known.set(redis, limiters);
  return limiters;
}

const hashOf = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url');

/** Addresses and names of people stay out of Redis. Lines are hashed apart, so that all keys of an account are found. */
const keyOf = (target: string) => target.split('\n').map(hashOf).join('.');

/** Seconds until the budget of a target has one again, 0 where one was left. */
export async function findWait(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'config'>,
  budget: TargetBudget,
  target: string,
): Promise<number> {
  if (!deps.config.rateLimit) return 0;
  try {
    await limitersOf(deps)[budget].shared.consume(keyOf(target));
    return 0;
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    return Math.max(1, Math.ceil(error.msBeforeNext / 1000));
  }
}

/** How much of the budget of a target is used. */
export async function countSpent(
  deps: Pick<Deps, 'redis' | 'keyPrefix'>,
  budget: TargetBudget,
  target: string,
): Promise<number> {
  const { shared, own } = limitersOf(deps)[budget];
  const spent = await (deps.redis.status === 'ready' ? shared : own).get(keyOf(target));
  return spent?.consumedPoints ?? 0;
}

/** Throws `request.tooMany`. */
export function refuseFor(seconds: number): never {
  throw new DomainError('request.tooMany', { params: { seconds }, retryAfterSeconds: seconds });
}

/** Takes one from the budget of a target; throws `request.tooMany` when it is used up. */
export async function spendOn(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'config'>,
  budget: TargetBudget,
  target: string,
): Promise<void> {
  const seconds = await findWait(deps, budget, target);
  if (seconds > 0) refuseFor(seconds);
}

export async function refill(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'config'>,
  budget: TargetBudget,
  target: string,
): Promise<void> {
  if (!deps.config.rateLimit) return;
  const { shared, own } = limitersOf(deps)[budget];
  // Deleting would wait for Redis, unlike counting.
  await (deps.redis.status === 'ready' ? shared : own).delete(keyOf(target));
}

/**
 * Refills every budget of a target, whatever follows in its keys, such as the address of a sender.
 * @returns how many were in use
 */
export async function refillAll(
  { redis, keyPrefix }: Pick<Deps, 'redis' | 'keyPrefix'>,
  target: string,
): Promise<number> {
  const literal = `${keyPrefix}target:`.replace(/[*?[\]\\]/g, '\\$&');
  let count = 0;
  for (const end of ['', '.*']) {
    const match = `${literal}*:${hashOf(target)}${end}`;
    for await (const keys of redis.scanStream({ match, count: 1000 }) as AsyncIterable<string[]>) {
      if (keys.length > 0) count += await redis.del(keys);
    }
  }
  return count;
}
