import { tokenRoutes as routes } from '@vexil/contract/token';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { callerOf, logActivity } from '../log/log-activity';
import { listTokens } from './token.queries';
import { createToken, removeToken, restoreToken, revokeToken } from './token.service';
import { viewToken } from './token.view';

export async function tokenRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.create, async (call) => {
    const { text, token } = await createToken(deps, authorOf(call), call.body);
    logActivity(deps, { ...callerOf(call), event: 'token.created', message: `Made the API token ${token.name}` });
    call.reply.header('Cache-Control', 'no-store');
    return { token: text, info: viewToken(token, call.actor.userName) };
  });

  implement(app, routes.list, async () =>
    (await listTokens(deps.db)).map(({ token, creator }) => viewToken(token, creator)),
  );

  implement(app, routes.restore, async (call) => {
    const name = await restoreToken(deps, authorOf(call), call.params.id);
    logActivity(deps, { ...callerOf(call), event: 'token.restored', message: `Restored the API token ${name}` });
  });

  implement(app, routes.remove, async (call) => {
    const isDeleted = call.query.delete;
    const name = await (isDeleted ? removeToken : revokeToken)(deps, authorOf(call), call.params.id);
    logActivity(deps, {
      ...callerOf(call),
      event: isDeleted ? 'token.deleted' : 'token.revoked',
      message: `${isDeleted ? 'Deleted' : 'Revoked'} the API token ${name}`,
    });
  });
}
