import { healthRoutes as routes } from '@vexil/contract/health';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { readGameHealth } from './health.service';

export async function healthRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.get, ({ params, receivedAt }) => readGameHealth(app.deps, params.id, receivedAt));
}
