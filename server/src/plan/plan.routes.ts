import { DomainError } from '@vexil/contract/errors';
import { planRoutes as routes } from '@vexil/contract/plan';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import { readPart, readUploads, uploadOf } from '@vexil/http/call/upload';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { putContent, recordFile } from '../asset/asset.service';
import { typeOfName } from '../asset/content-type';
import { authorOf } from '../audit/audit.service';
import { callerOf, logActivity } from '../log/log-activity';
import { applyPlan, createPlan, findPlannedFile, readPlan } from './plan.service';
import { deletePlan } from './plan.state';

interface Call {
  actor: Actor;
  request: FastifyRequest;
  params: { id: number };
  receivedAt: Date;
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
    const file = await findPlannedFile(deps, planCall(call), call.params);
    const upload = uploadOf(deps.config, routes.file.upload);
    for await (const part of readUploads(call.request, upload)) {
      const content = await readPart(part, (stream) => putContent(deps, stream, upload));
      // Content without a row is swept.
      if (content.hash !== call.params.hash) throw new DomainError('plan.fileDiffers', { field: upload.field });
      const name = (file.fileName ?? '').trim().slice(0, 255) || content.hash;
      await recordFile(deps, content, { name, contentType: typeOfName(name) });
      return;
    }
    throw new DomainError('asset.fileMissing', { field: upload.field });
  });

  implement(app, routes.apply, async (call) => {
    const result = await applyPlan(deps, planCall(call), call.params.planId, call.body);
    logActivity(deps, {
      ...callerOf(call),
      gameId: call.params.id,
      event: 'plan.applied',
      message: `Applied a plan with ${result.changes.length} changes`,
    });
    return result;
  });

  implement(app, routes.delete, ({ params }) => deletePlan(deps, params.id, params.planId));
}
