import { z } from 'zod';
import { proxyEndpoints } from './proxy.endpoints';
import { defineRoutes } from './route';
import { Guid, text } from './wire';

const ProxyParams = z.object({ id: Guid });
const port = text(15).optional().describe('Name of a port of the instance; without it the main one');

export const proxyRoutes = defineRoutes(proxyEndpoints, { rate: 'proxy', params: ProxyParams })({
  /**
   * Without an upgrade it answers 204 while the container runs, else 404. The id is the only credential, because the
   * programs of players have no session.
   */
  connect: {
    access: 'Anonymous',
    summary: 'Relay a WebSocket to the TCP port of an instance',
    upgrade: 'websocket',
    query: z.object({ port }),
    errors: ['proxy.off', 'container.notFound', 'proxy.full', 'proxy.hostUnknown', 'proxy.unreachable'],
  },
  /** Without the connection limit. Programs without a session send the organiser's ticket. */
  connectTest: {
    access: 'organiser',
    gameBy: 'container',
    scope: 'edit:write',
    summary: 'Relay a WebSocket to the TCP port of a test instance',
    upgrade: 'websocket',
    query: z.object({ port, ticket: text(128).optional() }),
    errors: ['proxy.off', 'container.notFound', 'proxy.hostUnknown', 'proxy.unreachable'],
  },
});
