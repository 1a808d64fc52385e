import { WebSocket } from 'ws';
import { sharedNow } from './clock';

const separator = '\x1e';
const handshake = `{"protocol":"json","version":1}${separator}`;
const ping = `{"type":6}${separator}`;
const pingEveryMs = 12_000;
const head = '{"type":1,"target":"';

export interface HubSocketEvents {
  /** `at` is on the shared clock. */
  onMessage?: (target: string, record: string, at: number) => void;
  onClose?: () => void;
}

export interface HubSocket {
  bytes(): number;
  isOpen(): boolean;
  /** To resume from after a reconnect. */
  cursor(): string | null;
  close(): void;
}

/** Target and cursor of an invocation, found without parsing it; null for other records. */
function readHead(record: string): { target: string; cursor: string | undefined } | null {
  if (!record.startsWith(head)) return null;
  const target = record.slice(head.length, record.indexOf('"', head.length));
  return { target, cursor: /,"(\d+\.\d+)"\]\}$/.exec(record.slice(-60))?.[1] };
}

/** Connects to `/hub/user` as our web client does. Resolves on the message `CaughtUp`. */
export function openHubSocket(
  { port, gameId, cookie, cursor }: { port: number; gameId: number; cookie?: string; cursor?: string | null },
  events: HubSocketEvents = {},
): Promise<HubSocket> {
  const query = `game=${gameId}&live=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`;
  const socket = new WebSocket(`ws://127.0.0.1:${port}/hub/user?${query}`, {
    perMessageDeflate: false,
    headers: cookie ? { cookie } : {},
  });
  let bytes = 0;
  let last: string | null = cursor ?? null;
  let timer: NodeJS.Timeout | undefined;
  const close = () => {
    clearInterval(timer);
    socket.terminate();
  };
  return new Promise((resolve, reject) => {
    socket.on('error', reject);
    socket.on('open', () => {
      socket.send(handshake);
      timer = setInterval(() => socket.send(ping), pingEveryMs);
    });
    socket.on('message', (data: Buffer) => {
      const at = sharedNow();
      bytes += data.length;
      for (const record of data.toString().split(separator)) {
        const read = readHead(record);
        if (!read) continue;
        last = read.cursor ?? last;
        if (read.target === 'CaughtUp') {
          resolve({
            bytes: () => bytes,
            isOpen: () => socket.readyState === socket.OPEN,
            cursor: () => last,
            close,
          });
        } else events.onMessage?.(read.target, record, at);
      }
    });
    socket.on('close', () => {
      clearInterval(timer);
      reject(new Error('The hub closed the connection.'));
      events.onClose?.();
    });
  });
}
