import { join } from 'node:path';
import type { Logger } from 'pino';
import { type CaptureName, spoolName } from './capture-name.rules';
import { repairSpoolFile } from './repair-spool-file';
import { type SpooledCapture, type StoreDeps, storeCapture } from './store-capture';

interface StoreQueueDeps extends StoreDeps {
  log: Logger;
}

/** Complete files of the spool, stored one after the other. What fails is tried again with the next run. */
export class StoreQueue {
  private readonly waiting = new Map<string, SpooledCapture>();
  private running: Promise<void> | undefined;

  constructor(
    private readonly deps: StoreQueueDeps,
    private readonly spool: { directory: string; serverId: string },
  ) {}

  get count(): number {
    return this.waiting.size;
  }

  add(capture: SpooledCapture): void {
    this.waiting.set(spoolName(capture.name), capture);
  }

  /** Files of a killed process. */
  async addLeftovers(names: readonly CaptureName[]): Promise<void> {
    for (const name of names) {
      const { startedAt, connections, clients } = await repairSpoolFile(join(this.spool.directory, spoolName(name)));
      this.add({ name, startedAt: startedAt ?? this.deps.clock.now(), connections, clients, missingBytes: 0 });
    }
    const files = names.length;
    if (files > 0) this.deps.log.info({ event: 'capture.adopted', files }, 'Storing captures of a killed server');
  }

  /** Does not fail. */
  run(): Promise<void> {
    this.running ??= this.storeAll().finally(() => {
      this.running = undefined;
    });
    return this.running;
  }

  private async storeAll(): Promise<void> {
    const failed = new Set<string>();
    for (let next = this.next(failed); next; next = this.next(failed)) {
      const [file, capture] = next;
      try {
        await storeCapture(this.deps, this.spool, capture);
        this.waiting.delete(file);
      } catch (error) {
        failed.add(file);
        this.deps.log.warn({ event: 'capture.store_failed', err: error }, 'Storing a capture failed, retrying in 5 s');
      }
    }
  }

  private next(failed: ReadonlySet<string>): [string, SpooledCapture] | undefined {
    return [...this.waiting].find(([file]) => !failed.has(file));
  }
}
