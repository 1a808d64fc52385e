import { WebSocket } from 'ws';

const separator = '\u001e';
const openMsMax = 8_000;

export interface LiveListener {
  /** Resolves with the milliseconds since `since` (of performance.now) when a message of this target has come. */
  until(target: string, matches: (payload: unknown) => boolean, since: number, timeoutMs: number): Promise<number>;
  close(): void;
}

interface Received {
  target: string;
  payload: unknown;
  at: number;
}

/** Of a browser at this address: of the player of a game, or of anyone. Rejects when there is no handshake. */
export async function listenLive(
  { origin, headers = {} }: { origin: string; headers?: Record<string, string> },
  query = '',
): Promise<LiveListener> {
  const url = `${origin.replace(/^http/, 'ws')}/hub/user${query}`;
  const socket = new WebSocket(url, { headers: { origin, ...headers }, handshakeTimeout: openMsMax });
  const received: Received[] = [];
  const waiting = new Set<() => void>();
  socket.on('error', () => undefined);
  await new Promise<void>((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error('no handshake in time')), openMsMax);
    socket.once('error', reject);
    socket.once('close', (code) => reject(new Error(`closed with ${code}`)));
    socket.once('open', () => socket.send(`{"protocol":"json","version":1}${separator}`));
    socket.on('message', (data) => {
      for (const record of String(data).split(separator).slice(0, -1)) {
        const message = JSON.parse(record) as { type?: number; target?: string; arguments?: unknown[] };
        if (message.type === undefined) {
          clearTimeout(timer);
          resolve();
        }
        if (message.type === 1 && message.target) {
          received.push({ target: message.target, payload: message.arguments?.[0], at: performance.now() });
          for (const check of waiting) check();
        }
      }
    });
  });
  return {
    until(target, matches, since, timeoutMs) {
      return new Promise((resolve, reject) => {
        const timer = setTimeout(() => finish(), timeoutMs);
        function check(): void {
          const found = received.find((one) => one.target === target && matches(one.payload));
          if (found) finish(found.at);
        }
        function finish(at?: number): void {
          clearTimeout(timer);
          waiting.delete(check);
          if (at === undefined) reject(new Error(`nothing within ${timeoutMs / 1000} s`));
          else resolve(Math.max(0, Math.round(at - since)));
        }
        waiting.add(check);
        check();
      });
    },
    close: () => socket.terminate(),
  };
}
