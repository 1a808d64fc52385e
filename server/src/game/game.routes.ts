import { DetailedGame, gameRoutes as routes } from '@vexil/contract/game';
import { answered } from '@vexil/http/call/implement';
import { implementOwn } from '@vexil/http/call/implement-own';
import { implementShared } from '@vexil/http/call/implement-shared';
import { isTagKnown } from '@vexil/http/reply/conditional';
import { documentOf, makeDocument } from '@vexil/http/reply/document';
import { tagOf } from '@vexil/http/reply/etag';
import { composed } from '@vexil/http/reply/reply-parts';
import { everyone, sendDocument } from '@vexil/http/reply/send-document';
import type { FastifyInstance } from 'fastify';
import { writeGame } from './game.detailed.view';
import { requireCaller } from './game.service';
import { type GameNow, type PublicGame, readGameNow, readPublicGames, readRecentGames } from './game.shared';
import { viewCallerInGame, viewPublicGame } from './game.view';
import { findGameCaller } from './game-caller.queries';
import { findOwnGames } from './own-games.queries';
import { viewOwnGames } from './own-games.service';

/** What callers without a place in the game get, who differ by these few facts. */
const visitorsGame = (shown: PublicGame, now: GameNow) =>
  documentOf(shown, `visitors ${now.teamCount} ${now.isFrozen}`, () =>
    makeDocument(DetailedGame, { ...viewPublicGame(shown.game, shown.divisions), ...now, ...viewCallerInGame(null) }),
  );

export async function gameRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implementShared(app, routes.recent, async ({ query, receivedAt, request, reply }) => {
    await sendDocument(await readRecentGames(deps, query.limit, receivedAt), everyone, request, reply);
    return answered;
  });
  // The reference lets clients cache this for a minute, so that a hidden game stays listed. Ours is revalidated by ETag.
  implementShared(app, routes.list, async ({ query, request, reply }) => {
    await sendDocument(await readPublicGames(deps, query), everyone, request, reply);
    return answered;
  });
  implementOwn(app, routes.mine, { read: findOwnGames, idsOf: () => ({}) }, ({ actor, receivedAt, reply, own }) => {
    reply.header('Cache-Control', 'no-store');
    return viewOwnGames(app, actor, own, receivedAt);
  });
  implementOwn(
    app,
    routes.get,
    { read: findGameCaller, idsOf: ({ id }) => ({ gameId: id }) },
    async ({ actor, params, receivedAt, request, reply, own: found }) => {
      const { shown, now } = await readGameNow(deps, params.id, receivedAt);
      const caller = requireCaller(actor, shown.game, found);
      if (!caller?.teamId && !caller?.staffRole) {
        const audience = { isPrivate: true, variesByCaller: true };
        await sendDocument(await visitorsGame(shown, now), audience, request, reply);
        return answered;
      }
      const { shared, own } = writeGame(shown, now, caller);
      reply.header('Vary', 'Accept-Encoding, Cookie, Authorization');
      const isKnown = isTagKnown(request, reply, tagOf(shared.etag + own), { isPrivate: true });
      return isKnown ? answered : composed([shared.text, own]);
    },
  );
}
