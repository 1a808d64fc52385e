import websocket from '@fastify/websocket';
import Fastify from 'fastify';
import type { Deps } from '../src/deps';
import { type HubOptions, LiveHub } from '../src/live/hub';
import type { Asked } from '../src/live/live.policy';

export interface TestHub {
  hub: LiveHub;
  /** Where strangers connect to the hub of this game; with `&live=1` as our own client does. */
  url(gameId: number): string;
  /** Bytes that wait for the sockets of this hub, as the sockets themselves say. */
  waitingBytes(): number;
  close(): Promise<void>;
}

/** A process with nothing but hubs, and limits of its own. */
export async function openTestHub(deps: Deps, options: HubOptions): Promise<TestHub> {
  const app = Fastify();
  const hub = new LiveHub(deps, options);
  app.addHook('preClose', () => hub.close());
  await app.register(websocket);
  app.get<{ Querystring: { game: string; live?: string } }>('/hub', { websocket: true }, (socket, { query }) => {
    const nobody = { accountId: null, sessionHash: null, tokenHash: null };
    const asked: Asked = { hub: 'user', gameId: Number(query.game), live: query.live === '1', ...nobody };
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
