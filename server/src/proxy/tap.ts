import type { Socket } from 'node:net';
import type { OpenTap, RelayPeer, RelayTap, RelayTarget } from '../capture-recorder/relay-tap';
import type { ProxyTarget } from './target';

/** A recorder that fails is dropped at its first error, because the connection matters more than its record. */
export function guardTap(tap: RelayTap, onError: (error: unknown) => void): RelayTap {
  let isFailed = false;
  const attempt = <T>(act: () => T): T | undefined => {
    if (isFailed) return undefined;
    try {
      return act();
    } catch (error) {
      isFailed = true;
      onError(error);
      return undefined;
    }
  };
  return {
    fromClient: (chunk) => attempt(() => tap.fromClient(chunk)),
    fromContainer: (chunk) => attempt(() => tap.fromContainer(chunk)),
    end: (reason) => attempt(() => tap.end(reason)),
    hold: () => attempt(() => tap.hold?.()),
  };
}

const asBuffer = (chunk: Uint8Array): Buffer => (Buffer.isBuffer(chunk) ? chunk : Buffer.from(chunk));

/**
 * Shows a tap what is read from and written to the socket of a container. While the tap holds the connection, the socket
 * stays paused and takes writes as one whose buffer is full.
 */
export function tapSocket(container: Socket, tap: RelayTap): void {
  const { write, pause, resume } = container;
  let isHeld = false;
  let isResumed = false;

  function release(): void {
    isHeld = false;
    if (isResumed) resume.call(container);
    // Where the buffer is full as well, the socket emits it.
    if (!container.writableNeedDrain) container.emit('drain');
  }

  function holdIfAsked(): void {
    const held = isHeld ? undefined : tap.hold?.();
    if (!held) return;
    isHeld = true;
    isResumed = !container.isPaused();
    pause.call(container);
    void held.then(release);
  }

  container.on('data', (chunk: Buffer) => {
    tap.fromContainer(chunk);
    holdIfAsked();
  });
  container.pause = function notePause(this: Socket) {
    isResumed = false;
    return pause.call(this);
  };
  container.resume = function resumeUnlessHeld(this: Socket) {
    isResumed = true;
    return isHeld ? this : resume.call(this);
  };
  container.write = function watch(this: Socket, chunk: string | Uint8Array, ...rest: never[]): boolean {
    const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : undefined;
    tap.fromClient(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : asBuffer(chunk));
    holdIfAsked();
    const hasRoom = Reflect.apply(write, this, [chunk, ...rest]);
    return hasRoom && !isHeld;
  };
}

/** null when the connection is not recorded. */
export function openRelayTap(
  openTap: OpenTap,
  { target, container, peer }: { target: ProxyTarget; container: Socket; peer: RelayPeer },
  onError: (error: unknown) => void,
): RelayTap | null {
  const { id, host, port, ...facts } = target;
  const recorded: RelayTarget = {
    ...facts,
    containerId: id,
    address: container.remoteAddress ?? host ?? '',
    port: container.remotePort ?? port ?? 0,
  };
  try {
    const tap = openTap(recorded, peer);
    return tap && guardTap(tap, onError);
  } catch (error) {
    onError(error);
    return null;
  }
}
