import { type IncomingMessage, ServerResponse } from 'node:http';
import proxyAddr from '@fastify/proxy-addr';
import { DomainError } from '@vexil/contract/errors';
import { trustedProxies } from '@vexil/http/guard/trusted-proxies';
import { requestsMaxOf } from '@vexil/rules/proxy.rules';
import type { FastifyInstance } from 'fastify';
import type { RelayPeer } from '../capture-recorder/relay-tap';
import { hasBody, startExchange } from './exchange';
import { InstanceGate } from './instance-gate';
import { sendNamePage } from './name-page';
import type { NamedHandler } from './named-server';
import { createFindNamed } from './names.service';
import { openTarget } from './proxy.service';
import type { Relays } from './relays';
import { startUpgrade } from './upgrade-exchange';

/** Requests for instances by their host names: each goes to the container with its reply streamed back. */
export function createNamedHandler(app: FastifyInstance, relays: Relays): NamedHandler {
  const { deps } = app;
  const find = createFindNamed(deps);
  const gate = new InstanceGate();
  const isTrusted = trustedProxies(deps.config.trustProxy) ?? (() => false);

  const peerOf = (request: IncomingMessage): RelayPeer => ({
    address: proxyAddr(request, isTrusted),
    port: request.socket.remotePort ?? 0,
    accountId: null,
  });

  async function open(request: IncomingMessage, { isUpgrade }: { isUpgrade: boolean }) {
    const peer = peerOf(request);
    const target = await find(request.headers.host ?? '', () => app.spend('proxy', { actor: null, ip: peer.address }));
    const leave = isUpgrade ? () => {} : await gate.enter(target.id, requestsMaxOf(target.kind));
    try {
      const opened = await openTarget(relays.admission, target, { peer, isCounted: isUpgrade });
      const release = async () => {
        leave();
        await opened.admission.release();
      };
      return { target, container: opened.tcp, peer, release };
    } catch (error) {
      leave();
      throw error;
    }
  }

  async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
    const { release, ...relayed } = await open(request, { isUpgrade: false });
    const { container } = relayed;
    if (response.destroyed) {
      container.destroy();
      await release();
      return;
    }
    if (app.drain.hasBegun) response.shouldKeepAlive = false;
    const fail = () => sendNamePage(request, response, new DomainError('proxy.unreachable'));
    await relays
      .run(relayed, (options) => startExchange({ request, response, container, fail }, options))
      .finally(release);
  }

  async function answerUpgrade(request: IncomingMessage, response: ServerResponse, head: Buffer): Promise<void> {
    // A body and what follows the upgrade could not be separated.
    if (request.method !== 'GET') throw new DomainError('request.methodNotAllowed');
    if (hasBody(request)) throw new DomainError('request.invalid');
    const { release, ...relayed } = await open(request, { isUpgrade: true });
    const { container } = relayed;
    await relays
      .run(relayed, (options) => startUpgrade({ request, response, head, container }, options))
      .finally(release);
  }

  function fail(request: IncomingMessage, response: ServerResponse, err: unknown): void {
    if (!(err instanceof DomainError)) {
      deps.log.error({ event: 'proxy.named_failed', err }, 'A request for an instance failed');
    }
    sendNamePage(request, response, err);
  }

  return {
    request(request, response) {
      app.noteRequest(request, response);
      void answer(request, response).catch((error) => fail(request, response, error));
    },
    upgrade(request, socket, head) {
      // Node has removed its own listener.
      socket.on('error', () => socket.destroy());
      const response = new ServerResponse(request);
      try {
        response.assignSocket(socket);
      } catch {
        // The request before it, sent in one go with this one, is not answered yet.
        socket.destroy();
        return;
      }
      app.noteRequest(request, response);
      response.shouldKeepAlive = false;
      response.once('finish', () => socket.destroySoon());
      void answerUpgrade(request, response, head).catch((error) => fail(request, response, error));
    },
  };
}
