import { scoreboardRoutes } from '@vexil/contract/scoreboard';
import { submissionMonitorRoutes } from '@vexil/contract/submission';
import { frozenSince } from '@vexil/rules/scoreboard.freeze.rules';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { getStartedGame } from '../game/game.service';
import { languageOf } from '../i18n';
import { answered, implement } from '../implement';
import { fileTime } from './file-time';
import { scoreboardSheet } from './scoreboard.sheet';
import { submissionSheet } from './submission.sheet';
import { type Sheet, sheetContentType, writeWorkbook } from './xlsx';

/** The stream is destroyed with the connection, and the reading of the rows with the stream. */
function sendSheet(reply: FastifyReply, sheet: Sheet, name: string, at: Date): void {
  reply
    .type(sheetContentType)
    .header('Cache-Control', 'no-store')
    .header('Content-Disposition', dispositionOf('attachment', name))
    .send(writeWorkbook(sheet, at));
}

// Where the reference does otherwise: the time in a name is UTC, as its `Z` says, not the server's local time; and the
// refusal of an unknown game says 404 in its body as well as outside.
export async function sheetRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, scoreboardRoutes.sheet, async ({ params, receivedAt, request, reply }) => {
    const { title, freezeAt } = await getStartedGame(deps.db, params.id, receivedAt);
    const frozenAt = frozenSince(freezeAt, receivedAt);
    const board = await (await app.boards.get(params.id, { frozenAt, live: true })).whole();
    const options = { language: languageOf(request), live: frozenAt !== null };
    const sheet = await scoreboardSheet(deps, params.id, board, options);
    sendSheet(reply, sheet, `${title}-Scoreboard-${fileTime(receivedAt)}Z.xlsx`, receivedAt);
    return answered;
  });

  implement(app, submissionMonitorRoutes.sheet, async ({ params, receivedAt, request, reply }) => {
    const { title } = await getStartedGame(deps.db, params.id, receivedAt);
    const sheet = submissionSheet(deps, params.id, languageOf(request));
    const time = fileTime(receivedAt).replace(/\D/g, '');
    sendSheet(reply, sheet, `${title}_Submissions_${time}.xlsx`, receivedAt);
    return answered;
  });
}
