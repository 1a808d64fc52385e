import type { Socket } from 'node:net';
import type { OpenTap, RelayPeer, RelayTap, RelayTarget } from '../relay-tap';
import type { ProxyTarget } from './target';

/** A recorder that fails is dropped at its first error, because the connection matters more than its record. */
export function guardTap(tap: RelayTap, onError: (error: unknown) => void): RelayTap {
  let isFailed = false;
  const attempt = (act: () => void): void => {
    if (isFailed) return;
    try {
      act();
    } catch (error) {
      isFailed = true;
      onError(error);
    }
  };
  return {
    fromClient: (chunk) => attempt(() => tap.fromClient(chunk)),
    fromContainer: (chunk) => attempt(() => tap.fromContainer(chunk)),
    end: (reason) => attempt(() => tap.end(reason)),
  };
}

/** Shows a tap what is read from and written to the socket of a container. */
export function tapSocket(container: Socket, tap: RelayTap): void {
  container.on('data', (chunk: Buffer) => tap.fromContainer(chunk));
  const write = container.write;
  container.write = function watch(this: Socket, chunk: string | Uint8Array, ...rest: never[]): boolean {
    const encoding = typeof rest[0] === 'string' ? (rest[0] as BufferEncoding) : undefined;
    tap.fromClient(typeof chunk === 'string' ? Buffer.from(chunk, encoding) : Buffer.from(chunk));
    return Reflect.apply(write, this, [chunk, ...rest]);
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
