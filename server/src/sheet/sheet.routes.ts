import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionMonitorRoutes } from '@vexil/contract/submission';
import { termsRoutes } from '@vexil/contract/terms';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import { sent } from '@vexil/http/reply/send-reply';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { getGame, getStartedGame } from '../game/game.service';
import { consentSheet } from './consent.sheet';
import { fileTime } from './file-time';
import { scoreboardSheet } from './scoreboard.sheet';
import { submissionSheet } from './submission.sheet';
import { type Sheet, sheetContentType, writeWorkbook } from './xlsx';

/** Closing the connection destroys the stream, which stops reading rows. */
function sendSheet(reply: FastifyReply, sheet: Sheet, name: string, at: Date): void {
  reply
    .type(sheetContentType)
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', dispositionOf('attachment', name))
    .send(writeWorkbook(sheet, at));
}

// Unlike the reference, times in file names are UTC, and the error for an unknown game has status 404.
export async function sheetRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, scoreboardRoutes.sheet, async ({ params, receivedAt, request, reply }) => {
    const game = await getStartedGame(deps.db, params.id, receivedAt);
    const frozenAt = frozenSince(game, receivedAt);
    const board = (await app.boards.get(params.id, { frozenAt, live: true })).whole();
    const options = { language: languageOf(request), live: frozenAt !== null };
    const sheet = await scoreboardSheet(deps, game, board, options);
    sendSheet(reply, sheet, `${game.title}-Scoreboard-${fileTime(receivedAt)}Z.xlsx`, receivedAt);
    return sent;
  });

  implement(app, submissionMonitorRoutes.sheet, async ({ params, query, receivedAt, request, reply }) => {
    const game = await getStartedGame(deps.db, params.id, receivedAt);
    const sheet = submissionSheet(deps, { ...game, ...query }, languageOf(request));
    const time = fileTime(receivedAt).replace(/\D/g, '');
    sendSheet(reply, sheet, `${game.title}_Submissions_${time}.xlsx`, receivedAt);
    return sent;
  });

  implement(app, termsRoutes.consentSheet, async ({ receivedAt, request, reply }) => {
    const sheet = consentSheet(deps, null, languageOf(request));
    sendSheet(reply, sheet, `Terms-${fileTime(receivedAt)}Z.xlsx`, receivedAt);
    return sent;
  });

  implement(app, termsRoutes.gameConsentSheet, async ({ params, receivedAt, request, reply }) => {
    const game = await getGame(deps.db, params.id);
    const sheet = consentSheet(deps, game.id, languageOf(request));
    sendSheet(reply, sheet, `${game.title}-Rules-${fileTime(receivedAt)}Z.xlsx`, receivedAt);
    return sent;
  });
}
