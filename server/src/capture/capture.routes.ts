import { Readable } from 'node:stream';
import { captureRoutes as routes } from '@vexil/contract/capture';
import { implement } from '@vexil/http/call/implement';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance } from 'fastify';
import { dispositionOf } from '../asset/send-file';
import { authorOf } from '../audit/audit.service';
import { archiveCaptures, archiveName } from './capture.archive';
import {
  type CaptureFolder,
  deleteCapture,
  deleteCaptures,
  getCapture,
  listCapturedChallenges,
  listCapturedTeams,
  listCaptures,
} from './capture.service';
import { sendCapture } from './send-capture';

type Params = { challengeId: number; partId: number };

const folderOf = ({ challengeId, partId }: Params): CaptureFolder => ({ challengeId, participationId: partId });

export async function captureRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  app.addHook('onReady', () => deps.recorder.start());
  app.addHook('onClose', () => deps.recorder.close());
  implement(app, routes.challenges, ({ params }) => listCapturedChallenges(deps, params.id));
  implement(app, routes.teams, ({ params }) => listCapturedTeams(deps, params.challengeId));
  implement(app, routes.files, ({ params }) => listCaptures(deps, folderOf(params)));
  implement(app, routes.downloadAll, async ({ params, receivedAt, request, reply }) => {
    const folder = folderOf(params);
    const name = archiveName(folder, receivedAt);
    reply
      .type('application/gzip')
      .header('Content-Disposition', dispositionOf('attachment', `${name}.tar.gz`))
      .header('Cache-Control', 'private, no-store')
      .send(request.method === 'HEAD' ? Readable.from([]) : archiveCaptures(deps, folder, name));
    return sent;
  });
  implement(app, routes.deleteAll, ({ actor, params, request }) =>
    deleteCaptures(deps, authorOf({ actor, request }), folderOf(params)),
  );
  implement(app, routes.download, async ({ params, request, reply }) => {
    sendCapture(deps, request, reply, await getCapture(deps, folderOf(params), params.filename));
    return sent;
  });
  implement(app, routes.delete, ({ actor, params, request }) =>
    deleteCapture(deps, authorOf({ actor, request }), folderOf(params), params.filename),
  );
}
