import type { Socket } from 'node:net';
import { nextRequestId, requestIdHeader } from '@vexil/http/observe/request-id';
import fp from 'fastify-plugin';
import { LiveHub } from './hub';
import { registerLiveMetrics } from './live.metrics';

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

/** Registered before the WebSocket plugin, so that its `preClose` hook runs first. */
export const livePlugin = fp(async (app) => {
  const live = new LiveHub(app.deps);
  app.decorate('live', live);
  app.addHook('onReady', async () => {
    if (app.metrics) registerLiveMetrics(app.metrics.registry, live);
  });
  app.addHook('preClose', async () => {
    // Fastify answers every request with 503 from here on.
    app.platform.prependListener('request', (_request, response) => {
      response.setHeader('Retry-After', live.retryAfterSeconds());
      response.setHeader(requestIdHeader, nextRequestId());
    });
    // The default refusal would keep the connection of an upgrade open.
    app.platform.removeAllListeners('upgrade');
    app.platform.on('upgrade', (_request, socket: Socket) => refuseUpgrade(socket, live.retryAfterSeconds()));
    await live.close();
  });
});
