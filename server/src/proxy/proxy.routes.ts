import { proxyRoutes as routes } from '@vexil/contract/proxy';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { answered, implement } from '../implement';
import type { ProxyTarget } from './proxy.queries';
import { findTicketActor, getTarget, openTarget } from './proxy.service';
import { Relays } from './relays';
import { createUpgrader, isWebSocketUpgrade } from './upgrade';

declare module 'fastify' {
  interface FastifyInstance {
    relays: Relays;
  }
}

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
}

export async function proxyRoutes(root: FastifyInstance): Promise<void> {
  const { deps } = root;
  const relays = new Relays(deps);
  const upgrader = createUpgrader(root.server);
  root.decorate('relays', relays);
  root.addHook('preClose', () => relays.close());

  async function answer({ request, reply }: Call, target: ProxyTarget, options?: { counted: boolean }) {
    if (!isWebSocketUpgrade(request)) {
      reply.code(204).header('Cache-Control', 'no-store').send();
      return answered;
    }
    const { tcp, slot } = await openTarget(relays, target, options);
    const client = upgrader.accept(request, reply);
    if (client) void relays.run(target, client, tcp).finally(() => slot?.release());
    else {
      tcp.destroy();
      await slot?.release();
    }
    return answered;
  }

  await root.register(async (app) => {
    // Every method is accepted, so any body may come; it is discarded.
    app.removeAllContentTypeParsers();
    app.addContentTypeParser('*', (_request, payload, done) => {
      payload.resume();
      done(null);
    });
    // Before the access check, so that the account of a ticket is checked like one with a session.
    app.addHook('onRequest', async (request) => {
      if (request.actor || request.hasInvalidToken || request.routeOptions.config.route !== routes.connectTest) return;
      const { ticket } = request.query as { ticket?: unknown };
      const { id } = request.params as { id: string };
      if (typeof ticket === 'string') request.actor = await findTicketActor(deps, ticket, id);
    });
    implement(app, routes.connect, async (call) => answer(call, await getTarget(deps, call.params.id, 'Team')));
    implement(app, routes.connectTest, async (call) =>
      answer(call, await getTarget(deps, call.params.id, 'Test'), { counted: false }),
    );
  });
}
