import { assetRoutes as routes } from '@vexil/contract/asset';
import { DomainError } from '@vexil/contract/errors';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import { uploadOf } from '@vexil/http/call/upload';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { callerOf, logActivity, logCall } from '../log/log-activity';
import { deleteFile, getFile, listStoredFiles, storeUploadedFiles } from './asset.service';
import { readFileTicket } from './file-ticket';
import { sendFile } from './send-file';

export interface AssetAccess {
  mayUpload(actor: Actor): Promise<boolean>;
}

/** Of pages. An attachment with such a name is not recorded, and no finding asks for it then. */
const pictureNames = new Set(['avatar', 'poster']);

export async function assetRoutes(app: FastifyInstance, { mayUpload }: AssetAccess): Promise<void> {
  const { deps } = app;

  implement(app, routes.download, async (call) => {
    const { params, request, reply } = call;
    const file = await getFile(deps, params.hash).catch((error: unknown) => {
      const message = `The file ${params.hash.slice(0, 16)} was asked for and is not there`;
      logActivity(deps, { ...callerOf(call), event: 'asset.missing', status: 'NotFound', level: 'warn', message });
      throw error;
    });
    sendFile(deps, request, reply, file, { name: params.name });
    const { actor, receivedAt: at } = call;
    if (actor && !pictureNames.has(params.name)) {
      const client = { ip: request.ip, deviceHash: actor.deviceHash };
      app.traces.recordDownload({ accountId: actor.id, fileHash: file.hash, client, at });
    }
    return sent;
  });

  implement(app, routes.linked, async ({ params, receivedAt, request, reply }) => {
    const hash = readFileTicket(deps, params.ticket, receivedAt);
    if (hash === null) throw new DomainError('asset.notFound');
    sendFile(deps, request, reply, await getFile(deps, hash), { name: params.name, isPassing: true });
    return sent;
  });

  implement(app, routes.upload, async ({ actor, query, request }) => {
    if (!(await mayUpload(actor))) throw new DomainError('account.forbidden');
    return storeUploadedFiles(deps, request, uploadOf(deps.config, routes.upload.upload), query.filename);
  });

  implement(app, routes.list, ({ query }) => listStoredFiles(deps, query));

  implement(app, routes.delete, async (call) => {
    await deleteFile(deps, call.params.hash, authorOf(call));
    logCall(call, 'asset.deleted', `Deleted the file ${call.params.hash.slice(0, 16)}`);
  });
}
