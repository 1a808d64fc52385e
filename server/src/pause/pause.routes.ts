import { pauseRoutes as routes } from '@vexil/contract/pause';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { viewGameInfo } from '../game/game.view';
import { pauseAll, pauseGame, readPauses, resumeAll, resumeGame } from './pause.service';
import { viewListedPause } from './pause.view';

export async function pauseRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.list, async ({ params, query }) => {
    const { rows, total } = await readPauses(deps, params.id, query);
    return { data: rows.map(viewListedPause), length: rows.length, total };
  });
  implement(app, routes.pause, async (call) =>
    viewGameInfo(await pauseGame(deps, authorOf(call), call.params.id, call.body)),
  );
  implement(app, routes.resume, async (call) => viewGameInfo(await resumeGame(deps, authorOf(call), call.params.id)));
  implement(app, routes.pauseAll, (call) => pauseAll(deps, authorOf(call), call.body));
  implement(app, routes.resumeAll, (call) => resumeAll(deps, authorOf(call)));
}
