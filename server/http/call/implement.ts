// The one binder of routes. It authenticates, spends the budget, reads the input, and sends only the declared reply and
// errors. The order is in docs/http.md.

import { DomainError, invariant } from '@vexil/contract/errors';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { DocumentReply } from '../reply/document';
import type { PartsReply } from '../reply/reply-parts';
import { partsOf, type Sent, sendReply } from '../reply/send-reply';
import type { Parts } from '../reply/send-together';
import type { Actor } from './actor';
import { admit, admitShared } from './admit';
import { bindOwn, type OwnPlan, type ReadOwn } from './own';
import { inputReader, type RouteInput } from './read-input';

/** Of a call within a request, whose caller is its caller. */
export interface InnerCall {
  request: FastifyRequest;
  reply: FastifyReply;
  /** As texts of the path. */
  params: Record<string, string>;
  query: Record<string, unknown>;
  body: unknown;
}

declare module 'fastify' {
  interface FastifyInstance {
    /** Makes a call without a request of its own, under the same access, budget and schemas; gives the text of its reply. */
    innerCalls: Map<Route, (call: InnerCall) => Promise<Parts>>;
  }
  interface FastifyContextConfig {
    route?: Route;
    readOwn?: ReadOwn;
  }
}

type CallerOf<R extends Route> = R['access'] extends 'Anonymous' ? Actor | null : Actor;

interface RouteCall<R extends Route> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** Arrival: one time for all later checks. */
  receivedAt: Date;
  request: FastifyRequest;
  reply: FastifyReply;
}

interface CallWithActor<R extends Route> extends RouteCall<R> {
  actor: CallerOf<R>;
}

interface CallWithOwn<R extends Route, Own> extends CallWithActor<R> {
  /** undefined only for anonymous callers. */
  own: R['access'] extends 'Anonymous' ? Own | undefined : Own;
}

interface SharedCall<R extends Route> extends Omit<RouteCall<R>, 'body'> {
  /** Reads the session, for replies that depend on the caller, and spends the general budget. */
  findActor(): Promise<Actor | null>;
}

// biome-ignore lint/suspicious/noConfusingVoidType: `void` is what an async function without a return gives.
type ValueOf<Reply> = [Reply] extends [undefined] ? void : Reply;

/** Gives the declared value, a reply that was written before, or `sent` where it has sent one through `reply`. */
type Handler<R extends Route, Given> = (
  call: Given,
) => Promise<ValueOf<ReplyOf<R>> | DocumentReply | PartsReply | Sent>;

/**
 * For anonymous calls whose reply is held by every server: no budget, because the reply costs less than counting it, and
 * no session unless the handler asks for the caller.
 */
interface Shared {
  shared: true;
}

/** As a method, so that every handler is one. */
type AnyHandler = { handle(call: object): Promise<unknown> }['handle'];
type AnyPlan = { own?: OwnPlan<Route, unknown>['own']; idsOf?: OwnPlan<Route, unknown>['idsOf']; shared?: true };

function checkDeclared(app: FastifyInstance, route: Route, error: unknown): void {
  if (!app.deps.strict || !(error instanceof DomainError)) return;
  const free = error.code.startsWith('account.') || error.code.startsWith('request.');
  invariant(free || route.errors.includes(error.code), `${route.method} ${route.path} does not declare ${error.code}`);
}

function callerFinder(app: FastifyInstance, request: FastifyRequest, reply: FastifyReply): () => Promise<Actor | null> {
  let found: Promise<Actor | null> | undefined;
  async function find(): Promise<Actor | null> {
    const actor = await app.findActor(request, reply);
    await app.spend('general', request);
    return actor;
  }
  return () => {
    found ??= find();
    return found;
  };
}

export function implement<R extends Route>(app: FastifyInstance, route: R, handler: Handler<R, CallWithActor<R>>): void;
export function implement<R extends Route, Own>(
  app: FastifyInstance,
  route: R,
  plan: OwnPlan<R, Own>,
  handler: Handler<R, CallWithOwn<R, Own>>,
): void;
export function implement<R extends Route & { access: 'Anonymous' }>(
  app: FastifyInstance,
  route: R,
  plan: Shared,
  handler: Handler<R, SharedCall<R>>,
): void;
export function implement(
  app: FastifyInstance,
  route: Route,
  ...[first, second]: [AnyHandler, undefined?] | [AnyPlan, AnyHandler]
): void {
  const [plan, handler] = second === undefined ? [{}, first] : [first, second];
  const readInput = inputReader(route);
  const own = plan.own && bindOwn(app, route, { own: plan.own, idsOf: plan.idsOf });

  // One literal in place of spreads, and no wait without a caller: shared calls take a fifth less processor time.
  async function handle(request: FastifyRequest, reply: FastifyReply, input: RouteInput): Promise<unknown> {
    const { waitedMs, actor } = request;
    const now = app.deps.clock.now();
    const receivedAt = waitedMs === 0 ? now : new Date(now.getTime() - waitedMs);
    const { params, query, body } = input;
    const findActor = plan.shared && callerFinder(app, request, reply);
    try {
      const ownOfCaller = own && (await own.ownOf(request));
      return await handler({ params, query, body, actor, own: ownOfCaller, findActor, receivedAt, request, reply });
    } catch (error) {
      checkDeclared(app, route, error);
      throw error;
    }
  }

  async function run(request: FastifyRequest, reply: FastifyReply): Promise<string | undefined | FastifyReply> {
    const result = await handle(request, reply, readInput(request));
    return sendReply(app, route, { request, reply, result });
  }

  app.innerCalls.set(route, async ({ request, reply, ...given }) => {
    // Access and the caller's own rows are found by the path.
    request.params = given.params;
    await app.authorise(route, request);
    if (route.rate) await app.spend(route.rate, request);
    return partsOf(app, route, await handle(request, reply, readInput(request, given)));
  });

  app.route({
    method: route.method === 'ANY' ? app.supportedMethods : route.method,
    url: route.path,
    config: {
      route,
      ...(own ? { readOwn: own.readWithSession } : {}),
      ...(plan.shared ? { findsActorLate: true } : {}),
    },
    onRequest: plan.shared ? admitShared(app, route) : admit(app, route),
    // Every handler of an upgrade is replaced by one that accepts it; what wants to refuse first has to come before.
    ...(route.upgrade ? { preHandler: run } : {}),
    handler: run,
  });
}
