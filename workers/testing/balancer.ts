// A balancer as operators put one before several servers: requests go round, none sticks to a server; a server that does
// not say it is ready gets no more; a connection that is refused before a byte was sent is tried at another one.

import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

const probeMs = 200;

interface Backend {
  port: number;
  isReady: boolean;
}

export interface Balancer {
  port: number;
  url: string;
  /** What was sent to a server and broken off there, in words; none of it may happen. */
  broken: string[];
  /** How many requests and sockets each server got. */
  taken: Map<number, number>;
  isReady(port: number): boolean;
  close(): Promise<void>;
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends: Backend[] = ports.map((port) => ({ port, isReady: true }));
  const broken: string[] = [];
  const taken = new Map<number, number>(ports.map((port) => [port, 0]));
  const lines = new Set<Socket>();
  let turn = 0;

  /** Ready ones first, each beginning with the next in turn; the others as a last resort. */
  function order(): Backend[] {
    turn += 1;
    const rotated = backends.map((_, at) => backends[(at + turn) % backends.length] as Backend);
    return [...rotated.filter(({ isReady }) => isReady), ...rotated.filter(({ isReady }) => !isReady)];
  }

  /** A line to the first server that takes one; null when none does. */
  async function connect(): Promise<{ line: Socket; port: number } | null> {
    for (const { port } of order()) {
      const line = net.connect({ port, host: '127.0.0.1' });
      const isOpen = await new Promise<boolean>((resolve) => {
        line.once('connect', () => resolve(true));
        line.once('error', () => resolve(false));
      });
      if (!isOpen) continue;
      taken.set(port, (taken.get(port) ?? 0) + 1);
      lines.add(line);
      line.on('close', () => lines.delete(line));
      return { line, port };
    }
    return null;
  }

  const server = http.createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const found = await connect();
    if (!found) {
      broken.push(`nobody took ${request.method} ${request.url}`);
      response.writeHead(502).end();
      return;
    }
    const { line, port } = found;
    const what = `${request.method} ${request.url} at ${port}`;
    const { method, url: path, headers } = request;
    // One line for one request, as balancers do unless they are told otherwise.
    const onward = http.request({
      method,
      path,
      headers: { ...headers, connection: 'close' },
      createConnection: () => line,
    });
    onward.on('response', (reply) => {
      const { connection: _connection, 'keep-alive': _alive, ...kept } = reply.headers;
      response.writeHead(reply.statusCode ?? 502, kept);
      reply.on('aborted', () => broken.push(`${what} was broken off in its reply`));
      reply.on('error', () => response.destroy());
      reply.pipe(response);
    });
    onward.on('error', (error) => {
      broken.push(`${what}: ${error.message}`);
      response.writeHead(502).end();
    });
    onward.end(Buffer.concat(chunks));
  });

  server.on('upgrade', async (request, client: Socket, head) => {
    client.on('error', () => client.destroy());
    const found = await connect();
    if (!found) {
      client.destroy();
      return;
    }
    const { line } = found;
    line.on('error', () => client.destroy());
    const fields = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
    line.write(`${request.method} ${request.url} HTTP/1.1\r\n${fields.join('')}\r\n`);
    line.write(head);
    line.pipe(client);
    client.pipe(line);
    lines.add(client);
    client.on('close', () => {
      lines.delete(client);
      line.destroy();
    });
    line.on('close', () => client.destroy());
  });

  async function probe(backend: Backend): Promise<void> {
    const reply = await fetch(`http://127.0.0.1:${backend.port}/readyz`, {
      headers: { connection: 'close' },
      signal: AbortSignal.timeout(5_000),
    }).catch(() => null);
    await reply?.arrayBuffer().catch(() => undefined);
    backend.isReady = reply?.status === 200;
  }
  let closed = false;
  const probing = Promise.all(
    backends.map(async (backend) => {
      while (!closed) {
        await probe(backend);
        await new Promise((resolve) => setTimeout(resolve, probeMs));
      }
    }),
  );

  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    broken,
    taken,
    isReady: (wanted) => backends.some((one) => one.port === wanted && one.isReady),
    async close() {
      closed = true;
      server.closeAllConnections();
      for (const line of lines) line.destroy();
      await new Promise((resolve) => server.close(resolve));
      await probing;
    },
  };
}
