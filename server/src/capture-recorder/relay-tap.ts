import type { ContainerKind } from '@vexil/db/enums/container';

/** Which side ended a relayed connection first, or why the server ended it. */
export type RelayEnd = 'client' | 'container' | 'lifetime' | 'idle' | 'stopped' | 'memory' | 'restart' | 'shutdown';

/** The container of a relayed connection; `address` and `port` are what the server connected to. */
export interface RelayTarget {
  containerId: string;
  kind: ContainerKind;
  gameId: number;
  challengeId: number;
  /** null for containers that belong to no team. */
  participationId: number | null;
  portName: string;
  address: string;
  port: number;
  /** Whether the challenge records traffic. */
  isRecorded: boolean;
}

export interface RelayPeer {
  /** Of the client, behind trusted reverse proxies; `port` is that of the connection to this server. */
  address: string;
  port: number;
  /** null when the container's id was the credential. */
  accountId: string | null;
}

/**
 * Sees the bytes of one relayed connection. Called in the relay's turn, so it must return at once; chunks must not be
 * changed, and may be kept. `end` is called once, after the last chunk.
 */
export interface RelayTap {
  fromClient(chunk: Buffer): void;
  fromContainer(chunk: Buffer): void;
  end(reason: RelayEnd): void;
  /** Set while the connection should send nothing more; resolves soon, whatever happens. Asked after each chunk. */
  hold?(): Promise<void> | undefined;
}

/** null when the connection is not recorded. */
export type OpenTap = (target: RelayTarget, peer: RelayPeer) => RelayTap | null;
