import type { LiveLimits } from './limits';
import type { LiveStats } from './stats';

/** A connection that can be given up. */
export interface Backlogged {
  readonly waitingBytes: number;
  drop(): void;
}

/** Below the bound by this much after connections were given up, so that the next frame does not do it again. */
const roomToSpare = 0.25;

/**
 * Bounds what waits in the memory of this process for sockets that read too slowly. Only those that have something
 * waiting are known here, and they are few.
 */
export class Backlog {
  private readonly known = new Map<Backlogged, number>();
  /** At most a second out of date, and then too high. */
  bytes = 0;

  constructor(
    private readonly limits: LiveLimits,
    private readonly stats: LiveStats,
  ) {}

  /** Whether this connection may be written to; gives it up when it may not. */
  admits(connection: Backlogged): boolean {
    if (connection.waitingBytes <= this.limits.socketBytesMax) return true;
    this.stats.droppedSlow += 1;
    connection.drop();
    return false;
  }

  /** Takes down what waits for a connection after it was written to. */
  note(connection: Backlogged, bytes: number): void {
    const before = this.known.get(connection) ?? 0;
    if (bytes === before) return;
    this.bytes += bytes - before;
    if (bytes === 0) this.known.delete(connection);
    else this.known.set(connection, bytes);
    if (this.bytes > this.limits.processBytesMax) this.relieve();
  }

  forget(connection: Backlogged): void {
    this.note(connection, 0);
  }

  /** Counts anew: what waited may have been read. */
  recount(): void {
    for (const connection of [...this.known.keys()]) this.note(connection, connection.waitingBytes);
  }

  private relieve(): void {
    for (const [connection, before] of this.known) {
      const bytes = connection.waitingBytes;
      this.bytes += bytes - before;
      this.known.set(connection, bytes);
    }
    if (this.bytes <= this.limits.processBytesMax) return;
    const worst = [...this.known].sort(([, a], [, b]) => b - a);
    for (const [connection] of worst) {
      if (this.bytes <= this.limits.processBytesMax * (1 - roomToSpare)) return;
      this.stats.droppedByBudget += 1;
      connection.drop();
    }
  }
}
