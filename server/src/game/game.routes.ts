import { DetailedGame, gameRoutes as routes } from '@vexil/contract/game';
import { implement } from '@vexil/http/call/implement';
import { isTagKnown } from '@vexil/http/reply/conditional';
import { DocumentReply, documentOf, makeDocument } from '@vexil/http/reply/document';
import { tagOf } from '@vexil/http/reply/etag';
import { PartsReply } from '@vexil/http/reply/reply-parts';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { findGameCaller } from '../play/game-caller.queries';
import { requireCaller } from '../play/play.service';
import { writeGame } from './game.detailed.view';
import { type GameNow, readGameNow, readPublicGames, readRecentGames } from './game.shared';
import { type PublicGame, viewCallerInGame, viewPublicGame } from './game.view';
import { findOwnGames } from './own-games.queries';
import { viewOwnGames } from './own-games.service';

/** What callers without a place in the game get, who differ by these few facts. */
const visitorsGame = (shown: PublicGame, now: GameNow, own: ReturnType<typeof viewCallerInGame>) =>
  documentOf(shown, `visitors ${now.teamCount} ${now.isFrozen} ${own.boardVisible}`, () =>
    makeDocument(DetailedGame, { ...viewPublicGame(shown), ...now, ...own }),
  );

export async function gameRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.recent, { shared: true }, async ({ query, receivedAt }) => {
    return new DocumentReply(await readRecentGames(deps, query.limit, receivedAt));
  });
  // The reference lets clients cache this for a minute, so that a hidden game stays listed. Ours is revalidated by ETag.
  implement(app, routes.list, { shared: true }, async ({ query }) => {
    return new DocumentReply(await readPublicGames(deps, query));
  });
  implement(app, routes.mine, { own: findOwnGames }, ({ actor, receivedAt, reply, own }) => {
    reply.header('Cache-Control', 'no-store');
    return viewOwnGames(app, actor, own, receivedAt);
  });
  implement(
    app,
    routes.get,
    { own: findGameCaller, idsOf: ({ id }) => ({ gameId: id }) },
    async ({ actor, params, receivedAt, request, reply, own: found }) => {
      const { shown, now } = await readGameNow(deps, params.id, receivedAt);
      const caller = requireCaller(actor, shown.game, found);
      if (!caller?.teamId && !caller?.staffRole) {
        const audience = { isPrivate: true, variesByCaller: true };
        return new DocumentReply(await visitorsGame(shown, now, viewCallerInGame(actor, shown.game, caller)), audience);
      }
      const { shared, own } = writeGame({ shown, now }, actor, caller);
      reply.header('Vary', 'Accept-Encoding, Cookie, Authorization');
      const isKnown = isTagKnown(request, reply, tagOf(shared.etag + own), { isPrivate: true });
      return isKnown ? sent : new PartsReply([shared.text, own]);
    },
  );
}
