import { DomainError, invariant } from '@vexil/contract/errors';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { Found } from '../reads/caller';
import { acceptsGzip } from '../reply/encoding';
import { type Refusal, sendRefusal } from '../reply/errors';
import { gzipOf } from '../reply/gzip-parts';
import { ComposedReply } from '../reply/reply-parts';
import { endOfTurn, lengthOf, sendWithoutHooks } from '../reply/send-together';
import type { Actor } from './actor';
import { inputReader } from './read-input';

declare module 'fastify' {
  interface FastifyInstance {
    /** Throws `token.*` or `account.*`. */
    authorise(route: Route, request: FastifyRequest): Promise<void>;
  }
  interface FastifyRequest {
    /** See implement-own.ts; undefined when it was not read with the session. */
    own: unknown;
  }
  interface FastifyContextConfig {
    route?: Route;
    readOwn?: ReadOwn;
  }
}

/** null where the path cannot be read: the session is read alone. */
export type ReadOwn = (
  session: { sessionHash: string },
  request: FastifyRequest,
) => Promise<Found<unknown> | undefined> | null;

interface RouteRequest<R extends Route, Who> {
  actor: Who;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** Arrival: one time for all later checks. */
  receivedAt: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

// biome-ignore lint/suspicious/noConfusingVoidType: `void` is what an async function without a return gives.
type Result<Reply> = [Reply] extends [undefined] ? void : Reply;

export type Handler<R extends Route, Who, More = unknown> = (
  request: RouteRequest<R, Who> & More,
) => Promise<Result<ReplyOf<R>>>;

/** A handler returns this when it has answered by itself through `reply`. */
export const answered = Symbol('answered') as never;

export function checkDeclared(app: FastifyInstance, route: Route, error: unknown): void {
  if (!app.deps.strict || !(error instanceof DomainError)) return;
  const free = error.code.startsWith('account.') || error.code.startsWith('request.');
  invariant(free || route.errors.includes(error.code), `${route.method} ${route.path} does not declare ${error.code}`);
}

/** Text of the reply: only what the schema names leaves. Throws when a value does not fit, which is our mistake. */
export function writeReply(route: Route, value: unknown): string | undefined {
  const data = route.reply.parse(value);
  return data === undefined ? undefined : JSON.stringify(data);
}

/** Below this, the headers are most of the reply. */
const compressedLengthMin = 1024;

/** Parts are cached and compressed once; brotli cannot join them. */
function sendComposed(request: FastifyRequest, reply: FastifyReply, { parts }: ComposedReply): void {
  const varies = String(reply.getHeader('vary') ?? '');
  if (!varies.includes('Accept-Encoding')) reply.header('vary', `Accept-Encoding${varies && `, ${varies}`}`);
  reply.header('content-type', 'application/json; charset=utf-8');
  const isGzip = lengthOf(parts) >= compressedLengthMin && acceptsGzip(request.headers['accept-encoding']);
  if (isGzip) reply.header('content-encoding', 'gzip');
  sendWithoutHooks(reply, isGzip ? [gzipOf(parts)] : parts);
}

function refusalOfCaller({ access }: Route, { actor, hasInvalidToken }: FastifyRequest): Refusal | null {
  if (actor) return null;
  if (hasInvalidToken) return { code: 'token.invalid' };
  return access === 'Anonymous' ? null : { code: 'account.unauthenticated' };
}

function admit(app: FastifyInstance, route: Route) {
  async function spendAndAuthorise(request: FastifyRequest): Promise<void> {
    // Programs open tunnels every few seconds; they spend nothing of their player's general budget.
    if (route.rate !== 'proxy') await app.spend('general', request);
    await app.authorise(route, request);
    if (route.rate) await app.spend(route.rate, request);
  }
  return (request: FastifyRequest, reply: FastifyReply, done: (error?: Error) => void): void => {
    // What the headers alone refuse spends nothing: a refusal over the budget would cost more.
    const refusal = refusalOfCaller(route, request);
    if (refusal) sendRefusal(request, reply, refusal);
    else spendAndAuthorise(request).then(() => done(), done);
  };
}

/** Authenticates, spends the budget, reads the input, and sends only the declared reply and errors. */
export function implement<R extends Route & { access: 'Anonymous' }>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R, Actor | null>,
): void;
export function implement<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R, Actor>,
  readOwn?: ReadOwn,
): void;
export function implement<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R, never>,
  readOwn?: ReadOwn,
): void {
  const readInput = inputReader(route);
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const receivedAt = new Date(app.deps.clock.now().getTime() - request.waitedMs);
    const { params, query, body } = readInput(request) as Pick<RouteRequest<R, never>, 'params' | 'query' | 'body'>;
    let result: unknown;
    try {
      result = await handler({ params, query, body, actor: request.actor as never, receivedAt, request, reply });
    } catch (error) {
      checkDeclared(app, route, error);
      throw error;
    }
    if (result === answered) {
      if (!reply.sent) await endOfTurn();
      return reply;
    }
    if (result instanceof ComposedReply) {
      app.checkComposedReply(route, result);
      sendComposed(request, reply, result);
      return reply;
    }
    const payload = writeReply(route, result);
    if (payload !== undefined) reply.header('content-type', 'application/json; charset=utf-8');
    await endOfTurn();
    return payload;
  };
  app.route({
    method: route.method === 'ANY' ? app.supportedMethods : route.method,
    url: route.path,
    config: { route, ...(readOwn ? { readOwn } : {}) },
    onRequest: admit(app, route),
    // Every handler of an upgrade is replaced by one that accepts it; what wants to refuse first has to come before.
    ...(route.upgrade ? { preHandler: run } : {}),
    handler: run,
  });
}
