import type { LiveLimits } from './limits';
import type { LiveStats } from './stats';

export interface Backlogged {
  readonly waitingBytes: number;
  drop(): void;
}

/** Headroom after dropping connections, so that the next frame does not exceed the bound again. */
const headroom = 0.25;

/** Bounds the bytes buffered by this process for slow sockets; tracks only connections with buffered bytes. */
export class Backlog {
  private readonly known = new Map<Backlogged, number>();
  /** At most one second old; never too low. */
  bytes = 0;

  constructor(
    private readonly limits: LiveLimits,
    private readonly stats: LiveStats,
  ) {}

  /** Whether this connection may be written to; drops it when its buffer exceeds the bound. */
  admits(connection: Backlogged): boolean {
    if (connection.waitingBytes <= this.limits.socketBytesMax) return true;
    this.stats.droppedSlow += 1;
    connection.drop();
    return false;
  }

  /** Records the buffered bytes of a connection after a write. */
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

  /** Refreshes the counts: sockets may have drained since. */
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
      if (this.bytes <= this.limits.processBytesMax * (1 - headroom)) return;
      this.stats.droppedByBudget += 1;
      connection.drop();
    }
  }
}
