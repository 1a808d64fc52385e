import { monitorRoutes as routes } from '@vexil/contract/monitor';
import type { FastifyInstance } from 'fastify';
import { implement } from '../implement';
import { createFigures, readGameFigures } from './monitor.service';

export async function monitorRoutes(app: FastifyInstance): Promise<void> {
  const figures = createFigures(app.deps);

  implement(app, routes.figures, ({ params, receivedAt }) => readGameFigures(app.deps, figures, params.id, receivedAt));
}
