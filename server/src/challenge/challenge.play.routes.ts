import { challengeRoutes } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import type { FastifyInstance } from 'fastify';
import { answered, implement } from '../implement';
import { isTagKnown } from '../plugins/conditional';
import { readerHostOf } from '../reader-host';
import { composeDetails, detailsTag } from './challenge.details.view';
import { openChallenge } from './challenge.open.service';
import { listOwnLaterSolves, loadPlay, sightOf } from './challenge.play.service';
import { viewChallenge } from './challenge.play.view';

export async function challengePlayRoutes(app: FastifyInstance): Promise<void> {
  implement(app, challengeRoutes.details, async ({ actor, params, receivedAt, request, reply }) => {
    const play = await loadPlay(app.deps, actor, params.id, { strict: true, now: receivedAt, endFirst: true });
    const sight = sightOf(play, actor, receivedAt);
    const [board, later] = await Promise.all([
      app.boards.get(params.id, sight),
      listOwnLaterSolves(app.deps, play, sight),
    ]);
    reply.header('vary', 'Accept-Encoding');
    const age = { modifiedAt: new Date(board.updateTimeUtc), isPrivate: true };
    if (isTagKnown(request, reply, detailsTag(board, play, later), age)) return answered;
    return composeDetails(board, play, later);
  });

  implement(app, challengeRoutes.get, async ({ actor, params, receivedAt, request }) => {
    // No challenge has such an id, so the refusal does not depend on the caller.
    if (params.challengeId <= 0) throw new DomainError('challenge.notFound');
    const play = await loadPlay(app.deps, actor, params.id, { strict: true, now: receivedAt });
    const [opened, board] = await Promise.all([
      openChallenge(app.deps, play, params.challengeId),
      app.boards.get(params.id, sightOf(play, actor, receivedAt)),
    ]);
    return viewChallenge({ ...opened, board, readerHost: readerHostOf(request) });
  });
}
