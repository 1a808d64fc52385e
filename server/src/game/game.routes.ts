import { DetailedGame, gameRoutes as routes } from '@vexil/contract/game';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import type { FastifyInstance } from 'fastify';
import { tagOf } from '../etag';
import { answered } from '../implement';
import { implementOwn } from '../implement-own';
import { implementShared } from '../implement-shared';
import { isTagKnown } from '../plugins/conditional';
import { composed, writeMembers } from '../reply-parts';
import { documentOf, makeDocument } from '../shared-reply/document';
import { everyone, sendDocument } from '../shared-reply/send';
import { requireCaller } from './game.service';
import { type PublicGame, publicGame, readPublicGames, readRecentGames, teamCount } from './game.shared';
import { viewCallerInGame, viewPublicGame } from './game.view';
import { findGameCaller } from './game-caller.queries';
import { findOwnGames } from './own-games.queries';
import { viewOwnGames } from './own-games.service';

const ownMembers = { teamCount: true, isFrozen: true, division: true, teamName: true, teamId: true } as const;
const Own = DetailedGame.pick({ ...ownMembers, status: true, staffRole: true });
const Public = DetailedGame.omit({ ...ownMembers, status: true, staffRole: true });

interface GameText {
  text: Buffer;
  etag: string;
}

const texts = new WeakMap<PublicGame, GameText>();

function publicText(shown: PublicGame): GameText {
  const known = texts.get(shown);
  if (known) return known;
  const text = writeMembers(Public, viewPublicGame(shown.game, shown.divisions), 'first');
  const written = { text, etag: tagOf(text) };
  texts.set(shown, written);
  return written;
}

type GameNow = { teamCount: number; isFrozen: boolean };

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
      const [shown, teams] = await Promise.all([
        deps.shared.get(publicGame, params.id),
        deps.shared.get(teamCount, params.id),
      ]);
      const caller = requireCaller(actor, shown.game, found);
      const isFrozen = frozenSince(shown.game.freezeAt, receivedAt) !== null;
      const now = { teamCount: teams, isFrozen };
      if (!caller?.teamId && !caller?.staffRole) {
        const audience = { isPrivate: true, variesByCaller: true };
        await sendDocument(await visitorsGame(shown, now), audience, request, reply);
        return answered;
      }
      const publicPart = publicText(shown);
      const own = writeMembers(Own, { ...now, ...viewCallerInGame(caller) }, 'last');
      reply.header('Vary', 'Accept-Encoding, Cookie, Authorization');
      const isKnown = isTagKnown(request, reply, tagOf(publicPart.etag + own), { isPrivate: true });
      return isKnown ? answered : composed([publicPart.text, own]);
    },
  );
}
