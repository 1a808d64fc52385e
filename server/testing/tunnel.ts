import { once } from 'node:events';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createWebSocketStream, WebSocket } from 'ws';
import { startTcpService, type TcpService } from './tcp';

/** A local port as the helper of players makes it: one WebSocket per connection, binary, without cookies. */
export function startTunnel(url: string, containerId: string): Promise<TcpService> {
  return startTcpService((socket) => {
    const client = new WebSocket(`${url.replace(/^http/, 'ws')}/api/proxy/${containerId}`);
    const stream = createWebSocketStream(client);
    // Either side may be cut off; the other one then is, too.
    Promise.all([pipeline(socket, stream), pipeline(stream, socket)]).catch(() => {
      client.terminate();
      socket.destroy();
    });
  });
}

/** The question that the helper asks every few seconds; gives the status. */
export async function probeTunnel(url: string, containerId: string): Promise<number> {
  const asked = request(`${url}/api/proxy/${containerId}`, { method: 'OPTIONS', agent: false });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}
