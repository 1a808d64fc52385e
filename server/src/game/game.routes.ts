import * as contract from '@vexil/contract/game';
import type { FastifyInstance } from 'fastify';
import { answered, implement } from '../implement';
import { isUnchanged, lastOf } from '../plugins/conditional';
import { readGame, readPublicGames, readRecentGames } from './game.service';
import { viewBasicGame, viewDetailedGame } from './game.view';

export async function gameRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, contract.gameRoutes.recent, async ({ query, receivedAt, request, reply }) => {
    const rows = await readRecentGames(deps, query.limit, receivedAt);
    const games = rows.map(viewBasicGame);
    const age = { modifiedAt: lastOf(rows.map(({ updatedAt }) => updatedAt.getTime())) };
    return isUnchanged(request, reply, games, age) ? answered : games;
  });
  // The reference lets clients cache this for a minute, so that a hidden game stays listed. Ours is revalidated by ETag.
  implement(app, contract.gameRoutes.list, async ({ query, request, reply }) => {
    const { rows, total } = await readPublicGames(deps, query);
    const page = { data: rows.map(viewBasicGame), length: rows.length, total };
    return isUnchanged(request, reply, page) ? answered : page;
  });
  implement(app, contract.gameRoutes.get, async ({ actor, params, receivedAt }) =>
    viewDetailedGame(await readGame(deps, actor, params.id), receivedAt),
  );
}
