import { DomainError } from '@vexil/contract/errors';
import { gamePageRoutes as routes } from '@vexil/contract/game-page';
import { implement } from '@vexil/http/call/implement';
import { readerHostOf } from '@vexil/http/call/reader-host';
import { PartsReply } from '@vexil/http/reply/reply-parts';
import type { FastifyInstance } from 'fastify';
import { viewOwnProfile } from '../account/account.view';
import { writeDetails } from '../challenge/challenge.details.view';
import { readDetails } from '../challenge/challenge.play.service';
import { listContainers } from '../container/container.service';
import { viewListed } from '../container/container.view';
import { writeGame } from '../game/game.detailed.view';
import { readGameNow } from '../game/game.shared';
import { requireCaller } from '../play/play.service';
import { findGamePage } from './game-page.queries';
import { writeGamePage } from './game-page.view';

function nullWhereRefused(error: unknown): null {
  if (error instanceof DomainError) return null;
  throw error;
}

export async function gamePageRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(
    app,
    routes.get,
    { own: findGamePage, idsOf: ({ id }) => ({ gameId: id }) },
    async ({ actor, params, receivedAt, request, reply, own: { profile, caller, play } }) => {
      const [found, details, listed] = await Promise.all([
        readGameNow(deps, params.id, receivedAt),
        readDetails(app, actor, play, receivedAt).catch(nullWhereRefused),
        listContainers(deps, actor, play, receivedAt).catch(nullWhereRefused),
      ]);
      const { shared, own } = writeGame(found, actor, requireCaller(actor, found.shown.game, caller));
      reply.header('Cache-Control', 'no-store');
      return new PartsReply(
        writeGamePage({
          profile: viewOwnProfile(profile, await deps.settings.read()),
          game: { shared: shared.text, own },
          details: details && writeDetails(details),
          instances: listed && viewListed(deps, listed, readerHostOf(request)),
        }),
      );
    },
  );
}
