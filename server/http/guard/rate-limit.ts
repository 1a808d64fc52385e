import { DomainError, retryIn } from '@vexil/contract/errors';
import type { RateClass } from '@vexil/contract/route';
import type { FastifyRequest } from 'fastify';
import fp from 'fastify-plugin';
import { LRUCache } from 'lru-cache';
import { Counter } from 'prom-client';
import type { Actor } from '../call/actor';
import { sendRefusal } from '../reply/errors';
import { type Budget, countersOf } from './counters';
import { budgets, refusedReportMs, spentBudgetsMax, tokenPartOfAccount } from './limits';
import { createRefusedClients } from './refused-clients';
import { type Sender, secretOf, senderOf } from './sender';

type Class = RateClass | 'general';

interface Spender {
  actor: (Pick<Actor, 'id' | 'userName'> & { token?: Actor['token'] }) | null;
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

interface Spent {
  endsAt: number;
  rateClass: Class;
  /** For the log. */
  client: string;
}

function budgetOf(rateClass: Class, kind: Sender['kind']): Budget {
  if (kind !== 'token') return budgets[rateClass][kind];
  const { points, seconds } = budgets[rateClass].account;
  return { points: Math.floor(points * tokenPartOfAccount), seconds };
}

const retryOf = ({ endsAt }: Spent) => retryIn(Math.ceil((endsAt - performance.now()) / 1000));

/** A spent budget is refused from memory until its period ends, without Redis and without reading the session. */
function createSpentBudgets() {
  const known = new LRUCache<string, Spent>({ max: spentBudgetsMax });
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

/** Budgets of requests, by account or address. */
export const rateLimitPlugin = fp(async (app) => {
  const { config, keyPrefix } = app.deps;
  const counters = countersOf(app.deps);
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

  function refuse(one: Spent): never {
    noteRefused(one);
    throw new DomainError('request.tooMany', retryOf(one));
  }

  function noteSpent(key: string, one: Spent, { actor, headers }: Spender): void {
    spent.note(key, one);
    const secret = actor ? secretOf(headers) : undefined;
    if (secret !== undefined) spent.note(`${one.rateClass} ${secret}`, one);
  }

  app.decorate('spend', async (rateClass, request) => {
    if (!config.rateLimit) return;
    const { kind, id, name } = senderOf(request);
    const key = `${keyPrefix}rate:${rateClass}:${kind}:${id}`;
    const known = spent.find(key);
    if (known) refuse(known);
    const { waitMs, isShared } = await counters.spend(key, budgetOf(rateClass, kind));
    if (waitMs === 0) return;
    const one = { endsAt: performance.now() + waitMs, rateClass, client: name };
    // Own counts end when Redis is back.
    if (isShared) noteSpent(key, one, request);
    refuse(one);
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
    sendRefusal(request, reply, { code: 'request.tooMany', ...retryOf(known) });
  });
  const timer = setInterval(refusedClients.report, refusedReportMs);
  timer.unref();
  app.addHook('onClose', async () => clearInterval(timer));
});
