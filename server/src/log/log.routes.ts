import { logRoutes as routes } from '@vexil/contract/log';
import { implement } from '@vexil/http/call/implement';
import { viewLogLine } from '@vexil/runtime/log-line.rules';
import type { FastifyInstance } from 'fastify';
import { listLogs } from './log.queries';

export async function logRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.list, async ({ query }) => (await listLogs(app.deps.db, query)).map(viewLogLine));
}
