import type { FastifyInstance } from 'fastify';
import * as contract from '../contract/game';
import { answered, implement } from '../implement';
import { isUnchanged } from '../plugins/conditional';
import { readGame, readPublicGames, readRecentGames } from './game.service';
import { viewBasicGame, viewDetailedGame } from './game.view';

export async function gameRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, contract.gameRoutes.recent, async ({ query, receivedAt, request, reply }) => {
    const games = (await readRecentGames(deps, query.limit, receivedAt)).map(viewBasicGame);
    return isUnchanged(request, reply, games) ? answered : games;
  });
  implement(app, contract.gameRoutes.list, async ({ query }) => {
    const { rows, total } = await readPublicGames(deps, query);
    return { data: rows.map(viewBasicGame), length: rows.length, total };
  });
  implement(app, contract.gameRoutes.get, async ({ actor, params }) =>
    viewDetailedGame(await readGame(deps, actor, params.id)),
  );
}
