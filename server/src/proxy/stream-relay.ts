import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import type { RelayEnd } from '../capture-recorder/relay-tap';
import { endTap, type Relay, type RelayOptions, totalsOf } from './relay';
import { type RelayEnding, startRelayTimer } from './relay-endings';

/** Time for the last bytes to reach a side that reads slowly. */
const flushMs = 30_000;

/** Relays bytes with back-pressure and half-close both ways. A tap has to watch the socket of the container. */
export function startStreamRelay(client: Duplex, container: Socket, { tap, ...times }: RelayOptions): Relay {
  let endedBy: RelayEnd | undefined;
  const totals = totalsOf(container, { read: container.bytesRead, written: container.bytesWritten });
  const timer = startRelayTimer(times, { end });

  function forward(from: Duplex, to: Duplex): void {
    from.on('data', (chunk: Buffer) => {
      timer.touch();
      if (to.writable && !to.write(chunk)) from.pause();
    });
    to.on('drain', () => from.resume());
    from.on('end', () => to.end());
    // `close` follows.
    from.on('error', () => {});
  }

  function closed(side: Duplex, other: Duplex): Promise<void> {
    return new Promise((resolve) => {
      const onClose = () => {
        timer.stop();
        other.end();
        const flush = setTimeout(() => other.destroy(), flushMs);
        other.once('close', () => clearTimeout(flush));
        // What it sends has no reader any more.
        other.resume();
        resolve();
      };
      if (side.closed) onClose();
      else side.once('close', onClose);
    });
  }

  function end(reason: RelayEnding): void {
    endedBy ??= reason;
    timer.stop();
    client.destroy();
    container.destroySoon();
  }

  forward(client, container);
  forward(container, client);
  const clientGone = closed(client, container);
  const containerGone = closed(container, client);
  for (const [side, name] of [
    [client, 'client'],
    [container, 'container'],
  ] as const) {
    const note = () => {
      endedBy ??= name;
    };
    side.once('end', note);
    side.once('close', note);
  }
  return {
    ended: Promise.all([clientGone, containerGone]).then(() => endTap(tap, endedBy)),
    totals,
    buffered: () => ({ forClient: client.writableLength, forContainer: container.writableLength, incomplete: 0 }),
    end,
    destroy: () => {
      client.destroy();
      container.destroy();
    },
  };
}
