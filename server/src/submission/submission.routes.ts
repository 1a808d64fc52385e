import { submissionRoutes as routes } from '@vexil/contract/submission';
import type { FastifyInstance } from 'fastify';
import { implement } from '../implement';
import { untilJudgingRequested } from './submission.judging.service';
import { readVerdict, submitAnswer } from './submission.service';

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

  implement(app, routes.status, ({ actor, params }) =>
    readVerdict(app.deps, actor, { gameId: params.id, challengeId: params.challengeId, id: params.submissionId }),
  );
}
