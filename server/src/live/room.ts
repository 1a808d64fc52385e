import type { LiveTarget, Room } from '@vexil/contract/live';
import type { LiveMessage } from '@vexil/runtime/live';
import type { LiveConnection } from './connection';
import type { Delivery } from './delivery';

/** One message of a room, encoded once for all recipients. */
export interface Entry {
  at: number;
  target: LiveTarget;
  /** For connections without `live=1`; undefined for extension targets. */
  plain: Buffer | undefined;
  /** For connections with `live=1`; includes the cursor. */
  full: Buffer;
  /** Of a notice, which a replay reads again. */
  received?: ReceivedMessage | undefined;
}

export interface ReceivedMessage {
  epoch: string;
  at: number;
  message: LiveMessage;
}

/** Messages a room keeps in memory, and the maximum of one replay. */
export const replayMax = 300;

/** Connections and recent messages of a room in this process. */
export class LiveRoom {
  readonly plain = new Set<LiveConnection>();
  readonly full = new Set<LiveConnection>();
  /** Set while this process is subscribed to the room. */
  isOpen = false;
  readonly opened: Promise<void>;
  /** Connections that are joining; prevents the removal of the room. */
  joining = 0;
  emptySince = 0;
  /** Positions of received messages whose rows are still being read. */
  readonly unread: number[] = [];
  loading: Promise<void> | undefined;
  /** Every message after this position is in `history`, unread, or not yet received. */
  coveredSince = Number.POSITIVE_INFINITY;
  private history: Entry[] = [];
  private lastAt = 0;
  private resolveOpened: () => void = () => {};

  constructor(
    readonly name: Room,
    private readonly delivery: Delivery,
  ) {
    this.opened = new Promise((resolve) => {
      this.resolveOpened = resolve;
    });
  }

  get isEmpty(): boolean {
    return this.plain.size === 0 && this.full.size === 0 && this.joining === 0;
  }

  open(at: number): void {
    if (this.isOpen) return;
    this.isOpen = true;
    this.coveredSince = at;
    this.resolveOpened();
  }

  /** Redis lost its data: positions of the old epoch are not comparable. */
  forget(): void {
    this.history = [];
    this.lastAt = 0;
    if (this.isOpen) this.coveredSince = 0;
    this.delivery.add({ listeners: () => this.full, send: (connection) => connection.skipTo(0) });
  }

  /** Messages were missed, so the history has a gap and is discarded. */
  restart(at: number): void {
    this.history = [];
    this.coveredSince = at;
  }

  /** Stores and sends a message; duplicates are ignored. */
  deliver(entry: Entry): void {
    if (entry.at <= this.lastAt) return;
    this.lastAt = entry.at;
    this.history.push(entry);
    while (this.history.length > replayMax) this.coveredSince = this.history.shift()?.at ?? this.coveredSince;
    const { at, plain, full } = entry;
    if (plain) this.sendTo(this.plain, plain);
    this.sendTo(this.full, full, at);
  }

  /** Sends a frame that is not part of the history to connections with `live=1`. */
  broadcast(frame: Buffer): void {
    this.sendTo(this.full, frame);
  }

  private sendTo(listeners: ReadonlySet<LiveConnection>, bytes: Buffer, at = Number.POSITIVE_INFINITY): void {
    if (listeners.size === 0) return;
    // A connection may leave the room between two portions.
    const isFor = (connection: LiveConnection) => listeners.has(connection);
    this.delivery.add({
      listeners: () => listeners,
      send: (connection) => {
        if (isFor(connection)) connection.sendAfter(at, bytes);
      },
      frame: { bytes, at, isFor },
    });
  }

  /** Adds older messages from the stream in front of the received ones. */
  prepend(older: readonly Entry[], coveredSince: number): void {
    this.history = merge(older, this.history);
    this.lastAt = Math.max(this.lastAt, this.history.at(-1)?.at ?? 0);
    this.coveredSince = Math.min(this.coveredSince, coveredSince);
  }

  after(at: number): Entry[] {
    return this.history.filter((entry) => entry.at > at);
  }
}

function merge(older: readonly Entry[], newer: readonly Entry[]): Entry[] {
  const known = new Set(newer.map(({ at }) => at));
  return [...older.filter(({ at }) => !known.has(at)), ...newer].sort((a, b) => a.at - b.at);
}
