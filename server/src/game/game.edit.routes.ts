import { auditRoutes } from '@vexil/contract/audit';
import * as contract from '@vexil/contract/game';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf, readAuditPage } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import {
  deleteGame,
  flushScoreboard,
  readEditableGames,
  readHashSalt,
  replacePoster,
  unfreezeGame,
  updateAccepted,
  updateGame,
} from './game.edit.service';
import { getGame } from './game.service';
import { viewGameInfo } from './game.view';

export async function gameEditRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const routes = contract.gameEditRoutes;
  implement(app, routes.list, async ({ actor, query }) => {
    const { rows, total } = await readEditableGames(deps, actor, query);
    return { data: rows.map(viewGameInfo), length: rows.length, total };
  });
  implement(app, routes.get, async ({ params }) => viewGameInfo(await getGame(deps.db, params.id)));
  implement(app, routes.update, async (call) =>
    withCurrent(
      call,
      async () => viewGameInfo(await updateGame(deps, authorOf(call), call.params.id, call.body)),
      async () => viewGameInfo(await getGame(deps.db, call.params.id)),
      { deps, target: `game:${call.params.id}`, gameId: call.params.id },
    ),
  );
  implement(app, routes.unfreeze, async (call) =>
    viewGameInfo(await unfreezeGame(deps, authorOf(call), call.params.id, call.receivedAt)),
  );
  implement(app, routes.delete, (call) => deleteGame(deps, authorOf(call), call.params.id));
  implement(app, routes.poster, (call) => replacePoster(deps, authorOf(call), call.params.id, call.request));
  implement(app, routes.hashSalt, ({ params }) => readHashSalt(deps, params.id));
  implement(app, routes.flushScoreboard, ({ params }) => flushScoreboard(deps, params.id));
  implement(app, auditRoutes.game, async ({ params, query }) => {
    await getGame(deps.db, params.id);
    return readAuditPage(deps, { gameId: params.id, ...query });
  });
  implement(app, routes.updateAccepted, ({ params }) => updateAccepted(deps, params.id));
}
