import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { z } from 'zod';
import { authorise } from './authorise';
import { DomainError, type ErrorCode, type ErrorDetail, invariant } from './contract/errors';
import { findText, readLeniently } from './contract/lenient';
import type { BodyOf, ParamsOf, QueryOf, ReplyOf, Route } from './contract/route';
import { describeIssue } from './field-text';
import { fieldText, languageOf } from './i18n';
import type { Actor } from './plugins/auth';

/** Params, query or body that do not fit the route's schema. */
export class InvalidRequest extends Error {
  override readonly name = 'InvalidRequest';

  constructor(
    readonly code: ErrorCode,
    readonly details: ErrorDetail[],
  ) {
    super(code);
  }
}

export interface RouteRequest<R extends Route, Who> {
  actor: Who;
  params: ParamsOf<R>;
  query: QueryOf<R>;
  body: BodyOf<R>;
  /** Arrival: one time for all later checks. */
  receivedAt: Date;
  /** For cookies, uploads, conditional requests and streams; services never see these two. */
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Calls that answer with nothing may end without a `return`. */
// biome-ignore lint/suspicious/noConfusingVoidType: `void` is what an async function without a return gives.
type Result<Reply> = [Reply] extends [undefined] ? void : Reply;

type Handler<R extends Route, Who> = (request: RouteRequest<R, Who>) => Promise<Result<ReplyOf<R>>>;

/** A handler returns this when it has answered by itself through `reply`. */
export const answered = Symbol('answered') as never;

// A body may be wrong in a hundred thousand places.
const detailsMax = 50;

function read(schema: z.ZodType, value: unknown, request: FastifyRequest, code: ErrorCode): unknown {
  const language = languageOf(request);
  const result = schema.safeParse(readLeniently(schema, value), { reportInput: true });
  if (!result.success) {
    const details = result.error.issues
      .slice(0, detailsMax)
      .map((issue) => ({ path: issue.path.join('.'), message: describeIssue(issue, language) }));
    throw new InvalidRequest(code, details);
  }
  // PostgreSQL stores no NUL, and would not say which field has it.
  const path = findText(result.data, (text) => text.includes('\0'));
  if (path) {
    const message = fieldText('field.unstorable', language);
    throw new InvalidRequest(code, [{ path: path.join('.').replaceAll('\0', ''), message }]);
  }
  return result.data;
}

function readInput(route: Route, request: FastifyRequest) {
  if (route.body && request.body === undefined) throw new InvalidRequest('request.bodyMissing', []);
  return {
    // An id that is none names nothing.
    params: route.params ? read(route.params, request.params, request, 'request.notFound') : undefined,
    query: route.query ? read(route.query, request.query, request, 'request.invalid') : undefined,
    body: route.body ? read(route.body, request.body, request, 'request.invalid') : undefined,
  };
}

function checkDeclared(app: FastifyInstance, route: Route, error: unknown): void {
  if (!app.deps.strict || !(error instanceof DomainError)) return;
  const free = error.code.startsWith('account.') || error.code.startsWith('request.');
  invariant(free || route.errors.includes(error.code), `${route.method} ${route.path} does not declare ${error.code}`);
}

/** Text of the reply: only what the schema names leaves. Throws when a value does not fit, which is our mistake. */
function writeReply(route: Route, value: unknown): string | undefined {
  const data = route.reply.parse(value);
  return data === undefined ? undefined : JSON.stringify(data);
}

/**
 * Binds a declared call to its handler: authenticates by `access`, spends its budget, reads its input, and lets out
 * only the declared reply and errors.
 */
export function implement<R extends Route & { access: 'Anonymous' }>(
  app: FastifyInstance,
  route: R,
  handler: Handler<R, Actor | null>,
): void;
export function implement<R extends Route>(app: FastifyInstance, route: R, handler: Handler<R, Actor>): void;
export function implement<R extends Route>(app: FastifyInstance, route: R, handler: Handler<R, never>): void {
  const run = async (request: FastifyRequest, reply: FastifyReply) => {
    const receivedAt = app.deps.clock.now();
    const input = readInput(route, request) as Pick<RouteRequest<R, never>, 'params' | 'query' | 'body'>;
    let result: unknown;
    try {
      result = await handler({ ...input, actor: request.actor as never, receivedAt, request, reply });
    } catch (error) {
      checkDeclared(app, route, error);
      throw error;
    }
    if (result === answered) return reply;
    const text = writeReply(route, result);
    if (text === undefined) return reply.code(200).send();
    return reply
      .type('application/json; charset=utf-8')
      .serializer((payload: unknown) => payload as string)
      .send(text);
  };
  app.route({
    method: route.method === 'ANY' ? app.supportedMethods : route.method,
    url: route.path,
    config: { route },
    preValidation: async (request) => {
      // Tunnels are asked for every few seconds by programs; that may not use up what their player has for the site.
      if (route.rate !== 'proxy') await app.spend('general', request);
      await authorise(app.deps, route, request);
      if (route.rate) await app.spend(route.rate, request);
    },
    // Every handler of an upgrade is replaced by one that accepts it; what wants to refuse first has to come before.
    ...(route.upgrade ? { preHandler: run } : {}),
    handler: run,
  });
}
