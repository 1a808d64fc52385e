import { gameArchiveRoutes as routes } from '@vexil/contract/game-archive';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { authorOf } from '../audit/audit.service';
import { logCall } from '../log/log-activity';
import { archiveGame } from './game-archive.service';

export async function gameArchiveRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.download, async (call) => {
    const { body, params, receivedAt, request, reply } = call;
    const options = { choice: body, language: languageOf(request), at: receivedAt };
    const { name, content } = await archiveGame(deps, authorOf(call), params.id, options);
    logCall(call, 'game.archived', `Downloaded an archive as ${name}`, params.id);
    reply
      .type('application/zip')
      .header('Content-Disposition', dispositionOf('attachment', name))
      .header('Cache-Control', 'no-store')
      .send(content);
    return sent;
  });
}
