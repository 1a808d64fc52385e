import { awardRoutes as routes } from '@vexil/contract/award';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { createAward, deleteAward, readAwards } from './award.service';
import { viewAward } from './award.view';

export async function awardRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.list, async ({ params, query }) => {
    const { rows, total } = await readAwards(deps, params.id, query);
    return { data: rows.map(viewAward), length: rows.length, total };
  });
  implement(app, routes.create, async (call) =>
    viewAward(await createAward(deps, authorOf(call), call.params.id, call.body, call.receivedAt)),
  );
  implement(app, routes.delete, (call) =>
    deleteAward(deps, authorOf(call), { gameId: call.params.id, awardId: call.params.awardId }, call.receivedAt),
  );
}
