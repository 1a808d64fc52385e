import type { Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { type Refusal, sendRefusal } from '../reply/errors';

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `token.*` or `account.*`. */
    authorise(route: Route, request: FastifyRequest): Promise<void>;
  }
}

type Admit = (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void) => void;

function refusalOfCaller({ access }: Route, { actor, hasInvalidToken, gap }: FastifyRequest): Refusal | null {
  if (actor) return null;
  if (hasInvalidToken) return { code: 'token.invalid' };
  if (access === 'Anonymous') return null;
  return { code: gap ?? 'account.unauthenticated' };
}

export function admit(app: FastifyInstance, route: Route): Admit {
  async function spendAndAuthorise(request: FastifyRequest): Promise<void> {
    // Programs open tunnels every few seconds; they spend nothing of their player's general budget.
    if (route.rate !== 'proxy') await app.spend('general', request);
    await app.authorise(route, request);
    if (route.rate) await app.spend(route.rate, request);
  }
  return (request, reply, done) => {
    // What the headers alone refuse spends nothing: a refusal over the budget would cost more.
    const refusal = refusalOfCaller(route, request);
    if (refusal) sendRefusal(request, reply, refusal);
    else spendAndAuthorise(request).then(() => done(), done);
  };
}

/** Spends nothing, and only an API token is checked: the handler asks for the session where its reply depends on it. */
export const admitShared =
  (app: FastifyInstance, route: Route): Admit =>
  (request, _reply, done) => {
    if (request.actor || request.hasInvalidToken) app.authorise(route, request).then(() => done(), done);
    else done();
  };
