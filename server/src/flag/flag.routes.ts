import * as contract from '@vexil/contract/challenge';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { linkPlaces } from '../challenge/attachment.service';
import { addFlags, bindFiles, deleteFlag } from './flag.service';

export async function flagRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const routes = contract.flagRoutes;
  implement(app, routes.add, async ({ params, body, ...call }) => {
    const flags = await linkPlaces(deps, params.id, body);
    for (const flag of flags) flag.attachments = await linkPlaces(deps, params.id, flag.attachments);
    await addFlags(deps, authorOf(call), { gameId: params.id, challengeId: params.challengeId }, flags);
  });
  implement(app, routes.bindFiles, ({ params, body, receivedAt, ...call }) =>
    bindFiles(deps, authorOf(call), { gameId: params.id, challengeId: params.challengeId }, body, receivedAt),
  );
  implement(app, routes.delete, async ({ params, receivedAt, ...call }) => {
    const { id: gameId, challengeId, flagId } = params;
    const found = await deleteFlag(deps, authorOf(call), { gameId, challengeId, flagId }, receivedAt);
    return found ? 'Success' : 'NotFound';
  });
}
