import type { LiveTarget, Room } from '@vexil/contract/live';
import type { LiveConnection } from './connection';
import type { Delivery } from './delivery';

/** One message of a room, encoded once for all who hear it. */
export interface Entry {
  at: number;
  target: LiveTarget;
  /** For connections of the wire format; undefined when the message is an extension of ours. */
  plain: Buffer | undefined;
  /** For connections that asked for extensions: with the cursor. */
  full: Buffer;
}

/** Messages a room keeps in memory, and the most that a connection is sent when it comes back. */
export const replayMax = 300;

/**
 * Changes of boards are read from the database, so they come after messages of later positions: they carry no cursor,
 * and a connection that comes back gets those of some seconds before its own once more.
 */
export const isBoard = (target: LiveTarget): boolean => target === 'ScoreboardChanged';

/** A room as this process has it: who listens, and what was said lately. */
export class LiveRoom {
  readonly plain = new Set<LiveConnection>();
  readonly full = new Set<LiveConnection>();
  /** Set while Redis tells this process of the room. */
  isOpen = false;
  readonly opened: Promise<void>;
  /** Connections that wait to be let in: the room may not be given up. */
  joining = 0;
  emptySince = 0;
  /** Positions of messages that were heard and are still being read from the database. */
  readonly unread: number[] = [];
  loading: Promise<void> | undefined;
  /** The version of the board that everybody in the room was sent; undefined before the first. */
  boardVersion: number | undefined;
  /** What polls of the database found. */
  polled: { first: number; last: number } | undefined;
  /** Every message after this position is in `history`, is unread, or is still to come. */
  coveredSince = Number.POSITIVE_INFINITY;
  private history: Entry[] = [];
  private boardHistory: Entry[] = [];
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

  /** Redis has begun anew: nothing from before can be told from what is to come. */
  forget(): void {
    this.history = [];
    this.boardHistory = [];
    this.lastAt = 0;
    if (this.isOpen) this.coveredSince = 0;
    this.delivery.add({ listeners: () => this.full, send: (connection) => connection.skipTo(0) });
  }

  /** Something after the last message was missed: what is kept no longer reaches up to what is to come. */
  restart(at: number): void {
    this.history = [];
    this.coveredSince = at;
  }

  /** Keeps a message and sends it to all; once, however often it is heard. */
  deliver(entry: Entry): void {
    if (entry.at <= this.lastAt) return;
    this.lastAt = entry.at;
    this.history.push(entry);
    while (this.history.length > replayMax) this.coveredSince = this.history.shift()?.at ?? this.coveredSince;
    const { at, plain, full } = entry;
    if (plain) this.sayTo(this.plain, plain);
    this.sayTo(this.full, full, at);
  }

  /** Keeps a change of the board and sends it to all. */
  deliverBoard(entry: Entry): void {
    this.boardHistory.push(entry);
    if (this.boardHistory.length > replayMax) this.boardHistory.shift();
    this.sayTo(this.full, entry.full);
  }

  /** Sends something that is no message of the room to all who can be told of it. */
  tell(frame: Buffer): void {
    this.sayTo(this.full, frame);
  }

  private sayTo(listeners: ReadonlySet<LiveConnection>, bytes: Buffer, at = Number.POSITIVE_INFINITY): void {
    if (listeners.size === 0) return;
    // Somebody may have left the room, or lost the right to it, between two portions.
    const isFor = (connection: LiveConnection) => listeners.has(connection);
    this.delivery.add({
      listeners: () => listeners,
      send: (connection) => {
        if (isFor(connection)) connection.sendAfter(at, bytes);
      },
      frame: { bytes, at, isFor },
    });
  }

  /** Adds older messages, read from the stream, in front of those that were heard. */
  prepend(older: readonly Entry[], coveredSince: number): void {
    this.history = merge(
      older.filter(({ target }) => !isBoard(target)),
      this.history,
    );
    this.boardHistory = merge(
      older.filter(({ target }) => isBoard(target)),
      this.boardHistory,
    );
    this.lastAt = Math.max(this.lastAt, this.history.at(-1)?.at ?? 0);
    this.coveredSince = Math.min(this.coveredSince, coveredSince);
  }

  /** The changes of the board after a position. */
  boardsAfter(at: number): Entry[] {
    return this.boardHistory.filter((entry) => entry.at > at);
  }

  after(at: number): Entry[] {
    return this.history.filter((entry) => entry.at > at);
  }
}

function merge(older: readonly Entry[], newer: readonly Entry[]): Entry[] {
  const known = new Set(newer.map(({ at }) => at));
  return [...older.filter(({ at }) => !known.has(at)), ...newer].sort((a, b) => a.at - b.at);
}
