import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { participationRoutes as routes } from '../contract/participation';
import { implement } from '../implement';
import { joinGame } from './join.service';
import { checkJoin, leaveGame, readParticipations, updateParticipation } from './participation.service';
import { viewParticipation } from './participation.view';

export async function participationRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.check, ({ actor, params }) => checkJoin(deps, actor, params.id));

  implement(app, routes.join, ({ actor, params, body, receivedAt }) =>
    joinGame(deps, actor, { gameId: params.id, body, receivedAt }),
  );

  implement(app, routes.leave, ({ actor, params }) => leaveGame(deps, actor, params.id));

  implement(app, routes.list, async ({ params }) => (await readParticipations(deps, params.id)).map(viewParticipation));

  implement(app, routes.update, (request) =>
    updateParticipation(deps, request.actor, authorOf(request), request.params.id, request.body),
  );
}
