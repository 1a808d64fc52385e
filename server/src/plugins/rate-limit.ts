import fp from 'fastify-plugin';
import { RateLimiterMemory, RateLimiterRedis, RateLimiterRes } from 'rate-limiter-flexible';
import { DomainError } from '../contract/errors';
import type { RateClass } from '../contract/route';

type Budget = { points: number; seconds: number };

/** Per account; calls without a session spend the second figure, per address, because a hall shares one. */
const budgets: Record<RateClass | 'general', { account: Budget; address: Budget }> = {
  general: { account: { points: 600, seconds: 60 }, address: { points: 3000, seconds: 60 } },
  login: { account: { points: 20, seconds: 60 }, address: { points: 300, seconds: 60 } },
  register: { account: { points: 20, seconds: 150 }, address: { points: 200, seconds: 150 } },
  query: { account: { points: 100, seconds: 10 }, address: { points: 1000, seconds: 10 } },
  submit: { account: { points: 20, seconds: 10 }, address: { points: 20, seconds: 10 } },
  container: { account: { points: 20, seconds: 30 }, address: { points: 20, seconds: 30 } },
  upload: { account: { points: 60, seconds: 60 }, address: { points: 10, seconds: 60 } },
  captcha: { account: { points: 30, seconds: 60 }, address: { points: 600, seconds: 60 } },
  team: { account: { points: 30, seconds: 60 }, address: { points: 30, seconds: 60 } },
  proxy: { account: { points: 6000, seconds: 60 }, address: { points: 30_000, seconds: 60 } },
};

const loopback = new Set(['127.0.0.1', '::1', '::ffff:127.0.0.1']);

declare module 'fastify' {
  interface FastifyInstance {
    /** Spends from the budget of a class; throws `request.tooMany` when it is used up. */
    spend(rateClass: RateClass | 'general', request: FastifyRequest): Promise<void>;
  }
}

/** Budgets of requests in Redis, shared by all processes; while Redis is away each process counts for itself. */
export const rateLimitPlugin = fp(async (app) => {
  const { deps } = app;
  const limiters = new Map<string, RateLimiterRedis>();

  function limiterFor(name: string, { points, seconds }: Budget): RateLimiterRedis {
    const key = `${name}-${points}-${seconds}`;
    const known = limiters.get(key);
    if (known) return known;
    const limiter = new RateLimiterRedis({
      storeClient: deps.redis,
      keyPrefix: `${deps.keyPrefix}rate:${name}`,
      points,
      duration: seconds,
      inMemoryBlockOnConsumed: points + 1,
      insuranceLimiter: new RateLimiterMemory({ points, duration: seconds }),
    });
    limiters.set(key, limiter);
    return limiter;
  }

  app.decorate('spend', async (rateClass, request) => {
    if (!deps.config.rateLimit) return;
    const who = request.actor ? 'account' : 'address';
    if (who === 'address' && loopback.has(request.ip)) return;
    const limiter = limiterFor(`${rateClass}:${who}`, budgets[rateClass][who]);
    try {
      await limiter.consume(request.actor?.id ?? request.ip);
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      const seconds = Math.max(1, Math.ceil(error.msBeforeNext / 1000));
      throw new DomainError('request.tooMany', { params: { seconds }, retryAfterSeconds: seconds });
    }
  });
});
