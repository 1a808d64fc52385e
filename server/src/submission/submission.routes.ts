import type { ParamsOf } from '@vexil/contract/route';
import { submissionRoutes as routes } from '@vexil/contract/submission';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { untilJudgingRequested } from './submission.judging.service';
import { findOwnSubmission, findTarget } from './submission.queries';
import { readTeamSubmissions, readVerdict, submitFlag } from './submission.service';
import { viewTeamSubmission } from './submission.view';
import { findTeamSubmissions } from './team-submission.queries';

export async function submissionRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onClose', () => untilJudgingRequested(app.deps));

  const idsOf = ({ id, challengeId }: ParamsOf<typeof routes.submit>) => ({ gameId: id, challengeId });

  implement(app, routes.submit, { own: findTarget, idsOf }, ({ actor, params, body, receivedAt, request, own }) =>
    submitFlag(app.deps, actor, own, { ...idsOf(params), text: body.flag, receivedAt, ip: request.ip }),
  );

  implement(app, routes.ofTeam, { own: findTeamSubmissions, idsOf }, async ({ actor, params, receivedAt, own }) =>
    readTeamSubmissions(actor, own, { challengeId: params.challengeId, now: receivedAt }).map((row) =>
      viewTeamSubmission(row, app.deps.sealing),
    ),
  );

  implement(
    app,
    routes.status,
    { own: findOwnSubmission, idsOf: (params) => ({ ...idsOf(params), submissionId: params.submissionId }) },
    async ({ actor, own }) => readVerdict(actor, own),
  );
}
