import { createServer, type Server } from 'node:http';

export interface MetricsSource {
  contentType: string;
  metrics(): Promise<string>;
}

/** Serves `GET /metrics` on a port of its own, closed to players. */
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
