import type { Readable } from 'node:stream';
import { DomainError } from '@vexil/contract/errors';
import { planRoutes as routes } from '@vexil/contract/plan';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import { readPart, readUploads, uploadOf } from '@vexil/http/call/upload';
import { spendOn } from '@vexil/http/guard/target-budget';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { putContent, recordFile } from '../asset/asset.service';
import { typeOfName } from '../asset/content-type';
import { authorOf } from '../audit/audit.service';
import { logCall } from '../log/log-activity';
import { readPlanImages } from './plan.images';
import { applyPlan, createPlan, findPlannedFile, readPlan } from './plan.service';
import { deletePlan } from './plan.state';

interface Call {
  actor: Actor;
  request: FastifyRequest;
  params: { id: number };
  receivedAt: Date;
}

/** Content that is stored already costs no disk. */
async function discard<Content>(stream: Readable, content: Content): Promise<Content> {
  for await (const _ of stream);
  return content;
}

const planCall = (call: Call) => ({
  by: authorOf(call),
  gameId: call.params.id,
  at: call.receivedAt,
  language: languageOf(call.request),
  setsStaff: call.actor.token?.scopes.includes('edit:write') ?? true,
});

export async function planRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.create, (call) => createPlan(deps, planCall(call), call.body));

  implement(app, routes.get, (call) => readPlan(deps, planCall(call), call.params.planId));

  implement(app, routes.file, async (call) => {
    const { hash } = call.params;
    const file = await findPlannedFile(deps, planCall(call), call.params);
    await spendOn(deps, 'planFile', `${call.params.id}:${hash}`);
    const upload = uploadOf(deps.config, routes.file.upload);
    const planned = { ...upload, sizeBytesMax: Math.min(upload.sizeBytesMax, file.fileSize ?? upload.sizeBytesMax) };
    const differs = (cause?: unknown) => new DomainError('plan.fileDiffers', { field: upload.field, cause });
    const put = (stream: Readable) =>
      putContent(deps, stream, planned).catch((error: unknown) => {
        const isLonger = error instanceof DomainError && planned.sizeBytesMax < upload.sizeBytesMax;
        throw isLonger ? differs(error) : error;
      });
    const name = (file.fileName ?? '').trim().slice(0, 255) || hash;
    const sizeBytes = await deps.storage.size(hash);
    for await (const part of readUploads(call.request, upload)) {
      const content = await readPart(part, (stream) =>
        sizeBytes === undefined ? put(stream) : discard(stream, { hash, sizeBytes }),
      );
      // Content without a row is swept.
      if (content.hash !== hash) throw differs();
      await recordFile(deps, content, { name, contentType: typeOfName(name) });
      return;
    }
    throw new DomainError('asset.fileMissing', { field: upload.field });
  });

  implement(app, routes.images, (call) => readPlanImages(deps, planCall(call), call.params.planId));

  implement(app, routes.apply, async (call) => {
    const result = await applyPlan(deps, planCall(call), call.params.planId, call.body);
    logCall(call, 'plan.applied', `Applied a plan with ${result.changes.length} changes`, call.params.id);
    return result;
  });

  implement(app, routes.delete, ({ params }) => deletePlan(deps, params.id, params.planId));
}
