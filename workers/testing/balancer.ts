// A load balancer for tests: round robin without stickiness. A server that is not ready gets no new requests; a refused
// connection is retried at the next server.

import http from 'node:http';
import net, { type AddressInfo, type Socket } from 'node:net';

const probeMs = 200;

interface Backend {
  port: number;
  isReady: boolean;
}

interface Upstream {
  socket: Socket;
  port: number;
}

export interface Balancer {
  port: number;
  url: string;
  /** Descriptions of requests that a server broke off; a test expects none. */
  broken: string[];
  /** Requests and sockets per server. */
  taken: Map<number, number>;
  isReady(port: number): boolean;
  close(): Promise<void>;
}

/** The servers behind a balancer and the open connections to them. */
class Backends {
  readonly taken: Map<number, number>;
  readonly sockets = new Set<Socket>();
  private readonly all: Backend[];
  private turn = 0;
  private isClosed = false;

  constructor(ports: readonly number[]) {
    this.all = ports.map((port) => ({ port, isReady: true }));
    this.taken = new Map(ports.map((port) => [port, 0]));
  }

  /** Connects to the next server in turn, ready ones first; null when all refuse. */
  async connect(): Promise<Upstream | null> {
    this.turn += 1;
    const rotated = this.all.map((_, at) => this.all[(at + this.turn) % this.all.length] as Backend);
    const ordered = [...rotated.filter(({ isReady }) => isReady), ...rotated.filter(({ isReady }) => !isReady)];
    for (const { port } of ordered) {
      const socket = net.connect({ port, host: '127.0.0.1' });
      const isOpen = await new Promise<boolean>((resolve) => {
        socket.once('connect', () => resolve(true));
        socket.once('error', () => resolve(false));
      });
      if (!isOpen) continue;
      this.taken.set(port, (this.taken.get(port) ?? 0) + 1);
      this.track(socket);
      return { socket, port };
    }
    return null;
  }

  track(socket: Socket): void {
    this.sockets.add(socket);
    socket.on('close', () => this.sockets.delete(socket));
  }

  isReady(port: number): boolean {
    return this.all.some((one) => one.port === port && one.isReady);
  }

  /** Probes `/readyz` of every server until `close`. */
  async probe(): Promise<void> {
    await Promise.all(
      this.all.map(async (backend) => {
        while (!this.isClosed) {
          const reply = await fetch(`http://127.0.0.1:${backend.port}/readyz`, {
            headers: { connection: 'close' },
            signal: AbortSignal.timeout(5_000),
          }).catch(() => null);
          await reply?.arrayBuffer().catch(() => undefined);
          backend.isReady = reply?.status === 200;
          await new Promise((resolve) => setTimeout(resolve, probeMs));
        }
      }),
    );
  }

  close(): void {
    this.isClosed = true;
    for (const socket of this.sockets) socket.destroy();
  }
}

async function forwardRequest(
  backends: Backends,
  request: http.IncomingMessage,
  response: http.ServerResponse,
  broken: string[],
): Promise<void> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const upstream = await backends.connect();
  if (!upstream) {
    broken.push(`no server accepted ${request.method} ${request.url}`);
    response.writeHead(502).end();
    return;
  }
  const what = `${request.method} ${request.url} at ${upstream.port}`;
  const { method, url: path, headers } = request;
  // One connection per request, the default of most balancers.
  const onward = http.request({
    method,
    path,
    headers: { ...headers, connection: 'close' },
    createConnection: () => upstream.socket,
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
}

async function forwardUpgrade(
  backends: Backends,
  request: http.IncomingMessage,
  client: Socket,
  head: Buffer,
): Promise<void> {
  client.on('error', () => client.destroy());
  const upstream = await backends.connect();
  if (!upstream) {
    client.destroy();
    return;
  }
  const { socket } = upstream;
  socket.on('error', () => client.destroy());
  const fields = Object.entries(request.headers).map(([name, value]) => `${name}: ${value}\r\n`);
  socket.write(`${request.method} ${request.url} HTTP/1.1\r\n${fields.join('')}\r\n`);
  socket.write(head);
  socket.pipe(client);
  client.pipe(socket);
  backends.track(client);
  client.on('close', () => socket.destroy());
  socket.on('close', () => client.destroy());
}

export async function startBalancer(ports: readonly number[]): Promise<Balancer> {
  const backends = new Backends(ports);
  const broken: string[] = [];
  const server = http.createServer((request, response) => forwardRequest(backends, request, response, broken));
  server.on('upgrade', (request, client: Socket, head) => forwardUpgrade(backends, request, client, head));
  const probing = backends.probe();
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}`,
    broken,
    taken: backends.taken,
    isReady: (wanted) => backends.isReady(wanted),
    async close() {
      server.closeAllConnections();
      backends.close();
      await new Promise((resolve) => server.close(resolve));
      await probing;
    },
  };
}
