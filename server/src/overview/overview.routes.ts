import { overviewRoutes as routes } from '@vexil/contract/overview';
import type { FastifyInstance } from 'fastify';
import { implement } from '../implement';
import { createOverview } from './overview.service';

export async function overviewRoutes(app: FastifyInstance): Promise<void> {
  const readOverview = createOverview(app);
  implement(app, routes.get, () => readOverview());
}
