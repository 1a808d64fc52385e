import { z } from 'zod';
import { proxyEndpoints } from './proxy.endpoints';
import { defineRoute, Empty } from './route';
import { Guid, text } from './wire';

const ProxyParams = z.object({ id: Guid });
const port = text(15).optional().describe('Name of a port of the instance; without it the main one');

export const proxyRoutes = {
  /**
   * Without an upgrade it answers 204 while the container runs, else 404. The id is the only credential, because the
   * programs of players have no session.
   */
  connect: defineRoute({
    ...proxyEndpoints.connect,
    access: 'Anonymous',
    summary: 'Relay a WebSocket to the TCP port of an instance',
    upgrade: 'websocket',
    rate: 'proxy',
    params: ProxyParams,
    query: z.object({ port }),
    reply: Empty,
    errors: ['proxy.off', 'container.notFound', 'proxy.full', 'proxy.hostUnknown', 'proxy.unreachable'],
  }),
  /** Without the connection limit. Programs without a session send the organiser's ticket. */
  connectTest: defineRoute({
    ...proxyEndpoints.connectTest,
    access: 'organiser',
    gameBy: 'container',
    scope: 'edit:write',
    summary: 'Relay a WebSocket to the TCP port of a test instance',
    upgrade: 'websocket',
    rate: 'proxy',
    params: ProxyParams,
    query: z.object({ port, ticket: text(128).optional() }),
    reply: Empty,
    errors: ['proxy.off', 'container.notFound', 'proxy.hostUnknown', 'proxy.unreachable'],
  }),
};
