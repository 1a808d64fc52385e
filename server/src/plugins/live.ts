import fp from 'fastify-plugin';
import { LiveHub } from '../live/hub';

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
  app.addHook('preClose', () => live.close());
});
