import { containerRoutes as routes, testContainerRoutes as testRoutes } from '@vexil/contract/container';
import type { Actor } from '@vexil/http/call/actor';
import { implement } from '@vexil/http/call/implement';
import { readerHostOf } from '@vexil/http/call/reader-host';
import type { FastifyInstance } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { createContainer, destroyContainer, extendContainer, listContainers } from './container.service';
import { viewContainer, viewListed, viewTestContainer } from './container.view';
import { findTeamContainers } from './team-container.queries';
import {
  createTestContainer,
  destroyTestContainer,
  extendTestContainer,
  readTestContainerLog,
} from './test-container.service';

interface Call {
  actor: Actor;
  params: { id: number; challengeId: number };
  receivedAt: Date;
}

const requestOf = ({ actor, params, receivedAt }: Call) => ({
  actor,
  gameId: params.id,
  challengeId: params.challengeId,
  receivedAt,
});

export async function containerRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(
    app,
    routes.list,
    { own: findTeamContainers, idsOf: ({ id }) => ({ gameId: id }) },
    async ({ actor, receivedAt, request, own }) => {
      return viewListed(deps, await listContainers(deps, actor, own, receivedAt), readerHostOf(request));
    },
  );
  implement(app, routes.create, async (call) =>
    viewContainer(deps, await createContainer(deps, requestOf(call)), readerHostOf(call.request)),
  );
  implement(app, routes.extend, async (call) =>
    viewContainer(deps, await extendContainer(deps, requestOf(call)), readerHostOf(call.request)),
  );
  implement(app, routes.destroy, (call) => destroyContainer(deps, requestOf(call)) as Promise<undefined>);
  implement(app, testRoutes.create, async (call) =>
    viewTestContainer(deps, await createTestContainer(deps, authorOf(call), requestOf(call)), call),
  );
  implement(app, testRoutes.extend, async (call) =>
    viewTestContainer(deps, await extendTestContainer(deps, authorOf(call), requestOf(call)), call),
  );
  implement(app, testRoutes.log, async (call) => {
    call.reply.header('Cache-Control', 'no-store');
    return { text: await readTestContainerLog(deps, requestOf(call)) };
  });
  implement(
    app,
    testRoutes.destroy,
    (call) => destroyTestContainer(deps, authorOf(call), requestOf(call)) as Promise<undefined>,
  );
}
