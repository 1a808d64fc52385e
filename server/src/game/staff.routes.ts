import * as contract from '@vexil/contract/game';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { implement } from '../implement';
import { nameStaff, readStaff, removeStaff } from './staff.service';
import { viewStaff } from './staff.view';

export async function staffRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const { staff, setStaff, removeStaff: remove } = contract.gameEditRoutes;
  implement(app, staff, async ({ params }) => (await readStaff(deps, params.id)).map(viewStaff));
  implement(app, setStaff, async ({ params, body, ...call }) => {
    const person = { gameId: params.id, accountId: params.userId };
    return viewStaff(await nameStaff(deps, authorOf(call), person, body.role));
  });
  implement(app, remove, ({ params, ...call }) =>
    removeStaff(deps, authorOf(call), { gameId: params.id, accountId: params.userId }),
  );
}
