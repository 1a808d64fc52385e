import { rejudgingRoutes as routes } from '@vexil/contract/rejudging';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import {
  applyRejudging,
  countRejudged,
  createRejudging,
  deleteRejudging,
  readRejudgedSubmissions,
  readRejudgedTeams,
  readRejudging,
  readRejudgings,
} from './rejudging.service';
import { viewRejudgedSubmission, viewRejudging } from './rejudging.view';

const idOf = ({ id: gameId, rejudgingId }: { id: number; rejudgingId: number }) => ({ gameId, rejudgingId });

const pageOf = <Item>(data: Item[], total: number) => ({ data, length: data.length, total });

export async function rejudgingRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.list, async ({ params, query }) => {
    const { rows, total } = await readRejudgings(deps, params.id, query);
    return pageOf(rows.map(viewRejudging), total);
  });
  implement(app, routes.create, async (call) =>
    viewRejudging(await createRejudging(deps, authorOf(call), call.params.id, call.body, call.receivedAt)),
  );
  implement(app, routes.get, async ({ params }) => viewRejudging(await readRejudging(deps, idOf(params))));
  implement(app, routes.submissions, async ({ params, query }) => {
    const { rows, total } = await readRejudgedSubmissions(deps, idOf(params), query);
    return pageOf(
      rows.map((row) => viewRejudgedSubmission(deps.sealing, row)),
      total,
    );
  });
  implement(app, routes.teams, async ({ params, query }) => {
    const { rows, total } = await readRejudgedTeams(deps, idOf(params), query);
    return pageOf(rows, total);
  });
  implement(app, routes.apply, async (call) =>
    viewRejudging(await applyRejudging(deps, authorOf(call), idOf(call.params), call.receivedAt)),
  );
  implement(app, routes.delete, (call) => deleteRejudging(deps, authorOf(call), idOf(call.params), call.receivedAt));
  implement(app, routes.count, ({ params }) =>
    countRejudged(deps, { gameId: params.id, challengeId: params.challengeId }),
  );
}
