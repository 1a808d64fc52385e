import { invariant } from '@vexil/contract/errors';
import type { ParamsOf, QueryOf, ReplyOf, Route } from '@vexil/contract/route';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { endOfTurn } from '../reply/send-together';
import type { Actor } from './actor';
import { answered, checkDeclared, writeReply } from './implement';
import { inputReader } from './read-input';

interface SharedCall<R extends Route> {
  params: ParamsOf<R>;
  query: QueryOf<R>;
  receivedAt: Date;
  request: FastifyRequest;
  reply: FastifyReply;
  /** Reads the session, for replies that depend on the caller, and spends the general budget. */
  findActor(): Promise<Actor | null>;
}

/**
 * For anonymous calls whose reply is held by every server: no budget, because the reply costs less than counting it, and
 * no session unless the handler asks for the caller.
 */
export function implementShared<R extends Route>(
  app: FastifyInstance,
  route: R,
  handler: (call: SharedCall<R>) => Promise<ReplyOf<R>>,
): void {
  invariant(route.access === 'Anonymous', 'Only anonymous calls find their caller late.');
  const readInput = inputReader(route);
  app.route({
    method: 'GET',
    url: route.path,
    config: { route, findsActorLate: true },
    onRequest: (request, _reply, done) => {
      if (request.actor || request.hasInvalidToken) app.authorise(route, request).then(() => done(), done);
      else done();
    },
    handler: async (request, reply) => {
      const { params, query } = readInput(request) as Pick<SharedCall<R>, 'params' | 'query'>;
      const receivedAt = app.deps.clock.now();
      let found: Promise<Actor | null> | undefined;
      async function find(): Promise<Actor | null> {
        const actor = await app.findActor(request, reply);
        await app.spend('general', request);
        return actor;
      }
      const findActor = () => {
        found ??= find();
        return found;
      };
      let result: unknown;
      try {
        result = await handler({ params, query, receivedAt, request, reply, findActor });
      } catch (error) {
        checkDeclared(app, route, error);
        throw error;
      }
      if (result === answered) return reply;
      reply.header('content-type', 'application/json; charset=utf-8');
      await endOfTurn();
      return writeReply(route, result);
    },
  });
}
