import { DomainError } from '@vexil/contract/errors';
import type { ParamsOf, Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallIds, OwnReader } from '../reads/caller';
import type { Actor } from './actor';
import { type Handler, implement, type ReadOwn } from './implement';
import { InvalidRequest, inputReader } from './read-input';

interface OwnPlan<R extends Route, Own> {
  read: OwnReader<Own>;
  idsOf(params: ParamsOf<R>): CallIds;
}

/**
 * Authentication reads `own`, what the route shows of its caller's rows, together with the session in one statement. It
 * is undefined only for anonymous callers.
 */
export function implementOwn<R extends Route & { access: 'Anonymous' }, Own>(
  app: FastifyInstance,
  route: R,
  plan: OwnPlan<R, Own>,
  handler: Handler<R, Actor | null, { own: Own | undefined }>,
): void;
export function implementOwn<R extends Route, Own>(
  app: FastifyInstance,
  route: R,
  plan: OwnPlan<R, Own>,
  handler: Handler<R, Actor, { own: Own }>,
): void;
export function implementOwn<R extends Route, Own>(
  app: FastifyInstance,
  route: R,
  { read, idsOf }: OwnPlan<R, Own>,
  handler: Handler<R, Actor, { own: Own }>,
): void {
  const { database } = app.deps;
  const readInput = inputReader(route);
  const idsOfRequest = (request: FastifyRequest) => idsOf(readInput(request).params as ParamsOf<R>);

  const readWithSession: ReadOwn = (session, request) => {
    try {
      return read(database, { ...session, ...idsOfRequest(request) });
    } catch (error) {
      // The handler refuses them, after the caller's rights.
      if (error instanceof InvalidRequest) return null;
      throw error;
    }
  };

  /** Calls with an API token have none yet. */
  async function ownOf(request: FastifyRequest): Promise<Own> {
    const { actor } = request;
    if (!actor || request.own !== undefined) return request.own as Own;
    const found = await read(database, { accountId: actor.id, ...idsOfRequest(request) });
    if (!found) throw new DomainError('account.unauthenticated');
    return found.own;
  }

  implement(
    app,
    route,
    async (call) => handler({ ...call, own: await ownOf(call.request) } as Parameters<typeof handler>[0]),
    readWithSession,
  );
}
