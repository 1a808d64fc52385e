import { captureSearchRoutes as routes } from '@vexil/contract/capture-search';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { createSearch, readFindings, readSearch, readSearches, removeSearch } from './capture.search.service';

export async function captureSearchRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.list, ({ params }) => readSearches(deps, params.id));
  implement(app, routes.create, ({ actor, params, body }) => createSearch(deps, params.id, actor.id, body));
  implement(app, routes.get, ({ params }) => readSearch(deps, params.id, params.searchId));
  implement(app, routes.remove, ({ params }) => removeSearch(deps, params.id, params.searchId));
  implement(app, routes.findings, ({ params }) => readFindings(deps, params.id));
}
