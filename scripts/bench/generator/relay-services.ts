// What relays connect to, and a relay without anything of ours to compare with.

import { createCipheriv } from 'node:crypto';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Socket } from 'node:net';
import { type WebSocket, WebSocketServer } from 'ws';

/** Sent again and again. Cannot be compressed, which is the harder case for what records it; the same in every process. */
export const block = createCipheriv('aes-256-ctr', Buffer.alloc(32), Buffer.alloc(16)).update(Buffer.alloc(256 * 1024));

export interface RelayServices {
  echo: number;
  /** Reads a number of bytes in ASCII up to a newline, then sends as many. */
  source: number;
  /** Counts what it receives and answers with the count when its input ends or holds as many as the first line said. */
  sink: number;
}

async function listen(serve: (socket: Socket) => void): Promise<number> {
  const server = createServer({ noDelay: true }, (socket) => {
    socket.on('error', () => socket.destroy());
    serve(socket);
  });
  server.listen(0, '127.0.0.1', 8192);
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}

/** Calls back with the number of the first line and the bytes behind it. */
function readLine(socket: Socket, then: (count: number, rest: Buffer) => void): void {
  let head = Buffer.alloc(0);
  const onData = (chunk: Buffer) => {
    head = Buffer.concat([head, chunk]);
    const end = head.indexOf('\n');
    if (end === -1) return;
    socket.off('data', onData);
    then(Number(head.subarray(0, end)), head.subarray(end + 1));
  };
  socket.on('data', onData);
}

function send(socket: Socket, bytes: number): void {
  let left = bytes;
  const write = () => {
    while (left > 0) {
      const part = left >= block.length ? block : block.subarray(0, left);
      left -= part.length;
      if (!socket.write(part)) {
        socket.once('drain', write);
        return;
      }
    }
  };
  write();
}

export async function openRelayServices(): Promise<RelayServices> {
  return {
    echo: await listen((socket) => socket.pipe(socket)),
    source: await listen((socket) => readLine(socket, (bytes) => send(socket, bytes))),
    sink: await listen((socket) =>
      readLine(socket, (bytes, rest) => {
        let received = rest.length;
        const onReceived = () => {
          if (received >= bytes) socket.write('done');
        };
        socket.on('data', (chunk) => {
          received += chunk.length;
          onReceived();
        });
        onReceived();
      }),
    ),
  };
}

const waitingBytesMax = 1024 * 1024;

/** The port to connect to is the path: ws://127.0.0.1:<port>/<port of the service>. */
export async function openPlainRelay(): Promise<number> {
  const server = new WebSocketServer({
    port: 0,
    host: '127.0.0.1',
    backlog: 8192,
    perMessageDeflate: false,
    clientTracking: false,
    maxPayload: 1024 * 1024,
  });
  server.on('connection', (client: WebSocket, request) => {
    const container = connect({ host: '127.0.0.1', port: Number(request.url?.slice(1)), noDelay: true });
    client.on('error', () => client.terminate());
    container.on('error', () => client.terminate());
    client.on('message', (data: Buffer) => {
      if (!container.write(data)) client.pause();
    });
    container.on('drain', () => client.resume());
    container.on('data', (chunk) => {
      client.send(chunk, { binary: true }, () => container.isPaused() && container.resume());
      if (client.bufferedAmount > waitingBytesMax) container.pause();
    });
    container.on('close', () => client.close());
    client.on('close', () => container.destroy());
  });
  await once(server, 'listening');
  return (server.address() as AddressInfo).port;
}
