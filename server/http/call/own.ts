import { DomainError } from '@vexil/contract/errors';
import type { ParamsOf, Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { CallerWithOwn, OwnReader, PathIds } from '../reads/caller';
import { InvalidRequest, pathReader } from './read-input';

declare module 'fastify' {
  interface FastifyRequest {
    /** undefined when it was not read with the session. */
    own: unknown;
  }
}

/** null where the path cannot be read: the session is read alone. */
export type ReadOwn = (
  session: { sessionHash: string },
  request: FastifyRequest,
) => Promise<CallerWithOwn<unknown> | undefined> | null;

/** Authentication reads `own`, what the route shows of its caller's rows, together with the session in one statement. */
export interface OwnPlan<R extends Route, Own> {
  own: OwnReader<Own>;
  idsOf?(params: ParamsOf<R>): PathIds;
}

export function bindOwn<R extends Route, Own>(app: FastifyInstance, route: R, { own: read, idsOf }: OwnPlan<R, Own>) {
  const { database } = app.deps;
  const readPath = pathReader(route);
  const idsOfRequest = (request: FastifyRequest) => idsOf?.(readPath(request) as ParamsOf<R>);

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

  return { readWithSession, ownOf };
}
