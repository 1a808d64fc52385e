import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Deps } from '../deps';
import { createBatcher } from '../reads/batch';

export interface Budget {
  points: number;
  seconds: number;
}

interface Spending extends Budget {
  key: string;
}

/** The first `points` of a key in each period of `seconds`, of all processes together. */
export interface Counters {
  /** Takes one; gives the milliseconds until there is one again, 0 where one was left. */
  spend(key: string, budget: Budget): Promise<{ waitMs: number; isShared: boolean }>;
  countSpent(key: string, budget: Budget): Promise<number>;
  refill(key: string, budget: Budget): Promise<void>;
}

/**
 * Arguments: points and milliseconds of each key. Returns the milliseconds to wait for each, 0 where one was left. A
 * counter without expiry would refuse for ever, so it gets one.
 */
const spendScript = `
local waits = {}
for index, key in ipairs(KEYS) do
  local used = redis.call('incr', key)
  if used == 1 then redis.call('pexpire', key, ARGV[2 * index]) end
  waits[index] = 0
  if used > tonumber(ARGV[2 * index - 1]) then
    local left = redis.call('pttl', key)
    if left < 0 then
      redis.call('pexpire', key, ARGV[2 * index])
      left = tonumber(ARGV[2 * index])
    end
    waits[index] = math.max(1, left)
  end
end
return waits`;

export type CounterDeps = Pick<Deps, 'redis' | 'redisErrors'>;

const known = new WeakMap<Deps['redis'], Counters>();

/** In Redis; while it is away each process counts for itself, because every call would wait for the connection. */
export function countersOf({ redis, redisErrors }: CounterDeps): Counters {
  const existing = known.get(redis);
  if (existing) return existing;
  const own = new Map<string, RateLimiterMemory>();

  function ownOf({ points, seconds }: Budget): RateLimiterMemory {
    const name = `${points} ${seconds}`;
    const counter = own.get(name) ?? new RateLimiterMemory({ points, duration: seconds });
    own.set(name, counter);
    return counter;
  }

  async function spendInRedis(spendings: readonly Spending[]): Promise<number[]> {
    const keys = spendings.map(({ key }) => key);
    const limits = spendings.flatMap(({ points, seconds }) => [points, seconds * 1000]);
    return (await redis.eval(spendScript, keys.length, ...keys, ...limits)) as number[];
  }

  const waitOf = createBatcher({
    run: async (spendings: readonly Spending[]): Promise<(number | null)[]> =>
      redis.status === 'ready' ? spendInRedis(spendings) : spendings.map(() => null),
  });

  const counters: Counters = {
    async spend(key, budget) {
      const waitMs = await waitOf({ key, ...budget }).catch((error) => {
        redisErrors(error);
        return null;
      });
      if (waitMs !== null) return { waitMs, isShared: true };
      const ownWaitMs = await ownOf(budget)
        .consume(key)
        .then(
          () => 0,
          (refused: RateLimiterRes) => Math.max(1, refused.msBeforeNext),
        );
      return { waitMs: ownWaitMs, isShared: false };
    },
    async countSpent(key, budget) {
      if (redis.status === 'ready') return Number(await redis.get(key));
      return (await ownOf(budget).get(key))?.consumedPoints ?? 0;
    },
    async refill(key, budget) {
      if (redis.status === 'ready') await redis.del(key);
      else await ownOf(budget).delete(key);
    },
  };
  known.set(redis, counters);
  return counters;
}
