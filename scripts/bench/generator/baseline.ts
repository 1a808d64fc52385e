import http from 'node:http';

export interface BaselineReply {
  status: number;
  headers: Record<string, string>;
  /** In base64. */
  body: string;
}

export async function openBaseline({
  status,
  headers,
  body,
}: BaselineReply): Promise<{ port: number; close: () => void }> {
  const bytes = Buffer.from(body, 'base64');
  const server = http.createServer((request, reply) => {
    request.resume();
    reply.writeHead(status, headers);
    reply.end(bytes.length > 0 ? bytes : undefined);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const address = server.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return {
    port,
    close() {
      server.close();
      server.closeAllConnections();
    },
  };
}
