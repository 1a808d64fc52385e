import * as contract from '@vexil/contract/writeup';
import type { FastifyInstance } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { authorOf } from '../audit/audit.service';
import { getGame } from '../game/game.service';
import { answered, implement } from '../implement';
import { callerOf, logActivity } from '../log/log-activity';
import { fileTime } from '../sheet/file-time';
import { archiveWriteups } from './writeup.archive';
import { deleteWriteups, readWriteup, readWriteups, submitWriteup } from './writeup.service';

export async function writeupRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, contract.writeupRoutes.get, ({ actor, params, receivedAt }) =>
    readWriteup(deps, actor, params.id, receivedAt),
  );

  implement(app, contract.writeupRoutes.upload, async (call) => {
    const { team } = await submitWriteup(deps, call.actor, call.params.id, call.request, call.receivedAt);
    const { title } = await getGame(deps.db, call.params.id);
    const message = `Handed in a writeup of the team ${team.name} for the game ${title}`;
    logActivity(deps, { ...callerOf(call), event: 'writeup.submitted', message });
  });

  implement(app, contract.writeupEditRoutes.deleteAll, ({ params, ...call }) =>
    deleteWriteups(deps, authorOf(call), params.id),
  );

  implement(app, contract.writeupAdminRoutes.list, ({ params }) => readWriteups(deps, params.id));

  implement(app, contract.writeupAdminRoutes.archive, async ({ params, receivedAt, reply }) => {
    const { title } = await getGame(deps.db, params.id);
    const name = `Writeups-${title}-${fileTime(receivedAt)}Z`;
    reply
      .type('application/gzip')
      .header('Cache-Control', 'no-store')
      .header('Content-Disposition', dispositionOf('attachment', `${name}.tar.gz`))
      .send(archiveWriteups(deps, params.id, name));
    return answered;
  });
}
