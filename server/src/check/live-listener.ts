import { once } from 'node:events';
import { within } from '@vexil/runtime/within';
import { WebSocket } from 'ws';

const separator = '\u001e';
const openMsMax = 8_000;

export interface LiveListener {
  /** Resolves with the milliseconds since `since` (of performance.now) when a message of this target has come. */
  until(target: string, matches: (payload: unknown) => boolean, since: number, timeoutMs: number): Promise<number>;
  close(): void;
}

interface Message {
  type?: number;
  target?: string;
  arguments?: unknown[];
}

/** Of a browser at this address: of the player of a game, or of anyone. Rejects when there is no handshake. */
export async function listenLive(
  { origin, headers = {} }: { origin: string; headers?: Record<string, string> },
  query = '',
): Promise<LiveListener> {
  const url = `${origin.replace(/^http/, 'ws')}/hub/user${query}`;
  const socket = new WebSocket(url, { headers: { origin, ...headers }, handshakeTimeout: openMsMax });
  const received: { target: string; payload: unknown; at: number }[] = [];
  socket.on('error', () => undefined);
  socket.on('message', (data) => {
    for (const record of String(data).split(separator).slice(0, -1)) {
      const { type, target = '', arguments: given } = JSON.parse(record) as Message;
      if (type === 1) received.push({ target, payload: given?.[0], at: performance.now() });
    }
  });
  async function shakeHands(): Promise<void> {
    await once(socket, 'open');
    socket.send(`{"protocol":"json","version":1}${separator}`);
    const closed = once(socket, 'close').then(([code]) => Promise.reject(new Error(`closed with ${code}`)));
    const [first] = await Promise.race([once(socket, 'message'), closed]);
    if (!String(first).startsWith('{}')) throw new Error('another service answered');
  }
  async function find(target: string, matches: (payload: unknown) => boolean): Promise<number> {
    for (;;) {
      const found = received.find((one) => one.target === target && matches(one.payload));
      if (found) return found.at;
      await once(socket, 'message');
    }
  }
  await within(openMsMax, shakeHands()).catch((error: unknown) => {
    socket.terminate();
    throw error;
  });
  return {
    until: async (target, matches, since, timeoutMs) =>
      Math.max(0, Math.round((await within(timeoutMs, find(target, matches))) - since)),
    close: () => socket.terminate(),
  };
}
