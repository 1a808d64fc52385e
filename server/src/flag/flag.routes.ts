import * as contract from '@vexil/contract/challenge';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { addFlags, bindFiles, deleteFlag } from './flag.service';

export async function flagRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const routes = contract.flagRoutes;
  implement(app, routes.add, ({ params, body, ...call }) =>
    addFlags(deps, authorOf(call), { gameId: params.id, challengeId: params.challengeId }, body),
  );
  implement(app, routes.bindFiles, ({ params, body, receivedAt, ...call }) =>
    bindFiles(deps, authorOf(call), { gameId: params.id, challengeId: params.challengeId }, body, receivedAt),
  );
  implement(app, routes.delete, async ({ params, receivedAt, ...call }) => {
    const { id: gameId, challengeId, flagId } = params;
    const found = await deleteFlag(deps, authorOf(call), { gameId, challengeId, flagId }, receivedAt);
    return found ? 'Success' : 'NotFound';
  });
}
