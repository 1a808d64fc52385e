import { proxyRoutes as routes } from '@vexil/contract/proxy';
import { implement } from '@vexil/http/call/implement';
import { sent } from '@vexil/http/reply/send-reply';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import { createNamedHandler } from './named-http';
import type { NamedServer } from './named-server';
import { listenForNamedTls, type NamedTls } from './named-tls';
import { registerRelayMetrics } from './proxy.metrics';
import { findTicketActor, getTarget, openTarget } from './proxy.service';
import { startRelay } from './relay';
import { Relays } from './relays';
import type { ProxyTarget } from './target';
import { createUpgrader, isWebSocketUpgrade } from './upgrade';

declare module 'fastify' {
  interface FastifyInstance {
    relays: Relays;
    namedServer: NamedServer;
    /** null where CONTAINER_TLS_PORT is not set, or before the server is ready. */
    namedTls: NamedTls | null;
  }
}

interface Call {
  request: FastifyRequest;
  reply: FastifyReply;
}

/** Containers whose id alone is the credential. */
const playerKinds = ['Team', 'Shared'] as const;

const peerOf = (request: FastifyRequest): RelayPeer => ({
  address: request.ip,
  port: request.socket.remotePort ?? 0,
  accountId: request.actor?.id ?? null,
});

export async function proxyRoutes(root: FastifyInstance): Promise<void> {
  const { deps } = root;
  const relays = new Relays(deps);
  relays.onOpen = ({ kind, participationId, gameId, challengeId }, { accountId, address }) => {
    if (kind !== 'Team' || participationId === null) return;
    const trace = { participationId, gameId, challengeId, accountId, at: deps.clock.now() };
    root.traces.record({ ...trace, kind: 'Connected', client: { ip: address } });
  };
  const upgrader = createUpgrader(root.platform);
  root.decorate('relays', relays);
  root.drain.add({
    begin() {
      relays.drain();
      root.namedTls?.close();
    },
    pending: () => relays.admission.size,
  });
  root.addHook('preClose', () => {
    root.namedTls?.close();
    return relays.close();
  });
  if (deps.config.containerDomain) root.namedServer.handler = createNamedHandler(root, relays);
  root.decorate('namedTls', null);
  root.addHook('onReady', async () => {
    if (deps.config.containerTlsPort !== null) root.namedTls = await listenForNamedTls(root, relays);
    if (root.metrics) registerRelayMetrics(root.metrics.registry, relays);
  });

  async function answer({ request, reply }: Call, target: ProxyTarget, { isCounted = true } = {}) {
    if (!isWebSocketUpgrade(request)) {
      reply.code(204).header('Cache-Control', 'no-store').send();
      return sent;
    }
    const peer = peerOf(request);
    const { tcp, admission } = await openTarget(relays.admission, target, { peer, isCounted });
    const { socket } = request.raw;
    const client = upgrader.accept(request, reply);
    if (client) {
      void relays
        .run({ target, container: tcp, peer }, (options) => startRelay(client, tcp, { ...options, socket }))
        .finally(() => admission.release());
    } else {
      tcp.destroy();
      await admission.release();
    }
    return sent;
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
    implement(app, routes.connect, async (call) =>
      answer(call, await getTarget(deps, { id: call.params.id, kinds: playerKinds, portName: call.query.port })),
    );
    implement(app, routes.connectTest, async (call) =>
      answer(call, await getTarget(deps, { id: call.params.id, kinds: ['Test'], portName: call.query.port }), {
        isCounted: false,
      }),
    );
  });
}
