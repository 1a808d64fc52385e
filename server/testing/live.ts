import { setTimeout as delay } from 'node:timers/promises';
import { HttpTransportType, type HubConnection, HubConnectionBuilder, LogLevel } from '@microsoft/signalr';
import { liveTargets } from '@vexil/contract/live';
import type { FastifyInstance } from 'fastify';
import { WebSocket } from 'ws';

/** Listens on a free port; returns `http://127.0.0.1:<port>`. */
export const listen = (app: FastifyInstance): Promise<string> => app.listen({ port: 0, host: '127.0.0.1' });

interface Received {
  target: string;
  payload: unknown;
  /** The second argument, where there is one. */
  cursor: string | undefined;
}

export interface HubClient {
  connection: HubConnection;
  received: Received[];
  /** Payloads of one target, in order. */
  of(target: string): unknown[];
  /** The last received cursor. */
  cursor(): string;
  isClosed(): boolean;
}

/** Connects with the official SignalR client; resolves when connected. */
export async function connectHub(url: string, cookie?: string): Promise<HubClient> {
  const connection = new HubConnectionBuilder()
    .withUrl(url, { transport: HttpTransportType.WebSockets, headers: cookie ? { Cookie: cookie } : {} })
    .configureLogging(LogLevel.None)
    .build();
  const received: Received[] = [];
  for (const target of Object.keys(liveTargets)) {
    connection.on(target, (payload: unknown, ...more: unknown[]) => {
      received.push({ target, payload, cursor: more[0] as string | undefined });
    });
  }
  let closed = false;
  connection.onclose(() => {
    closed = true;
  });
  await connection.start();
  return {
    connection,
    received,
    of: (target) => received.filter((one) => one.target === target).map((one) => one.payload),
    cursor: () => received.findLast((one) => one.cursor !== undefined)?.cursor ?? '',
    isClosed: () => closed,
  };
}

export interface RawClient {
  socket: WebSocket;
  /** Parsed records in order. */
  records: unknown[];
  /** Close code once closed. */
  closed(): number | undefined;
  say(...records: unknown[]): void;
  /** Resolves with all records once there are this many. */
  receive(count: number): Promise<unknown[]>;
}

const timeoutMs = 30_000;

export const separator = '\x1e';
export const handshake = { protocol: 'json', version: 1 };

/** A plain WebSocket without a SignalR client. */
export async function connectRaw(url: string, headers: Record<string, string> = {}): Promise<RawClient> {
  const socket = new WebSocket(url.replace(/^http/, 'ws'), { headers });
  const records: unknown[] = [];
  let code: number | undefined;
  socket.on('message', (data) => {
    for (const record of data.toString().split(separator).slice(0, -1)) records.push(JSON.parse(record));
  });
  socket.on('close', (closeCode) => {
    code = closeCode;
  });
  await new Promise<void>((resolve, reject) => {
    socket.once('open', resolve);
    socket.once('error', reject);
    socket.once('unexpected-response', (_request, response) => reject(new Error(`HTTP ${response.statusCode}`)));
  });
  return {
    socket,
    records,
    closed: () => code,
    say: (...said) => socket.send(said.map((record) => JSON.stringify(record) + separator).join('')),
    async receive(count) {
      const deadline = performance.now() + timeoutMs;
      while (records.length < count && performance.now() < deadline) await delay(5);
      // Shortened: there may be megabytes of it.
      const last = () => JSON.stringify(records.slice(-5)).slice(0, 2000);
      if (records.length < count)
        throw new Error(`Received ${records.length} of ${count} records, the last: ${last()}`);
      return records;
    },
  };
}
