import { once } from 'node:events';
import { request } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { createWebSocketStream, WebSocket } from 'ws';
import { startTcpService, type TcpService } from './tcp';

/** A local port like that of the players' tunnel client: one binary WebSocket per connection, without cookies. */
export function startTunnel(url: string, containerId: string): Promise<TcpService> {
  return startTcpService((socket) => {
    const client = new WebSocket(`${url.replace(/^http/, 'ws')}/api/proxy/${containerId}`);
    const stream = createWebSocketStream(client);
    // Either side may disconnect; the other one is closed then.
    Promise.all([pipeline(socket, stream), pipeline(stream, socket)]).catch(() => {
      client.terminate();
      socket.destroy();
    });
  });
}

/** The probe that tunnel clients send every few seconds; returns the status. */
export async function probeTunnel(url: string, containerId: string): Promise<number> {
  const asked = request(`${url}/api/proxy/${containerId}`, { method: 'OPTIONS', agent: false });
  asked.end();
  const [response] = await once(asked, 'response');
  response.resume();
  return response.statusCode;
}
