import { type FileHandle, open } from 'node:fs/promises';

/** Written at once when so much waits, else after `flushMs`. */
const flushBytes = 256 * 1024;
const flushMs = 250;

export interface CaptureFileEvents {
  /** Bytes entered or left the memory of this process. */
  onQueued(bytes: number): void;
  /** Bytes of connections that were accepted and are not in the file. */
  onLost(bytes: number): void;
  /** Once, when the file cannot be written; it then ends with its last whole packet. */
  onFailed(error: unknown): void;
}

/**
 * A file of the spool. Blocks wait in memory until they are written, a quarter of a second at most; the system keeps
 * what was written when the process is killed. One that was never appended to does not exist.
 */
export class CaptureFile {
  /** Accepted, written or not. */
  bytes = 0;
  queuedBytes = 0;
  isFailed = false;
  private queue: { blocks: Buffer; relayedBytes: number }[] = [];
  private writtenBytes = 0;
  private handle: FileHandle | undefined;
  private running: Promise<void> | undefined;
  private timer: NodeJS.Timeout | undefined;

  constructor(
    readonly path: string,
    private readonly events: CaptureFileEvents,
  ) {}

  /** Whole blocks, with so many bytes of a connection; they may not change any more. Nothing happens after a failure. */
  append(blocks: Buffer, relayedBytes = 0): void {
    if (this.isFailed || blocks.length === 0) return;
    this.queue.push({ blocks, relayedBytes });
    this.bytes += blocks.length;
    this.count(blocks.length);
    if (this.queuedBytes >= flushBytes) void this.flush();
    else this.timer ??= setTimeout(() => void this.flush(), flushMs);
  }

  /** Writes what waits. Does not fail: `onFailed` reports. */
  flush(): Promise<void> {
    clearTimeout(this.timer);
    this.timer = undefined;
    this.running ??= this.writeQueue().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  /** Writes the rest and closes. @returns the bytes of the file, 0 when there is none */
  async finish(): Promise<number> {
    while (this.queue.length > 0 || this.running) await this.flush();
    await this.handle?.close().catch(() => {});
    return this.handle ? this.writtenBytes : 0;
  }

  private count(bytes: number): void {
    this.queuedBytes += bytes;
    this.events.onQueued(bytes);
  }

  private async writeQueue(): Promise<void> {
    while (this.queue.length > 0) {
      const taken = this.queue.splice(0);
      try {
        if (!this.isFailed) await this.write(taken.map(({ blocks }) => blocks));
      } catch (error) {
        await this.fail(error);
      }
      this.count(-taken.reduce((sum, { blocks }) => sum + blocks.length, 0));
      if (this.isFailed) this.events.onLost(taken.reduce((sum, { relayedBytes }) => sum + relayedBytes, 0));
    }
  }

  private async write(blocks: readonly Buffer[]): Promise<void> {
    // Only its owner reads what players send.
    this.handle ??= await open(this.path, 'ax', 0o600);
    const bytes = blocks.reduce((sum, { length }) => sum + length, 0);
    const { bytesWritten } = await this.handle.writev(blocks);
    // A disk that fills up takes a part.
    if (bytesWritten < bytes) await this.handle.writeFile(Buffer.concat(blocks).subarray(bytesWritten));
    this.writtenBytes += bytes;
  }

  private async fail(error: unknown): Promise<void> {
    this.isFailed = true;
    // A write that failed half-way left a part of a block.
    await this.handle?.truncate(this.writtenBytes).catch(() => {});
    this.events.onFailed(error);
  }
}
