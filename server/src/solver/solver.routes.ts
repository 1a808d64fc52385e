import { solverRoutes as routes } from '@vexil/contract/solver';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { checkNow, type LoadedSolver, readChallengeSolver, readOutput, setSolver } from './solver.service';
import { viewChallengeSolver } from './solver.view';

const idOf = ({ id, challengeId }: { id: number; challengeId: number }) => ({ gameId: id, challengeId });

export async function solverRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  const view = ({ request }: { request: FastifyRequest }, loaded: LoadedSolver) =>
    viewChallengeSolver(loaded, deps.sealing, languageOf(request));
  implement(app, routes.get, async (call) => view(call, await readChallengeSolver(deps, idOf(call.params))));
  implement(app, routes.set, async (call) =>
    view(call, await setSolver(deps, authorOf(call), idOf(call.params), call.body.solver)),
  );
  implement(app, routes.check, async (call) =>
    view(call, await checkNow(deps, { by: authorOf(call), id: idOf(call.params), at: call.receivedAt })),
  );
  implement(app, routes.output, async ({ params }) => ({
    text: await readOutput(deps, { ...idOf(params), checkId: params.checkId }),
  }));
}
