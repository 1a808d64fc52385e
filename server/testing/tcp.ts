import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';

export interface TcpService {
  port: number;
  /** Open connections. */
  sockets: Set<Socket>;
  /** Stops listening and destroys every connection, as a removed container does. */
  close(): Promise<void>;
}

/** A service on 127.0.0.1; `serve` handles each connection. */
export async function startTcpService(serve: (socket: Socket) => void): Promise<TcpService> {
  const sockets = new Set<Socket>();
  const server = createServer({ allowHalfOpen: true }, (socket) => {
    sockets.add(socket);
    socket.on('close', () => sockets.delete(socket));
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    sockets,
    async close() {
      const closed = once(server, 'close');
      server.close();
      for (const socket of sockets) socket.destroy();
      await closed;
    },
  };
}
