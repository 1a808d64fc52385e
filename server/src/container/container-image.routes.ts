import { containerImageRoutes as routes } from '@vexil/contract/container-image';
import { implement } from '@vexil/http/call/implement';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { pullImagesAgain, readImagePulls } from './container-image.service';
import { viewImagePulls } from './container-image.view';

interface Call {
  params: { id: number; challengeId: number };
  receivedAt: Date;
}

const requestOf = ({ params: { id, challengeId }, receivedAt }: Call) => ({ gameId: id, challengeId, receivedAt });

export async function containerImageRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.list, async (call) =>
    viewImagePulls(await readImagePulls(deps, requestOf(call)), languageOf(call.request)),
  );
  implement(app, routes.pull, async (call) =>
    viewImagePulls(await pullImagesAgain(deps, authorOf(call), requestOf(call)), languageOf(call.request)),
  );
}
