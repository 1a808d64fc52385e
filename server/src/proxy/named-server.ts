import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headBytesMax, headersCheckMs, headersMsMax, keepAliveMs } from '@vexil/http/guard/limits';
import { type ContainerDomain, isUnderDomain } from '@vexil/rules/container-names.rules';

export interface NamedHandler {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
}

export interface NamedServer {
  /** Never listens: it gets what is for the platform itself, so nothing of it can be reached under the other hosts. */
  platform: Server;
  /** Gets the requests for hosts below the domain. */
  handler: NamedHandler | undefined;
  serverFactory(platformListener: RequestListener): Server;
}

const options = {
  headersTimeout: headersMsMax,
  connectionsCheckingInterval: headersCheckMs,
  maxHeaderSize: headBytesMax,
  keepAliveTimeout: keepAliveMs,
  // Node's time for a whole request would end uploads; bodies have limits of their own.
  requestTimeout: 0,
};

export function createNamedServer(domain: ContainerDomain | null): NamedServer {
  const platform = createServer();
  const handlerOf = ({ headers: { host } }: IncomingMessage) =>
    domain && host !== undefined && isUnderDomain(host, domain) ? named.handler : undefined;
  const named: NamedServer = {
    platform,
    handler: undefined,
    serverFactory(platformListener) {
      const server = createServer(options, (request, response) => {
        const handler = handlerOf(request);
        if (handler) handler.request(request, response);
        else platform.emit('request', request, response);
      });
      // At `localhost` Fastify makes a second server, whose upgrades it hands to the first.
      if (platform.listenerCount('request') > 0) return server;
      platform.on('request', platformListener);
      server.on('upgrade', (request, socket: Socket, head) => {
        const handler = handlerOf(request);
        if (handler) handler.upgrade(request, socket, head);
        else platform.emit('upgrade', request, socket, head);
      });
      return server;
    },
  };
  return named;
}
