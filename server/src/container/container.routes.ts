import type { FastifyInstance, FastifyRequest } from 'fastify';
import { authorOf } from '../audit/audit.service';
import { containerRoutes as routes, testContainerRoutes as testRoutes } from '../contract/container';
import { implement } from '../implement';
import type { Actor } from '../plugins/auth';
import { createContainer, destroyContainer, extendContainer, listContainers } from './container.service';
import { createTestContainer, destroyTestContainer } from './container.test-run.service';
import { viewContainer } from './container.view';

interface Call {
  actor: Actor;
  params: { id: number; challengeId: number };
  receivedAt: Date;
  request: FastifyRequest;
}

const about = ({ actor, params, receivedAt, request }: Call) => ({
  actor,
  gameId: params.id,
  challengeId: params.challengeId,
  receivedAt,
  hostname: request.hostname,
});

export async function containerRoutes(app: FastifyInstance): Promise<void> {
  const { deps } = app;
  implement(app, routes.list, ({ actor, params, receivedAt }) => listContainers(deps, actor, params.id, receivedAt));
  implement(app, routes.create, async (call) => viewContainer(await createContainer(deps, about(call))));
  implement(app, routes.extend, async (call) => viewContainer(await extendContainer(deps, about(call))));
  implement(app, routes.destroy, (call) => destroyContainer(deps, about(call)) as Promise<undefined>);
  implement(app, testRoutes.create, async (call) =>
    viewContainer(await createTestContainer(deps, authorOf(call), about(call))),
  );
  implement(
    app,
    testRoutes.destroy,
    (call) => destroyTestContainer(deps, authorOf(call), about(call)) as Promise<undefined>,
  );
}
