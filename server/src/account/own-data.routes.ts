import { ownDataRoutes as routes } from '@vexil/contract/own-data';
import { implement } from '@vexil/http/call/implement';
import { sendContent } from '@vexil/http/reply/send-content';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { logCall } from '../log/log-activity';
import { mailContextOf } from '../mail/mail.service';
import { keepAccount, readErasure, requestErasure } from './erasure.service';
import { openExport, readExport, requestExport } from './export.service';

export async function ownDataRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.export, async ({ actor, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return readExport(deps, actor);
  });

  implement(app, routes.requestExport, async (call) => {
    const requested = await requestExport(deps, call.actor, mailContextOf(deps, call.request));
    const message = 'Asked for an archive of the own data';
    logCall(call, 'account.export_requested', message);
    return requested;
  });

  implement(app, routes.downloadExport, async (call) => {
    const { name, sizeBytes, read } = await openExport(deps, call.actor);
    const message = 'Downloaded the archive of the own data';
    logCall(call, 'account.export_downloaded', message);
    call.reply
      .type('application/zip')
      .header('Content-Disposition', dispositionOf('attachment', name))
      .header('Cache-Control', 'private, no-store');
    sendContent(call.reply, sizeBytes, read);
    return sent;
  });

  implement(app, routes.erasure, async ({ actor, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return readErasure(deps, actor);
  });

  implement(app, routes.requestErasure, async (call) => {
    const erasure = await requestErasure(deps, call.actor);
    const message = 'Asked for the own account to be erased';
    logCall(call, 'account.erasure_requested', message);
    return erasure;
  });

  implement(app, routes.keepAccount, async (call) => {
    if (!(await keepAccount(deps, call.actor))) return;
    logCall(call, 'account.kept', 'Kept the own account after all');
  });
}
