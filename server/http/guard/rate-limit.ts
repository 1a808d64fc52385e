import { DomainError } from '@vexil/contract/errors';
import type { RateClass } from '@vexil/contract/route';
import { addressGroup } from '@vexil/runtime/address.rules';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import type { Actor } from '../call/actor';
import { createBatcher } from '../reads/batch';
import { sendRefusal } from '../reply/errors';
import { secretOf } from './caller-secret';
import { createRefusedClients } from './refused-clients';

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

function retryIn(waitMs: number) {
  const seconds = Math.ceil(waitMs / 1000);
  return { params: { seconds }, retryAfterSeconds: seconds };
}

const tooMany = (waitMs: number) => new DomainError('request.tooMany', retryIn(waitMs));

interface Spending extends Budget {
  key: string;
}

type Class = RateClass | 'general';

interface Spender {
  actor: Pick<Actor, 'id' | 'userName'> | null;
  ip: string;
  /** Of a request; a connection has none. */
  headers?: FastifyRequest['headers'];
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `request.tooMany`. */
    spend(rateClass: Class, request: Spender): Promise<void>;
  }
}

const nameOf = ({ actor, ip }: Spender): string =>
  actor ? `account ${actor.userName}` : `address ${addressGroup(ip)}`;

const spentMax = 20_000;
const reportMs = 10_000;

interface Spent {
  endsAt: number;
  rateClass: Class;
  /** For the log. */
  client: string;
}

/** A spent budget is refused from memory until its period ends, without Redis and without reading the session. */
function createSpentBudgets() {
  const known = new LRUCache<string, Spent>({ max: spentMax });
  return {
    note(name: string, spent: Spent): void {
      known.set(name, spent);
    },
    find(name: string): Spent | undefined {
      if (known.size === 0) return undefined;
      const spent = known.get(name);
      if (spent === undefined || spent.endsAt > performance.now()) return spent;
      known.delete(name);
      return undefined;
    },
  };
}

/** Budgets of requests in Redis, shared by all processes; while Redis is away each process counts for itself. */
export const rateLimitPlugin = fp(async (app) => {
  const { config, redis, redisErrors, keyPrefix } = app.deps;
  const ownCounters = new Map<string, RateLimiterMemory>();

  const waitOf = createBatcher({
    /** null while Redis is away: each call would wait for the connection. */
    async run(spendings: readonly Spending[]): Promise<(number | null)[]> {
      if (redis.status !== 'ready') return spendings.map(() => null);
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

  const spent = createSpentBudgets();
  const refusedClients = createRefusedClients(app.log);
  const refused = new Counter({
    name: 'requests_over_budget_total',
    help: 'Requests refused because their account or address has spent its budget, by the class of the budget',
    labelNames: ['class'] as const,
    registers: [],
  });
  for (const name of Object.keys(budgets)) refused.inc({ class: name }, 0);

  function noteRefused({ rateClass, client }: Spent): void {
    refused.inc({ class: rateClass });
    refusedClients.note(client);
  }

  app.decorate('spend', async (rateClass, request) => {
    if (!config.rateLimit) return;
    const who = request.actor ? 'account' : 'address';
    const id = request.actor?.id ?? addressGroup(request.ip);
    const key = `${keyPrefix}rate:${rateClass}:${who}:${id}`;
    const known = spent.find(key);
    if (known) {
      noteRefused(known);
      throw tooMany(known.endsAt - performance.now());
    }
    const spending = { key, ...budgets[rateClass][who] };
    const redisWaitMs = await waitOf(spending).catch((error) => {
      redisErrors(error);
      return null;
    });
    const waitMs = redisWaitMs ?? (await ownWaitOf(spending));
    if (waitMs === 0) return;
    const one = { endsAt: performance.now() + waitMs, rateClass, client: nameOf(request) };
    noteRefused(one);
    // Own counts end when Redis is back.
    if (redisWaitMs !== null) {
      spent.note(key, one);
      const secret = request.actor ? secretOf(request.headers) : undefined;
      if (secret !== undefined) spent.note(`${rateClass} ${secret}`, one);
    }
    throw tooMany(waitMs);
  });

  function spentBy(request: FastifyRequest): Spent | undefined {
    const { route, findsActorLate } = request.routeOptions.config;
    const secret = route && !findsActorLate && !route.upgrade ? secretOf(request.headers) : undefined;
    if (!route || secret === undefined) return undefined;
    const general = route.rate === 'proxy' ? undefined : spent.find(`general ${secret}`);
    return general ?? (route.rate ? spent.find(`${route.rate} ${secret}`) : undefined);
  }

  app.addHook('onReady', async () => app.metrics?.registry.registerMetric(refused));
  if (!config.rateLimit) return;
  app.addHook('onRequest', (request, reply, done) => {
    const known = spentBy(request);
    if (!known) return done();
    noteRefused(known);
    sendRefusal(request, reply, { code: 'request.tooMany', ...retryIn(known.endsAt - performance.now()) });
  });
  const timer = setInterval(refusedClients.report, reportMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
});
