import type { FileBinding } from '@vexil/contract/challenge';
import { ApiError } from '../../api/api-error';
import { createStore } from '../../store/create-store';

// Files travel in groups: each request counts against the rate limit of uploads, and a lost connection should cost little.
const groupFilesMax = 20;
const groupBytesMax = 8 * 1024 * 1024;
const parallelGroups = 3;
const firstDelayMs = 2000;
const delayMsMax = 30_000;

export type UploadState = 'chosen' | 'waiting' | 'sending' | 'done' | 'failed' | 'cancelled';

export type UploadItem = {
  readonly id: number;
  readonly file: File;
  readonly state: UploadState;
  /** 0 to 1, of the file's bytes. */
  readonly part: number;
  /** Set when the upload is started. */
  readonly flag: string;
  /** Of the stored content, once it is stored. */
  readonly hash?: string;
  readonly binding?: FileBinding;
  /** Why it failed. */
  readonly error?: unknown;
  /** Its group failed: it goes alone, so that it does not hold up others. */
  readonly isAlone?: boolean;
};

export type QueueView = {
  readonly items: readonly UploadItem[];
  /** Why nothing is sent at the moment; it goes on by itself. */
  readonly pause?: 'network' | 'busy';
};

export type UploadTransport = {
  /** Stores files; returns hashes in their order. */
  store(files: File[], options: { signal: AbortSignal; onProgress: (part: number) => void }): Promise<string[]>;
  /** Gives stored files their flags; must allow to be repeated. */
  bind(files: { flag: string; fileHash: string }[]): Promise<FileBinding[]>;
  /** Whether the content is still as it was chosen; browsers report its loss as a failed network. */
  isReadable(file: File): Promise<boolean>;
  /** Calls back once after this time; the returned function prevents it. */
  later(run: () => void, delayMs: number): () => void;
};

/** The content changed or is gone since the file was chosen. */
export class UnreadableFileError extends Error {
  override readonly name = 'UnreadableFileError';
}

/** The flag has another file, which stays. */
export class FlagHasFileError extends Error {
  override readonly name = 'FlagHasFileError';
}

const isUnderWay = ({ state }: UploadItem) => state === 'waiting' || state === 'sending';

function pauseFor(error: unknown): QueueView['pause'] {
  if (!(error instanceof ApiError)) return undefined;
  if (error.status === 0) return 'network';
  return [429, 502, 503, 504].includes(error.status) ? 'busy' : undefined;
}

/** Signed out, or nothing to bind to any more: no other file would fare better. */
const concernsAll = (error: unknown) => error instanceof ApiError && [401, 403].includes(error.status);

/** Files that are stored and bound to their flags, a few groups at a time; a failed network only delays them. */
export class UploadQueue {
  readonly view = createStore<QueueView>({ items: [] });
  private readonly groups = new Map<AbortController, Set<number>>();
  private lastId = 0;
  private failures = 0;
  private stopWaiting: (() => void) | undefined;

  constructor(private readonly transport: UploadTransport) {}

  add(files: readonly File[]): void {
    const added = files.map((file): UploadItem => {
      this.lastId += 1;
      return { id: this.lastId, file, state: 'chosen', part: 0, flag: '' };
    });
    this.show({ items: [...this.view.get().items, ...added] });
  }

  start(flags: ReadonlyMap<number, string>): void {
    this.change(flags.keys(), ({ id }) => ({ state: 'waiting', flag: flags.get(id) ?? '' }));
    this.pump();
  }

  retry(ids: readonly number[]): void {
    this.change(ids, ({ state }) =>
      state === 'failed' || state === 'cancelled'
        ? { state: 'waiting', part: 0, error: undefined, isAlone: false }
        : {},
    );
    this.pump();
  }

  cancel(ids: readonly number[]): void {
    this.change(ids, (item) => (isUnderWay(item) ? { state: 'cancelled', part: 0 } : {}));
    for (const [controller, members] of this.groups) {
      if (!this.view.get().items.some(({ id, state }) => members.has(id) && state === 'sending')) controller.abort();
    }
    if (!this.view.get().items.some(isUnderWay)) this.endPause();
  }

  /** Forgets items that are not under way. */
  remove(ids: readonly number[]): void {
    const gone = new Set(ids);
    this.show({ items: this.view.get().items.filter((item) => isUnderWay(item) || !gone.has(item.id)) });
  }

  /** Ends a pause. */
  tryNow(): void {
    this.endPause();
    this.pump();
  }

  /** Stops all work. */
  close(): void {
    this.cancel(this.view.get().items.map(({ id }) => id));
  }

  private show(change: Partial<QueueView>): void {
    this.view.set({ ...this.view.get(), ...change });
  }

  private change(ids: Iterable<number>, changeOf: (item: UploadItem) => Partial<UploadItem>): void {
    const chosen = new Set(ids);
    this.show({
      items: this.view.get().items.map((item) => (chosen.has(item.id) ? { ...item, ...changeOf(item) } : item)),
    });
  }

  private sendingOf(group: readonly UploadItem[]): UploadItem[] {
    const ids = new Set(group.map(({ id }) => id));
    return this.view.get().items.filter(({ id, state }) => ids.has(id) && state === 'sending');
  }

  private takeGroup(): UploadItem[] {
    const group: UploadItem[] = [];
    let bytes = 0;
    for (const item of this.view.get().items) {
      if (item.state !== 'waiting') continue;
      bytes += item.file.size;
      if (group.length > 0 && (item.isAlone || bytes > groupBytesMax)) break;
      group.push(item);
      if (item.isAlone || group.length === groupFilesMax) break;
    }
    return group;
  }

  private pump(): void {
    while (!this.view.get().pause && this.groups.size < parallelGroups) {
      const group = this.takeGroup();
      if (group.length === 0) return;
      void this.send(group);
    }
  }

  private async send(group: readonly UploadItem[]): Promise<void> {
    const controller = new AbortController();
    const ids = group.map(({ id }) => id);
    this.groups.set(controller, new Set(ids));
    this.change(ids, () => ({ state: 'sending' }));
    try {
      await this.store(group, controller.signal);
      await this.bind(group);
      this.failures = 0;
    } catch (error) {
      await this.settleFailure(group, error);
    } finally {
      this.groups.delete(controller);
      this.pump();
    }
  }

  private async store(group: readonly UploadItem[], signal: AbortSignal): Promise<void> {
    const unstored = group.filter(({ hash }) => hash === undefined);
    if (unstored.length === 0) return;
    const hashes = await this.transport.store(
      unstored.map(({ file }) => file),
      { signal, onProgress: (part) => this.showProgress(unstored, part) },
    );
    // The server leaves out files without content: hashes would belong to other files.
    if (hashes.length !== unstored.length) throw new UnreadableFileError();
    const hashOf = new Map(unstored.map(({ id }, index) => [id, hashes[index] ?? '']));
    this.change(hashOf.keys(), ({ id }) => ({ hash: hashOf.get(id) ?? '', part: 1 }));
  }

  private showProgress(files: readonly UploadItem[], part: number): void {
    let sent = part * files.reduce((sum, { file }) => sum + file.size, 0);
    const parts = new Map<number, number>();
    for (const { id, file } of files) {
      parts.set(id, Math.min(1, Math.max(0, sent) / file.size));
      sent -= file.size;
    }
    this.change(parts.keys(), ({ id, state }) => (state === 'sending' ? { part: parts.get(id) ?? 0 } : {}));
  }

  private async bind(group: readonly UploadItem[]): Promise<void> {
    const stored = this.sendingOf(group);
    if (stored.length === 0) return;
    const bindings = await this.transport.bind(stored.map(({ flag, hash = '' }) => ({ flag, fileHash: hash })));
    const bindingOf = new Map(stored.map(({ id }, index) => [id, bindings[index]]));
    this.change(bindingOf.keys(), ({ id }) => {
      const binding = bindingOf.get(id);
      if (binding === 'kept') return { state: 'failed', error: new FlagHasFileError() };
      return { state: 'done', part: 1, ...(binding ? { binding } : {}) };
    });
  }

  private async settleFailure(group: readonly UploadItem[], error: unknown): Promise<void> {
    const readable = await Promise.all(
      group.map(({ file, hash }) => hash !== undefined || this.transport.isReadable(file)),
    );
    const lost = group.filter((_, index) => !readable[index]);
    const left = this.sendingOf(group);
    const lostIds = this.sendingOf(lost).map(({ id }) => id);
    this.change(lostIds, () => ({ state: 'failed', error: new UnreadableFileError() }));
    const ids = left.map(({ id }) => id).filter((id) => !lostIds.includes(id));
    // The unreadable file was the reason.
    if (lostIds.length > 0) return this.change(ids, () => ({ state: 'waiting', part: 0 }));
    const pause = pauseFor(error);
    if (pause) {
      this.change(ids, ({ hash }) => ({ state: 'waiting', part: hash === undefined ? 0 : 1 }));
      if (ids.length > 0) this.wait(pause, error);
      return;
    }
    if (concernsAll(error)) {
      const waiting = this.view
        .get()
        .items.filter(({ state }) => state === 'waiting')
        .map(({ id }) => id);
      return this.change([...ids, ...waiting], () => ({ state: 'failed', error }));
    }
    // The stored content may be gone by now, so a retry sends it again.
    if (ids.length > 1) return this.change(ids, () => ({ state: 'waiting', part: 0, hash: undefined, isAlone: true }));
    this.change(ids, () => ({ state: 'failed', part: 0, hash: undefined, error }));
  }

  private wait(pause: NonNullable<QueueView['pause']>, error: unknown): void {
    if (this.view.get().pause) return;
    const backoffMs = Math.min(delayMsMax, firstDelayMs * 2 ** this.failures);
    const asked = error instanceof ApiError ? (error.retryAfterSeconds ?? 0) * 1000 : 0;
    this.failures += 1;
    this.show({ pause });
    this.stopWaiting = this.transport.later(() => this.tryNow(), Math.max(backoffMs, asked));
  }

  private endPause(): void {
    this.stopWaiting?.();
    this.stopWaiting = undefined;
    if (this.view.get().pause) this.show({ pause: undefined });
  }
}
