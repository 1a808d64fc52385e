import type { Socket } from 'node:net';
import type { WebSocket } from 'ws';

/** What may wait for a slow client before the container is no longer read, and how little before it is again. */
const clientBytesHigh = 256 * 1024;
const clientBytesLow = 64 * 1024;
/** What the client sent last may take so long to reach a container that hardly reads. */
const flushMs = 30_000;
const pingMs = 30_000;
/** A client that holds back answers no ping either, so that only long silence counts as a lost line. */
const silenceMs = 5 * 60_000;

interface RelayTotals {
  toContainerBytes: number;
  toClientBytes: number;
}

export interface Relay {
  /** Resolves when both sides are closed. */
  ended: Promise<RelayTotals>;
  /** Bytes that this process holds because the other side is slower. */
  waiting(): { forClient: number; forContainer: number };
  /** Ends both sides in order; what is on its way still arrives. */
  end(code: number, reason: string): void;
  /** Ends both sides at once. */
  drop(): void;
}

/**
 * Passes bytes between a WebSocket and a TCP connection until either side ends, `lifetimeMs` at the longest. Each side
 * is read only as fast as the other one takes it.
 */
export function startRelay(client: WebSocket, container: Socket, lifetimeMs: number): Relay {
  const totals: RelayTotals = { toContainerBytes: 0, toClientBytes: 0 };
  let heardAt = performance.now();
  let containerEnded = false;
  let flushTimer: NodeJS.Timeout | undefined;
  const lifetime = setTimeout(() => end(1000, 'The time of this connection is up.'), lifetimeMs);
  const pings = setInterval(ping, pingMs);

  function ping(): void {
    if (!client.isPaused && performance.now() - heardAt > silenceMs) client.terminate();
    else if (client.bufferedAmount <= clientBytesHigh) client.ping();
  }

  function onSent(): void {
    if (containerEnded && client.bufferedAmount === 0) client.close(1000);
    else if (container.isPaused() && client.bufferedAmount <= clientBytesLow) container.resume();
  }

  /** Closed only when all is written, because from then on the client has a limited time to take it. */
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
    heardAt = performance.now();
    if (data.length === 0 || !container.writable) return;
    totals.toContainerBytes += data.length;
    if (!container.write(data)) client.pause();
  });
  client.on('pong', () => {
    heardAt = performance.now();
  });
  // A broken line or message is no error of ours; `close` follows.
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
    waiting: () => ({ forClient: client.bufferedAmount, forContainer: container.writableLength }),
    end,
    drop: () => {
      client.terminate();
      container.destroy();
    },
  };
}
