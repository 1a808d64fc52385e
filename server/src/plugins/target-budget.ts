import { createHash } from 'node:crypto';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../contract/errors';
import type { Deps } from '../deps';

// The rate limits of calls count who calls. These count who is called at, whoever does it and from wherever.
const budgets = {
  /** Mails to one address: nobody's letter box is filled by strangers. */
  mailsTo: { points: 5, seconds: 3600 },
  /** Mails one account has sent to addresses of its choice. */
  mailsBy: { points: 10, seconds: 3600 },
  /** Wrong passwords for one account from one address; a right one clears them. */
  guessesFrom: { points: 10, seconds: 600 },
  /** Wrong passwords for one account from anywhere but where its owner was last. */
  guessesAt: { points: 100, seconds: 3600 },
} as const;
export type TargetBudget = keyof typeof budgets;

type Limiters = Record<TargetBudget, RateLimiterRedis>;
const known = new WeakMap<Deps['redis'], Limiters>();

function limitersOf({ redis, keyPrefix }: Pick<Deps, 'redis' | 'keyPrefix'>): Limiters {
  const existing = known.get(redis);
  if (existing) return existing;
  const made = Object.entries(budgets).map(([name, { points, seconds }]) => [
    name,
    new RateLimiterRedis({
      storeClient: redis,
      keyPrefix: `${keyPrefix}target:${name}`,
      points,
      duration: seconds,
      insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
    }),
  ]);
  const limiters = Object.fromEntries(made) as Limiters;
  known.set(redis, limiters);
  return limiters;
}

/** Addresses and names of people stay out of Redis. */
const keyOf = (target: string) => createHash('sha256').update(target.toLowerCase()).digest('base64url');

/** Takes one from the budget of a target; throws `request.tooMany` when it is used up. */
export async function spendOn(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'config'>,
  budget: TargetBudget,
  target: string,
): Promise<void> {
  if (!deps.config.rateLimit) return;
  try {
    await limitersOf(deps)[budget].consume(keyOf(target));
  } catch (error) {
    if (!(error instanceof RateLimiterRes)) throw error;
    const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
    throw new DomainError('request.tooMany', { params: { seconds }, retryAfterSeconds: seconds });
  }
}

/** Fills the budget of a target again. */
export async function refill(
  deps: Pick<Deps, 'redis' | 'keyPrefix' | 'config'>,
  budget: TargetBudget,
  target: string,
): Promise<void> {
  if (!deps.config.rateLimit) return;
  await limitersOf(deps)[budget].delete(keyOf(target));
}
