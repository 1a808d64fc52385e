import websocket from '@fastify/websocket';
import type { Deps } from '@vexil/http/deps';
import Fastify from 'fastify';
import { type HubOptions, LiveHub } from '../src/live/hub';
import type { ConnectionRequest } from '../src/live/live.policy';

export interface TestHub {
  hub: LiveHub;
  /** URL of the user hub for anonymous connections; append `&live=1` to connect as our own client. */
  url(gameId: number): string;
  /** Buffered bytes of all sockets of this hub. */
  waitingBytes(): number;
  close(): Promise<void>;
}

/** A server with hubs only and its own limits. */
export async function openTestHub(deps: Deps, options: HubOptions): Promise<TestHub> {
  const app = Fastify();
  const hub = new LiveHub(deps, options);
  app.addHook('preClose', () => hub.close());
  await app.register(websocket);
  app.get<{ Querystring: { game: string; live?: string } }>('/hub', { websocket: true }, (socket, { query }) => {
    const anonymous = { accountId: null, sessionHash: null, tokenHash: null };
    const asked: ConnectionRequest = {
      hub: 'user',
      gameId: Number(query.game),
      live: query.live === '1',
      ...anonymous,
    };
    hub.accept(socket, asked, undefined);
  });
  const address = await app.listen({ port: 0, host: '127.0.0.1' });
  return {
    hub,
    url: (gameId) => `${address}/hub?game=${gameId}`,
    waitingBytes: () => [...app.websocketServer.clients].reduce((sum, { bufferedAmount }) => sum + bufferedAmount, 0),
    close: () => app.close(),
  };
}
