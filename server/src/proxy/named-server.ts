import { createServer, type IncomingMessage, type RequestListener, type Server, type ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { headBytesMax, headersCheckMs, headersMsMax, keepAliveMs } from '@vexil/http/guard/limits';
import { type ContainerDomain, isUnderDomain } from '@vexil/rules/container-names.rules';

export interface NamedHandler {
  request(request: IncomingMessage, response: ServerResponse): void;
  upgrade(request: IncomingMessage, socket: Socket, head: Buffer): void;
}

const options = {
  headersTimeout: headersMsMax,
  connectionsCheckingInterval: headersCheckMs,
  maxHeaderSize: headBytesMax,
  keepAliveTimeout: keepAliveMs,
  // Node's time for a whole request would end uploads; bodies have limits of their own.
  requestTimeout: 0,
};

export class NamedServer {
  /** Never listens: it gets what is for the platform itself, so nothing of it can be reached under the other hosts. */
  readonly platform = createServer();
  /** Gets the requests for hosts below the domain. */
  handler: NamedHandler | undefined;

  constructor(private readonly domain: ContainerDomain | null) {}

  private handlerOf({ headers: { host } }: IncomingMessage): NamedHandler | undefined {
    return this.domain && host !== undefined && isUnderDomain(host, this.domain) ? this.handler : undefined;
  }

  createServer(platformListener: RequestListener): Server {
    const server = createServer(options, (request, response) => {
      const handler = this.handlerOf(request);
      if (handler) handler.request(request, response);
      else this.platform.emit('request', request, response);
    });
    // At `localhost` Fastify makes a second server, whose upgrades it hands to the first.
    if (this.platform.listenerCount('request') > 0) return server;
    this.platform.on('request', platformListener);
    return server.on('upgrade', (request, socket: Socket, head) => {
      const handler = this.handlerOf(request);
      if (handler) handler.upgrade(request, socket, head);
      else this.platform.emit('upgrade', request, socket, head);
    });
  }
}
