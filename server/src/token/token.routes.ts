import { gameTokenRoutes, playerTokenRoutes, tokenRoutes as routes } from '@vexil/contract/token';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { getGame } from '../game/game.service';
import { logCall } from '../log/log-activity';
import { createPlayerToken, readPlayerTokens } from './player-token.service';
import { listTokens } from './token.queries';
import { createGameToken, createToken, removeToken, restoreToken, revokeToken } from './token.service';
import { viewToken } from './token.view';

export async function tokenRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.create, async (call) => {
    const { text, token } = await createToken(deps, authorOf(call), call.body);
    logCall(call, 'token.created', `Made the API token ${token.name}`);
    call.reply.header('Cache-Control', 'no-store');
    return { token: text, info: viewToken(token, call.actor.userName, null) };
  });

  implement(app, routes.list, async () =>
    (await listTokens(deps.db)).map(({ token, creator, gameId }) => viewToken(token, creator, gameId)),
  );

  implement(app, routes.restore, async (call) => {
    const name = await restoreToken(deps, authorOf(call), call.params.id);
    logCall(call, 'token.restored', `Restored the API token ${name}`);
  });

  implement(app, routes.remove, async (call) => {
    const isDeleted = call.query.delete;
    const change = isDeleted ? removeToken : revokeToken;
    const name = await change(deps, authorOf(call), call.params.id);
    logCall(
      call,
      isDeleted ? 'token.deleted' : 'token.revoked',
      `${isDeleted ? 'Deleted' : 'Revoked'} the API token ${name}`,
    );
  });

  implement(app, gameTokenRoutes.create, async (call) => {
    const { id } = call.params;
    const { text, token } = await createGameToken(deps, authorOf(call), call.body, id);
    const message = `Made the API token ${token.name} of game ${id}`;
    logCall(call, 'token.created', message);
    call.reply.header('Cache-Control', 'no-store');
    return { token: text, info: viewToken(token, call.actor.userName, id) };
  });

  implement(app, gameTokenRoutes.list, async ({ params }) => {
    await getGame(deps.db, params.id);
    return (await listTokens(deps.db, params.id)).map(({ token, creator, gameId }) =>
      viewToken(token, creator, gameId),
    );
  });

  implement(app, gameTokenRoutes.remove, async (call) => {
    const { id, tokenId } = call.params;
    const name = await removeToken(deps, authorOf(call), tokenId, { gameId: id });
    const message = `Deleted the API token ${name} of game ${id}`;
    logCall(call, 'token.deleted', message);
  });

  implement(app, playerTokenRoutes.list, async ({ actor, reply, receivedAt }) => {
    reply.header('Cache-Control', 'no-store');
    return readPlayerTokens(deps, actor.id, receivedAt);
  });

  implement(app, playerTokenRoutes.create, async (call) => {
    const made = await createPlayerToken(deps, authorOf(call), call.body);
    const message = `Made the token ${made.info.name} to play in game ${made.info.gameId}`;
    logCall(call, 'token.created', message);
    call.reply.header('Cache-Control', 'no-store');
    return made;
  });

  implement(app, playerTokenRoutes.remove, async (call) => {
    const name = await removeToken(deps, authorOf(call), call.params.id, { playerId: call.actor.id });
    const message = `Deleted the token ${name} to play`;
    logCall(call, 'token.deleted', message);
  });
}
