import type { ParamsOf } from '@vexil/contract/route';
import { submissionRoutes as routes } from '@vexil/contract/submission';
import { implement } from '@vexil/http/call/implement';
import type { FastifyInstance } from 'fastify';
import { findTeamSubmissions, readTeamSubmissions } from '../challenge/team-submission.service';
import { untilJudgingRequested } from './submission.judging.service';
import { findOwnSubmission } from './submission.queries';
import { readVerdict, submitAnswer } from './submission.service';
import { viewTeamSubmission } from './submission.view';

export async function submissionRoutes(app: FastifyInstance): Promise<void> {
  app.addHook('onClose', () => untilJudgingRequested(app.deps));

  implement(app, routes.submit, ({ actor, params, body, receivedAt, request }) =>
    submitAnswer(app.deps, actor, {
      gameId: params.id,
      challengeId: params.challengeId,
      text: body.flag,
      receivedAt,
      ip: request.ip,
    }),
  );

  implement(
    app,
    routes.ofTeam,
    { own: findTeamSubmissions, idsOf: ({ id, challengeId }) => ({ gameId: id, challengeId }) },
    async ({ actor, params, receivedAt, own }) =>
      readTeamSubmissions(actor, own, { challengeId: params.challengeId, now: receivedAt }).map((row) =>
        viewTeamSubmission(row, app.deps.sealing),
      ),
  );

  const idsOf = ({ id, challengeId, submissionId }: ParamsOf<typeof routes.status>) => ({
    gameId: id,
    challengeId,
    submissionId,
  });
  implement(app, routes.status, { own: findOwnSubmission, idsOf }, async ({ actor, own }) => readVerdict(actor, own));
}
