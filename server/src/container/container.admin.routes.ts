import { containerAdminRoutes as routes } from '@vexil/contract/container-admin';
import { implement } from '@vexil/http/call/implement';
import { readerHostOf } from '@vexil/http/call/reader-host';
import { languageOf } from '@vexil/http/reply/i18n';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { destroyAnyContainer, readContainerLog, readFailedStarts, readTeamContainers } from './container.admin.service';
import { viewAdminContainer, viewFailedStart } from './container.admin.view';

export async function containerAdminRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;

  implement(app, routes.list, async ({ actor, request }) => {
    const readerHost = readerHostOf(request);
    const data = (await readTeamContainers(deps, actor)).map((row) => viewAdminContainer(deps, row, readerHost));
    return { data, length: data.length, total: data.length };
  });

  implement(app, routes.failures, async ({ actor, request }) => {
    const language = languageOf(request);
    return (await readFailedStarts(deps, actor)).map((one) => viewFailedStart(one, language));
  });

  implement(app, routes.log, async ({ actor, params, reply }) => {
    reply.header('Cache-Control', 'no-store');
    return { text: await readContainerLog(deps, actor, params.id) };
  });

  implement(app, routes.destroy, (request) =>
    destroyAnyContainer(deps, request.actor, authorOf(request), request.params.id),
  );
}
