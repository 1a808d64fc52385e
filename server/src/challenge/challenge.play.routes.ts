import { challengeRoutes } from '@vexil/contract/challenge';
import { DomainError } from '@vexil/contract/errors';
import type { TraceKind } from '@vexil/db/enums/evidence';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import { readerHostOf } from '@vexil/http/call/reader-host';
import { isTagKnown } from '@vexil/http/reply/conditional';
import { PartsReply } from '@vexil/http/reply/reply-parts';
import { sent } from '@vexil/http/reply/send-reply';
import { gameNow } from '@vexil/rules/pause.rules';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { linkLifetimeMs } from '../asset/file-ticket';
import { originOf } from '../mail/mail.origin';
import { findPlay } from '../play/play.queries';
import { requirePlay } from '../play/play.service';
import { seesBoardOf } from '../play/sight.policy';
import { detailsTag, writeDetails } from './challenge.details.view';
import { takeHint } from './challenge.hint.service';
import { findOpening } from './challenge.open.queries';
import { openChallenge } from './challenge.open.service';
import { readDetails, sightOf } from './challenge.play.service';
import { composeChallenge, viewLinks } from './challenge.play.view';
import { previewChallenges } from './challenge.preview.service';

interface TracedCall {
  actor: Actor;
  params: { id: number; challengeId: number };
  receivedAt: Date;
  request: FastifyRequest;
}

function record(
  app: FastifyInstance,
  kind: TraceKind,
  { actor, params: { id: gameId, challengeId }, receivedAt: at, request }: TracedCall,
  participationId: number,
): void {
  const client = { ip: request.ip, deviceHash: actor.deviceHash };
  app.traces.record({ kind, participationId, gameId, challengeId, accountId: actor.id, client, at });
}

export async function challengePlayRoutes(app: FastifyInstance): Promise<void> {
  implement(
    app,
    challengeRoutes.details,
    { own: findPlay, idsOf: ({ id }) => ({ gameId: id }) },
    async ({ actor, receivedAt, request, reply, own }) => {
      const details = await readDetails(app, actor, own, receivedAt);
      reply.header('vary', 'Accept-Encoding');
      const age = { modifiedAt: new Date(details.board.updateTimeUtc), isPrivate: true };
      if (isTagKnown(request, reply, detailsTag(details), age)) return sent;
      return new PartsReply(writeDetails(details));
    },
  );

  implement(
    app,
    challengeRoutes.get,
    { own: findOpening, idsOf: ({ id, challengeId }) => ({ gameId: id, challengeId }) },
    async ({ actor, params, receivedAt, request, own }) => {
      // No challenge has such an id, so the refusal does not depend on the caller.
      if (params.challengeId <= 0) throw new DomainError('challenge.notFound');
      const play = requirePlay(own, actor, { strict: true, now: receivedAt });
      const [opening, board] = await Promise.all([
        openChallenge(app.deps, actor, play, own),
        app.boards.get(params.id, sightOf(play, actor, receivedAt)),
      ]);
      record(app, 'Opened', { actor, params, receivedAt, request }, play.player.id);
      return composeChallenge({
        ...{ opening, board, readerHost: readerHostOf(request), names: app.deps.config },
        ranked: seesBoardOf(actor, play.game, { isInTeam: true, isOfStaff: opening.onStaff }),
        isOver: gameNow(play.game, receivedAt.getTime()) > play.clock.end,
      });
    },
  );

  implement(
    app,
    challengeRoutes.files,
    { own: findOpening, idsOf: ({ id, challengeId }) => ({ gameId: id, challengeId }) },
    async ({ actor, params, receivedAt, request, reply, own }) => {
      const play = requirePlay(own, actor, { strict: true, now: receivedAt });
      const opening = await openChallenge(app.deps, actor, play, own);
      // The links are opened without a session, by programs.
      record(app, 'Loaded', { actor, params, receivedAt, request }, play.player.id);
      reply.header('Cache-Control', 'no-store');
      const origin = originOf(app.deps.config, request);
      return viewLinks(app.deps, opening, { origin, expiresAt: receivedAt.getTime() + linkLifetimeMs });
    },
  );

  implement(
    app,
    challengeRoutes.takeHint,
    { own: findOpening, idsOf: ({ id, challengeId }) => ({ gameId: id, challengeId }) },
    ({ actor, params, receivedAt, own }) => takeHint(app, actor, { found: own, hintId: params.hintId, at: receivedAt }),
  );

  implement(app, challengeRoutes.preview, ({ actor, params, query, receivedAt }) =>
    previewChallenges(app, actor, { gameId: params.id, divisionId: query.division }, receivedAt),
  );
}
