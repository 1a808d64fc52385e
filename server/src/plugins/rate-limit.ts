import { DomainError } from '@vexil/contract/errors';
import type { RateClass } from '@vexil/contract/route';
import { addressGroup } from '@vexil/runtime/address.rules';
import fp from 'fastify-plugin';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { createBatcher } from '../batch';
import type { Actor } from './auth';

type Budget = { points: number; seconds: number };

/** Per account; calls without a session spend the second figure, per address, because a hall shares one. */
const budgets: Record<RateClass | 'general', { account: Budget; address: Budget }> = {
  general: { account: { points: 600, seconds: 60 }, address: { points: 3000, seconds: 60 } },
  login: { account: { points: 20, seconds: 60 }, address: { points: 1500, seconds: 60 } },
  register: { account: { points: 20, seconds: 150 }, address: { points: 200, seconds: 150 } },
  query: { account: { points: 100, seconds: 10 }, address: { points: 1000, seconds: 10 } },
  submit: { account: { points: 20, seconds: 10 }, address: { points: 20, seconds: 10 } },
  container: { account: { points: 20, seconds: 30 }, address: { points: 20, seconds: 30 } },
  upload: { account: { points: 60, seconds: 60 }, address: { points: 10, seconds: 60 } },
  captcha: { account: { points: 30, seconds: 60 }, address: { points: 600, seconds: 60 } },
  mailTest: { account: { points: 5, seconds: 60 }, address: { points: 5, seconds: 60 } },
  team: { account: { points: 30, seconds: 60 }, address: { points: 30, seconds: 60 } },
  proxy: { account: { points: 6000, seconds: 60 }, address: { points: 30_000, seconds: 60 } },
};

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

/** Nothing is sent while the connection is known to be lost: each call would wait for it. */
const lostStates = new Set(['close', 'reconnecting', 'end']);

interface Spending extends Budget {
  key: string;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `request.tooMany`. */
    spend(rateClass: RateClass | 'general', request: { actor: Pick<Actor, 'id'> | null; ip: string }): Promise<void>;
  }
}

/** Budgets of requests in Redis, shared by all processes; while Redis is away each process counts for itself. */
export const rateLimitPlugin = fp(async (app) => {
  const { config, redis, keyPrefix } = app.deps;
  const ownCounters = new Map<string, RateLimiterMemory>();

  const waitOf = createBatcher({
    async run(spendings: readonly Spending[]): Promise<number[]> {
      const keys = spendings.map(({ key }) => key);
      const limits = spendings.flatMap(({ points, seconds }) => [points, seconds * 1000]);
      return (await redis.eval(spendScript, keys.length, ...keys, ...limits)) as number[];
    },
  });

  async function ownWaitOf({ key, points, seconds }: Spending): Promise<number> {
    const name = `${points} ${seconds}`;
    const counter = ownCounters.get(name) ?? new RateLimiterMemory({ points, duration: seconds });
    ownCounters.set(name, counter);
    return counter.consume(key).then(
      () => 0,
      (refused: RateLimiterRes) => Math.max(1, refused.msBeforeNext),
    );
  }

  app.decorate('spend', async (rateClass, request) => {
    if (!config.rateLimit) return;
    const who = request.actor ? 'account' : 'address';
    const key = `${keyPrefix}rate:${rateClass}:${who}:${request.actor?.id ?? addressGroup(request.ip)}`;
    const spending = { key, ...budgets[rateClass][who] };
    const isLost = lostStates.has(redis.status);
    const waitMs = isLost ? await ownWaitOf(spending) : await waitOf(spending).catch(() => ownWaitOf(spending));
    if (waitMs === 0) return;
    const seconds = Math.ceil(waitMs / 1000);
    throw new DomainError('request.tooMany', { params: { seconds }, retryAfterSeconds: seconds });
  });
});
