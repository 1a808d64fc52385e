import { auditRoutes as routes } from '@vexil/contract/audit';
import type { FastifyInstance } from 'fastify';
import { getGame } from '../game/game.service';
import { implement } from '../implement';
import { listAuditEntries } from './audit.queries';
import { viewAuditEntry } from './audit.view';

export async function auditRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.game, async ({ params, query }) => {
    await getGame(deps.db, params.id);
    const { rows, total } = await listAuditEntries(deps.db, params.id, query);
    return { data: rows.map(viewAuditEntry), length: rows.length, total };
  });
  implement(app, routes.all, async ({ query }) => {
    const { rows, total } = await listAuditEntries(deps.db, query.gameId, query);
    return { data: rows.map(viewAuditEntry), length: rows.length, total };
  });
}
