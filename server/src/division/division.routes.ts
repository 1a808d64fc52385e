import * as contract from '@vexil/contract/division';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { withCurrent } from '../audit/outdated';
import { createDivision, deleteDivision, readDivision, readDivisions, updateDivision } from './division.service';
import { viewDivision } from './division.view';

export async function divisionRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const routes = contract.divisionRoutes;
  const idOf = ({ id, divisionId }: { id: number; divisionId: number }) => ({ gameId: id, divisionId });
  implement(app, routes.list, async ({ params }) => (await readDivisions(deps, params.id)).map(viewDivision));
  implement(app, routes.create, async (call) =>
    viewDivision(await createDivision(deps, authorOf(call), call.params.id, call.body)),
  );
  implement(app, routes.update, async (call) =>
    withCurrent(
      call,
      async () => viewDivision(await updateDivision(deps, authorOf(call), idOf(call.params), call.body)),
      async () => viewDivision(await readDivision(deps, idOf(call.params))),
      { deps, target: `division:${call.params.divisionId}`, gameId: call.params.id },
    ),
  );
  implement(app, routes.delete, (call) => deleteDivision(deps, authorOf(call), idOf(call.params)));
}
