import { auditRoutes as routes } from '@vexil/contract/audit';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { readAuditPage } from './audit.service';

export async function auditRoutes(app: FastifyInstance): Promise<void> {
  implement(app, routes.all, ({ query }) => readAuditPage(app.deps, query));
}
