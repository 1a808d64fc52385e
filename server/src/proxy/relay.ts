import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** High and low water marks of the buffer for the client: reading from the container pauses and resumes there. */
const clientBytesHigh = 256 * 1024;
const clientBytesLow = 64 * 1024;
/** Time for the client's last bytes to reach a container that reads slowly. */
const flushMs = 30_000;
const pingMs = 30_000;
/** A client under back-pressure answers no ping, so only a long silence means a broken connection. */
const silenceMs = 5 * 60_000;

interface RelayTotals {
  toContainerBytes: number;
  toClientBytes: number;
}

export interface Relay {
  ended: Promise<RelayTotals>;
  buffered(): { forClient: number; forContainer: number };
  end(code: number, reason: string): void;
  destroy(): void;
}

/** With back-pressure both ways, until either side ends or `lifetimeMs` have passed. */
export function startRelay(client: WebSocket, container: Socket, lifetimeMs: number): Relay {
  const totals: RelayTotals = { toContainerBytes: 0, toClientBytes: 0 };
  let lastActivityAt = performance.now();
  let containerEnded = false;
  let flushTimer: NodeJS.Timeout | undefined;
  const lifetime = setTimeout(() => end(1000, 'The maximum duration of a connection is reached.'), lifetimeMs);
  const pings = setInterval(ping, pingMs);

  function ping(): void {
    if (!client.isPaused && performance.now() - lastActivityAt > silenceMs) client.terminate();
    else if (client.bufferedAmount <= clientBytesHigh) client.ping();
  }

  function onSent(): void {
    if (containerEnded && client.bufferedAmount === 0) client.close(1000);
    else if (container.isPaused() && client.bufferedAmount <= clientBytesLow) container.resume();
  }

  /** Closes only when everything is sent, because `close` gives the client limited time to read the rest. */
  function endClient(): void {
    containerEnded = true;
    onSent();
  }

  function endContainer(): void {
    clearTimeout(lifetime);
    clearInterval(pings);
    container.destroySoon();
    flushTimer ??= setTimeout(() => container.destroy(), flushMs);
  }

  function end(code: number, reason: string): void {
    client.close(code, reason);
    endContainer();
  }

  client.on('message', (data: Buffer) => {
    lastActivityAt = performance.now();
    if (data.length === 0 || !container.writable) return;
    totals.toContainerBytes += data.length;
    if (!container.write(data)) client.pause();
  });
  client.on('pong', () => {
    lastActivityAt = performance.now();
  });
  // A broken connection or message is not an error of this process; `close` follows.
  client.on('error', () => {});
  container.on('error', () => {});
  container.on('drain', () => client.resume());
  container.on('data', (chunk) => {
    totals.toClientBytes += chunk.length;
    client.send(chunk, { binary: true }, onSent);
    if (client.bufferedAmount > clientBytesHigh) container.pause();
  });
  container.on('end', endClient);

  const clientGone = new Promise<void>((resolve) => {
    client.once('close', () => {
      endContainer();
      resolve();
    });
  });
  const containerGone = new Promise<void>((resolve) => {
    const onClose = () => {
      clearTimeout(flushTimer);
      endClient();
      resolve();
    };
    if (container.closed) onClose();
    else container.once('close', onClose);
  });
  return {
    ended: Promise.all([clientGone, containerGone]).then(() => totals),
    buffered: () => ({ forClient: client.bufferedAmount, forContainer: container.writableLength }),
    end,
    destroy: () => {
      client.terminate();
      container.destroy();
    },
  };
}
