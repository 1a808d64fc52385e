import { gameEditRoutes } from '@vexil/contract/game';
import { packageRoutes as routes } from '@vexil/contract/package';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import { sendContent } from '@vexil/http/reply/send-content';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { authorOf } from '../audit/audit.service';
import { getGame } from '../game/game.service';
import { viewGameInfo } from '../game/game.view';
import { logCall } from '../log/log-activity';
import { getEvent, startEvent } from './event.service';
import { createGame } from './new-game.service';
import { copyGame } from './package.copy.service';
import { exportGame } from './package.export.service';
import { importGame } from './package.import.service';

export async function packageRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, gameEditRoutes.create, async (call) =>
    viewGameInfo(await createGame(deps, authorOf(call), call.body)),
  );

  implement(app, routes.copy, async (call) => {
    const gameId = await copyGame(deps, authorOf(call), call.params.id, call.body, call.receivedAt);
    logCall(call, 'package.copied', `Copied a game as ${call.body.title}`, gameId);
    return gameId;
  });

  // No ranges: every export is created while it is sent.
  implement(app, routes.export, async (call) => {
    const { name, sizeBytes, content } = await exportGame(deps, authorOf(call), call.params.id, call.receivedAt);
    logCall(call, 'package.exported', `Exported a game as ${name}`, call.params.id);
    call.reply
      .type('application/zip')
      .header('Content-Disposition', dispositionOf('attachment', name))
      .header('Cache-Control', 'no-store');
    sendContent(call.reply, sizeBytes, () => content);
    return sent;
  });

  implement(app, routes.import, async (call) => {
    const gameId = await importGame(deps, authorOf(call), call.request, languageOf(call.request));
    const { title } = await getGame(deps.db, gameId);
    logCall(call, 'package.imported', `Imported the game ${title}`, gameId);
    return gameId;
  });

  implement(app, routes.startEvent, (call) =>
    startEvent(deps, authorOf(call), call.request, {
      mode: call.query.mode,
      language: languageOf(call.request),
      onImported: async ({ gameId, title }) =>
        logCall(call, 'package.event_imported', `Imported the event ${title}`, gameId ?? undefined),
    }),
  );

  implement(app, routes.getEvent, (call) => getEvent(deps, call.params.importId));
}
