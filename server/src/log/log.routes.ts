import type { FastifyInstance } from 'fastify';
import { logRoutes as routes } from '../contract/log';
import { viewLogLine } from '../contract/log-line.rules';
import { implement } from '../implement';
import { listLogs } from './log.queries';

export async function logRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.list, async ({ query }) => (await listLogs(app.deps.db, query)).map(viewLogLine));
}
