import { overviewRoutes as routes } from '@vexil/contract/overview';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { createOverview } from './overview.service';

export async function overviewRoutes(app: FastifyInstance): Promise<void> {
  const readOverview = createOverview(app);
  implement(app, routes.get, () => readOverview());
}
