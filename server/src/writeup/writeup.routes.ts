import * as contract from '@vexil/contract/writeup';
import { implement } from '@vexil/http/call/implement';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { authorOf } from '../audit/audit.service';
import { getGame } from '../game/game.service';
import { logCall } from '../log/log-activity';
import { fileTime } from '../sheet/file-time';
import { archiveWriteups } from './writeup.archive';
import {
  deleteWriteups,
  readWriteup,
  readWriteups,
  readWriteupsForReview,
  reviewWriteup,
  submitWriteup,
} from './writeup.service';
import { viewReviewed, viewReviewList } from './writeup.view';

export async function writeupRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, contract.writeupRoutes.get, ({ actor, params, receivedAt }) =>
    readWriteup(deps, actor, params.id, receivedAt),
  );

  implement(app, contract.writeupRoutes.upload, async (call) => {
    const { player } = await submitWriteup(deps, call.actor, call.params.id, call.request, call.receivedAt);
    const { title } = await getGame(deps.db, call.params.id);
    const message = `Handed in a writeup of the team ${player.name} for the game ${title}`;
    logCall(call, 'writeup.submitted', message, call.params.id);
  });

  implement(app, contract.writeupEditRoutes.deleteAll, ({ params, ...call }) =>
    deleteWriteups(deps, authorOf(call), params.id),
  );

  implement(app, contract.writeupEditRoutes.list, async ({ params }) =>
    viewReviewList(await readWriteupsForReview(deps, params.id)),
  );
  implement(app, contract.writeupEditRoutes.review, async ({ params, body, ...call }) => {
    const ids = { gameId: params.id, writeupId: params.writeupId };
    return viewReviewed(await reviewWriteup(deps, authorOf(call), ids, body));
  });

  implement(app, contract.writeupAdminRoutes.list, ({ params }) => readWriteups(deps, params.id));

  async function sendArchive(gameId: number, { receivedAt, reply }: { receivedAt: Date; reply: FastifyReply }) {
    const { title } = await getGame(deps.db, gameId);
    const name = `Writeups-${title}-${fileTime(receivedAt)}Z`;
    reply
      .type('application/gzip')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', dispositionOf('attachment', `${name}.tar.gz`))
      .send(archiveWriteups(deps, gameId, name));
    return sent;
  }
  implement(app, contract.writeupAdminRoutes.archive, (call) => sendArchive(call.params.id, call));
  implement(app, contract.writeupEditRoutes.archive, (call) => sendArchive(call.params.id, call));
}
