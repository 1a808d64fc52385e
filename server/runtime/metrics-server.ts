import { createServer, type Server } from 'node:http';

/** What a registry of prom-client offers. */
export interface MetricsSource {
  contentType: string;
  metrics(): Promise<string>;
}

/** Answers `GET /metrics` and nothing else, on a port of its own so that it need not be open to players. */
export function openMetricsServer(source: MetricsSource): Server {
  return createServer(async (request, reply) => {
    if (request.method !== 'GET' || request.url?.split('?', 1)[0] !== '/metrics') {
      reply.writeHead(404).end();
      return;
    }
    try {
      const text = await source.metrics();
      reply.writeHead(200, { 'Content-Type': source.contentType }).end(text);
    } catch {
      reply.writeHead(500).end();
    }
  });
}

export function listenForMetrics(server: Server, port: number, host: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject);
    server.listen(port, host, resolve);
  });
}

export async function closeMetricsServer(server: Server): Promise<void> {
  server.closeAllConnections();
  await new Promise((resolve) => server.close(resolve));
}
