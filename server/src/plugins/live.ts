import type { Socket } from 'node:net';
import fp from 'fastify-plugin';
import { LiveHub } from '../live/hub';
import { nextRequestId, requestIdHeader } from '../request-id';

function refuseUpgrade(socket: Socket, retryAfterSeconds: number): void {
  socket.on('error', () => {});
  const head = ['HTTP/1.1 503 Service Unavailable', `Retry-After: ${retryAfterSeconds}`, 'Content-Length: 0'];
  head.push(`X-Request-Id: ${nextRequestId()}`);
  socket.write(`${head.join('\r\n')}\r\nConnection: close\r\n\r\n`);
  socket.destroySoon();
}

declare module 'fastify' {
  interface FastifyInstance {
    live: LiveHub;
  }
}

/**
 * Holds the live connections. Registered before the WebSocket plugin, whose own farewell comes first otherwise: clients
 * would then stay away for longer than they need to.
 */
export const livePlugin = fp(async (app) => {
  const live = new LiveHub(app.deps);
  app.decorate('live', live);
  app.addHook('preClose', async () => {
    // Every request is refused from here on, by the framework and with 503.
    app.server.prependListener('request', (_request, response) => {
      response.setHeader('Retry-After', live.retryAfterSeconds());
      response.setHeader(requestIdHeader, nextRequestId());
    });
    // An upgrade that is refused as a request is would keep its line, and the server waiting for it.
    app.server.removeAllListeners('upgrade');
    app.server.on('upgrade', (_request, socket: Socket) => refuseUpgrade(socket, live.retryAfterSeconds()));
    await live.close();
  });
});
