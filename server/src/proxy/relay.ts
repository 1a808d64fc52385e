import type { Socket } from 'node:net';
import { relayProtocol } from '@vexil/rules/proxy.rules';
import type { WebSocket } from 'ws';
import type { RelayEnd, RelayTap } from '../capture-recorder/relay-tap';
import { type RelayEnding, type RelayTimes, relayEndings, startRelayTimer } from './relay-endings';
import { tapSocket } from './tap';

/** High and low water marks of the buffer for the client: reading from the container pauses and resumes there. */
const clientBytesHigh = 64 * 1024;
const clientBytesLow = 16 * 1024;
/** Time for the client's last bytes to reach a container that reads slowly. */
const flushMs = 30_000;
/** A client under back-pressure answers no ping, so only a long silence means a broken connection. */
const silenceMs = 5 * 60_000;
const binary = { binary: true };
const nothing = Buffer.alloc(0);

export interface RelayTotals {
  toContainerBytes: number;
  toClientBytes: number;
}

export interface Relay {
  /** Both sides have closed. */
  ended: Promise<RelayEnd>;
  totals: Readonly<RelayTotals>;
  /** Bytes in this process; `incomplete` belong to a message that has not arrived as a whole. */
  buffered(): { forClient: number; forContainer: number; incomplete: number };
  end(reason: RelayEnding): void;
  destroy(): void;
}

export interface RelayOptions extends RelayTimes {
  tap?: RelayTap | null;
  /** Below `client`, to see how much of an incomplete message is held. */
  socket?: Socket;
}

/** As the socket counts them, without those of an exchange before. */
export const totalsOf = (container: Socket, before = { read: 0, written: 0 }): RelayTotals => ({
  get toContainerBytes() {
    return container.bytesWritten - before.written;
  },
  get toClientBytes() {
    return container.bytesRead - before.read;
  },
});

export const closedOf = (side: Socket): Promise<void> =>
  new Promise((resolve) => {
    if (side.closed) resolve();
    else side.once('close', () => resolve());
  });

export function endTap(tap: RelayTap | null | undefined, reason: RelayEnd = 'client'): RelayEnd {
  tap?.end(reason);
  return reason;
}

/**
 * Relays with back-pressure both ways until either side closes or a limit is reached. WebSockets have no half-close:
 * the end of the container's output closes the connection. With the subprotocol `relayProtocol`, an empty binary message
 * ends its sender's direction and the other one goes on.
 */
export function startRelay(client: WebSocket, container: Socket, { tap, socket, ...times }: RelayOptions): Relay {
  const halfCloses = client.protocol === relayProtocol;
  const totals: RelayTotals = { toContainerBytes: 0, toClientBytes: 0 };
  let clientSeenAt = performance.now();
  let readBytes = socket?.bytesRead ?? 0;
  let isFlushing = false;
  let endedBy: RelayEnd | undefined;
  let flushTimer: NodeJS.Timeout | undefined;
  const timer = startRelayTimer(times, { end, check: ping });
  if (tap) tapSocket(container, tap);

  function ping(): void {
    const isSilent = Math.min(performance.now() - clientSeenAt, timer.idleMs()) > silenceMs;
    if (!client.isPaused && isSilent) client.terminate();
    else if (client.bufferedAmount <= clientBytesHigh) client.ping();
  }

  function onFrame(): void {
    clientSeenAt = performance.now();
    readBytes = socket?.bytesRead ?? 0;
  }

  function onSent(): void {
    if (isFlushing && client.bufferedAmount === 0) client.close(1000);
    else if (container.isPaused() && client.bufferedAmount <= clientBytesLow) container.resume();
  }

  /** Closes only when everything is sent, because `close` gives the client limited time to read the rest. */
  function endClient(): void {
    endedBy ??= 'container';
    isFlushing = true;
    onSent();
  }

  function endContainer(): void {
    timer.stop();
    container.destroySoon();
    flushTimer ??= setTimeout(() => container.destroy(), flushMs);
  }

  function end(reason: RelayEnding): void {
    endedBy ??= reason;
    client.close(relayEndings[reason].code, relayEndings[reason].text);
    endContainer();
  }

  client.on('message', (data: Buffer) => {
    onFrame();
    if (data.length === 0) {
      if (halfCloses) container.end();
      return;
    }
    if (!container.writable) return;
    timer.touch();
    totals.toContainerBytes += data.length;
    if (!container.write(data)) client.pause();
  });
  client.on('ping', onFrame);
  client.on('pong', onFrame);
  // A broken connection or message is not an error of this process; `close` follows.
  client.on('error', () => {});
  container.on('error', () => {});
  container.on('drain', () => client.resume());
  container.on('data', (chunk) => {
    timer.touch();
    totals.toClientBytes += chunk.length;
    client.send(chunk, binary, onSent);
    if (client.bufferedAmount > clientBytesHigh) container.pause();
  });
  container.on('end', () => {
    if (!halfCloses) return endClient();
    endedBy ??= 'container';
    client.send(nothing, binary);
  });

  const clientGone = new Promise<void>((resolve) => {
    client.once('close', () => {
      endedBy ??= 'client';
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
    ended: Promise.all([clientGone, containerGone]).then(() => endTap(tap, endedBy)),
    totals,
    buffered: () => ({
      forClient: client.bufferedAmount,
      forContainer: container.writableLength,
      incomplete: (socket?.bytesRead ?? 0) - readBytes,
    }),
    end,
    destroy: () => {
      client.terminate();
      container.destroy();
    },
  };
}
