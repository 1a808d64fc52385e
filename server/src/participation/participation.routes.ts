import { participationRoutes as routes } from '@vexil/contract/participation';
import { termsRoutes } from '@vexil/contract/terms';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { readConsents } from '../account/consent.service';
import { authorOf } from '../audit/audit.service';
import { logCall } from '../log/log-activity';
import { findBoardSight } from '../scoreboard/sight.service';
import { joinGame } from './join.service';
import { findJoinFacts } from './participation.queries';
import {
  acceptRules,
  answerFields,
  checkJoin,
  leaveGame,
  listRules,
  readParticipations,
  readTeamFields,
  updateParticipation,
} from './participation.service';
import { viewParticipation } from './participation.view';

export async function participationRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.check, { own: findJoinFacts, idsOf: ({ id }) => ({ gameId: id }) }, async ({ actor, own }) =>
    checkJoin(actor, own),
  );

  implement(app, routes.join, async (call) => {
    const { actor, params, body, receivedAt } = call;
    const { gameTitle, teamName } = await joinGame(deps, actor, { gameId: params.id, body, receivedAt });
    logCall(call, 'participation.joined', `Joined the game ${gameTitle} with the team ${teamName}`, params.id);
  });

  implement(app, routes.acceptRules, async (call) => {
    const { title } = await acceptRules(deps, call.actor, call.params.id, call.body.hash);
    logCall(call, 'participation.rules_accepted', `Accepted the rules of the game ${title}`, call.params.id);
  });

  implement(app, routes.answerFields, async (call) => {
    const { actor, params, body, receivedAt } = call;
    const { title } = await answerFields(deps, actor, params.id, { given: body.fields, receivedAt });
    logCall(call, 'participation.fields_answered', `Answered the questions of the game ${title}`, params.id);
  });

  implement(app, routes.publicFields, async ({ actor, params, receivedAt }) => {
    await findBoardSight(deps, { findActor: async () => actor, gameId: params.id, at: receivedAt });
    return readTeamFields(deps, params.id, params.teamId);
  });

  implement(app, termsRoutes.gameConsents, async ({ params, query }) => {
    const current = await listRules(deps, params.id);
    return readConsents(deps, { ...query, gameId: params.id }, current);
  });

  implement(app, routes.leave, async (call) => {
    const { title } = await leaveGame(deps, call.actor, call.params.id);
    logCall(call, 'participation.left', `Left the game ${title}`, call.params.id);
  });

  implement(app, routes.list, async ({ params }) => (await readParticipations(deps, params.id)).map(viewParticipation));

  implement(app, routes.update, (request) =>
    updateParticipation(deps, request.actor, authorOf(request), request.params.id, request.body),
  );
}
