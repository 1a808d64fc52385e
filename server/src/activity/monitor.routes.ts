import { monitorRoutes as routes } from '@vexil/contract/monitor';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { createFigures, readGameFigures } from './monitor.service';

export async function monitorRoutes(app: FastifyInstance): Promise<void> {
  const figures = createFigures(app.deps);

  implement(app, routes.figures, ({ params, receivedAt }) => readGameFigures(app.deps, figures, params.id, receivedAt));
}
