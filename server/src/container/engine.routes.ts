import { engineRoutes as routes } from '@vexil/contract/engine';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { readEngines, updateEngine } from './engine.service';
import { viewEngine } from './engine.view';

export async function engineRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, async () => {
    const { waiting, engines } = await readEngines(deps);
    return { waiting, engines: engines.map(viewEngine) };
  });

  implement(app, routes.update, async (call) =>
    viewEngine(await updateEngine(deps, authorOf(call), call.params.name, call.body)),
  );
}
