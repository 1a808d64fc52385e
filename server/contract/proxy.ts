import { z } from 'zod';
import { proxyEndpoints } from './proxy.endpoints';
import { defineRoute, Empty } from './route';
import { Guid } from './wire';

const ProxyParams = z.object({ id: Guid });

export const proxyRoutes = {
  /**
   * For the instances of teams. Any other request than an upgrade is the question whether the container runs: 204 while it does, 404 after. Knowing
   * the id is the only right that is asked for, because the programs that ask on behalf of players have no session.
   */
  connect: defineRoute({
    ...proxyEndpoints.connect,
    access: 'Anonymous',
    summary: 'Relay a WebSocket to the TCP port of an instance',
    upgrade: 'websocket',
    rate: 'proxy',
    params: ProxyParams,
    reply: Empty,
    errors: ['proxy.off', 'container.notFound', 'proxy.full', 'proxy.hostUnknown', 'proxy.unreachable'],
  }),
  /**
   * For test instances of organisers only, without the connection limit. Programs without a session send the ticket that
   * the organiser received with the instance.
   */
  connectTest: defineRoute({
    ...proxyEndpoints.connectTest,
    access: 'organiser',
    gameBy: 'container',
    scope: 'edit:write',
    summary: 'Relay a WebSocket to the TCP port of a test instance',
    upgrade: 'websocket',
    rate: 'proxy',
    params: ProxyParams,
    query: z.object({ ticket: z.string().max(128).optional() }),
    reply: Empty,
    errors: ['proxy.off', 'container.notFound', 'proxy.hostUnknown', 'proxy.unreachable'],
  }),
};
