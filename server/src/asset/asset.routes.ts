import type { FastifyInstance } from 'fastify';
import { assetRoutes as routes } from '../contract/asset';
import { DomainError } from '../contract/errors';
import { answered, implement } from '../implement';
import { canUploadAssets } from './asset.policy';
import { deleteFile, getFile, storeUploadedFiles } from './asset.service';
import { sendFile } from './send-file';

export async function assetRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.download, async ({ params, request, reply }) => {
    sendFile(deps, request, reply, await getFile(deps, params.hash), params.name);
    return answered;
  });

  implement(app, routes.upload, async ({ actor, query, request }) => {
    if (!(await canUploadAssets(deps, actor))) throw new DomainError('account.forbidden');
    return storeUploadedFiles(deps, request, routes.upload.upload, query.filename);
  });

  implement(app, routes.delete, async ({ params }) => {
    await deleteFile(deps, params.hash);
  });
}
