import * as contract from '@vexil/contract/game';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { readStaff, removeStaff, setStaff } from './staff.service';
import { viewStaff } from './staff.view';

export async function staffRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const routes = contract.gameEditRoutes;
  implement(app, routes.staff, async ({ params }) => (await readStaff(deps, params.id)).map(viewStaff));
  implement(app, routes.setStaff, async ({ params, body, ...call }) => {
    const person = { gameId: params.id, accountId: params.userId };
    return viewStaff(await setStaff(deps, authorOf(call), person, body.role));
  });
  implement(app, routes.removeStaff, ({ params, ...call }) =>
    removeStaff(deps, authorOf(call), { gameId: params.id, accountId: params.userId }),
  );
}
