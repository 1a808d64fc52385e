import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';

interface ReceivedMessage {
  path: string;
  headers: IncomingHttpHeaders;
  body: string;
}

export interface Receiver {
  address: string;
  messages: ReceivedMessage[];
  /** Status and headers of the next replies, first to last; then 204. */
  replies: { status: number; headers?: Record<string, string>; hangs?: boolean }[];
  close(): Promise<void>;
}

/** Receives webhooks and refuses, delays or redirects them as a test asks. */
export async function startReceiver(): Promise<Receiver> {
  const messages: ReceivedMessage[] = [];
  const replies: Receiver['replies'] = [];
  const server = createServer(async (request, reply) => {
    messages.push({ path: request.url ?? '', headers: request.headers, body: await text(request) });
    const { status, headers = {}, hangs } = replies.shift() ?? { status: 204 };
    if (!hangs) reply.writeHead(status, headers).end();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const { port } = server.address() as AddressInfo;
  return {
    address: `http://127.0.0.1:${port}/hook`,
    messages,
    replies,
    async close() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
