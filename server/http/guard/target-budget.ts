import { createHash } from 'node:crypto';
import { DomainError, retryIn } from '@vexil/contract/errors';
import type { Deps } from '../deps';
import { type CounterDeps, countersOf } from './counters';
import { targetBudgets } from './limits';

export type TargetBudget = keyof typeof targetBudgets;

type BudgetDeps = CounterDeps & Pick<Deps, 'keyPrefix' | 'config'>;

const hashOf = (text: string) => createHash('sha256').update(text.toLowerCase()).digest('base64url');

/** Addresses and names of people stay out of Redis. Lines are hashed apart, so that all keys of an account are found. */
const keyOf = ({ keyPrefix }: Pick<Deps, 'keyPrefix'>, budget: TargetBudget, target: string) =>
  `${keyPrefix}target:${budget}:${target.split('\n').map(hashOf).join('.')}`;

/** Seconds until the budget of a target has one again, 0 where one was left. */
export async function findWait(deps: BudgetDeps, budget: TargetBudget, target: string): Promise<number> {
  if (!deps.config.rateLimit) return 0;
  const { waitMs } = await countersOf(deps).spend(keyOf(deps, budget, target), targetBudgets[budget]);
  return Math.ceil(waitMs / 1000);
}

/** How much of the budget of a target is used. */
export const countSpent = (
  deps: CounterDeps & Pick<Deps, 'keyPrefix'>,
  budget: TargetBudget,
  target: string,
): Promise<number> => countersOf(deps).countSpent(keyOf(deps, budget, target), targetBudgets[budget]);

/** Throws `request.tooMany`. */
export function refuseFor(seconds: number): never {
  throw new DomainError('request.tooMany', retryIn(seconds));
}

/** Takes one from the budget of a target; throws `request.tooMany` when it is used up. */
export async function spendOn(deps: BudgetDeps, budget: TargetBudget, target: string): Promise<void> {
  const seconds = await findWait(deps, budget, target);
  if (seconds > 0) refuseFor(seconds);
}

export async function refill(deps: BudgetDeps, budget: TargetBudget, target: string): Promise<void> {
  if (deps.config.rateLimit) await countersOf(deps).refill(keyOf(deps, budget, target), targetBudgets[budget]);
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
