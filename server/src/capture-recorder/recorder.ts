import type { ContainerKind } from '@vexil/db/enums/container';
import { openDiskSpace } from '@vexil/http/guard/free-space';
import { captureKey } from '@vexil/runtime/capture-key';
import type { BaseDeps } from '@vexil/runtime/deps';
import { fileKeyOf, recordingName, storageKey, tokenBytes } from './capture-name.rules';
import { Hold } from './hold';
import { createMicroClock } from './micro-clock';
import { deleteCaptureRow, listEndedContainers, listRequestedCuts, upsertOpenCaptures } from './recorder.queries';
import { type RecordedFile, Recording, type RecordingContext, type RecordingLimits } from './recording';
import { readRecordingFacts } from './recording-facts';
import type { OpenTap, RelayTarget } from './relay-tap';
import { createRoom, type Room } from './room';
import { Spool } from './spool';
import { rowOf, type SpooledCapture } from './store-capture';
import { StoreQueue } from './store-queue';

const mib = 1024 * 1024;

export interface RecorderOptions extends RecordingLimits {
  /** Waiting to be written, for all recordings of this process. */
  memoryBytesMax: number;
  /** Connections are held from a quarter of `memoryBytesMax` on, for so long at most. */
  holdMs: number;
  /** With less room on the disk nothing is recorded. */
  freeBytesMin: number;
  /** Between two looks at changes and requests. */
  tickMs: number;
  /** Between two looks at room, ended containers and killed processes. */
  checkMs: number;
  /** From the last touch of a process until another takes over its files. */
  staleMs: number;
  /** For storing at the end of the process; the rest waits for the next one. */
  closeMs: number;
}

const defaults: RecorderOptions = {
  fileBytesMax: 64 * mib,
  queuedBytesMax: 32 * mib,
  idleMs: 30_000,
  memoryBytesMax: 64 * mib,
  holdMs: 2000,
  freeBytesMin: 1024 * mib,
  tickMs: 1000,
  checkMs: 5000,
  staleMs: 15_000,
  closeMs: 5000,
};

export type RecorderDeps = Pick<BaseDeps, 'config' | 'db' | 'storage' | 'log' | 'clock' | 'random' | 'sealing'>;

/** Those of players; the others are their organisers' own. */
const recordedKinds = new Set<ContainerKind>(['Team', 'Shared']);

/** Records relayed connections of this process. A failure never reaches a connection. */
export class Recorder {
  readonly totals = { recordedBytes: 0, missingBytes: 0 };
  private readonly options: RecorderOptions;
  private readonly serverId: string;
  private readonly spool: Spool;
  private readonly room: Room;
  private readonly store: StoreQueue;
  private readonly context: Omit<RecordingContext, 'onEnded'>;
  private readonly recordings = new Map<string, Recording>();
  private readonly files = new Set<RecordedFile>();
  private readonly hold: Hold;
  private readonly finishing = new Set<Promise<void>>();
  private queuedBytes = 0;
  private isRunning = false;
  private timers: NodeJS.Timeout[] = [];
  private ticking: Promise<void> | undefined;
  private checking: Promise<void> | undefined;

  constructor(
    private readonly deps: RecorderDeps,
    options: Partial<RecorderOptions> = {},
  ) {
    const { config, random, clock } = deps;
    this.options = { ...defaults, ...options };
    this.serverId = random.uuid();
    this.spool = new Spool(config.captureDirectory, this.serverId, this.options.staleMs);
    const { freeBytesMin, memoryBytesMax, holdMs } = this.options;
    this.hold = new Hold({ highBytes: memoryBytesMax / 4, lowBytes: memoryBytesMax / 16, msMax: holdMs });
    const limits = { freeBytesMin, captureBytesMax: config.captureDiskMaxMiB * mib };
    const diskSpace = openDiskSpace({ dataDir: config.captureDirectory, storage: config.storage });
    this.room = createRoom(deps, diskSpace, limits);
    this.store = new StoreQueue(deps, { directory: this.spool.directory, serverId: this.serverId });
    this.context = {
      directory: this.spool.directory,
      limits: this.options,
      nowUs: createMicroClock(clock),
      hasRoom: (bytes) => this.queuedBytes + bytes <= this.options.memoryBytesMax,
      onQueued: (bytes) => this.countQueued(bytes),
      hold: () => this.hold.of(this.queuedBytes),
      onWaiting: (bytes) => {
        this.queuedBytes += bytes;
      },
      onMissing: (bytes) => {
        this.totals.missingBytes += bytes;
      },
      isStopped: () => !this.isRunning || this.room.isFull(),
      onFailed: (error) => this.room.fail(error),
      onFile: (file) => this.files.add(file),
      onFinished: (file) => this.finish(file),
    };
  }

  get recordingCount(): number {
    return this.recordings.size;
  }

  readonly openTap: OpenTap = (target, peer) => {
    if (!this.isRunning || !target.isRecorded || !recordedKinds.has(target.kind)) return null;
    return this.recordingOf(target).connect(target, peer);
  };

  /** Without a spool nothing is recorded, and the reason is logged. */
  async start(): Promise<void> {
    if (!this.deps.config.containerCapture || this.deps.config.containerPortMapping !== 'proxy') return;
    try {
      await this.spool.open();
    } catch (error) {
      this.deps.log.error({ event: 'capture.spool_failed', err: error }, 'Traffic is not recorded: no spool directory');
      return;
    }
    this.isRunning = true;
    await this.check();
    const { tickMs, checkMs } = this.options;
    this.timers = [setInterval(() => void this.tick(), tickMs), setInterval(() => void this.check(), checkMs)];
    for (const timer of this.timers) timer.unref();
  }

  /** Ends all recordings and stores what it has time for. */
  async close(): Promise<void> {
    if (!this.isRunning) return;
    this.isRunning = false;
    for (const timer of this.timers) clearInterval(timer);
    await Promise.all([this.ticking, this.checking]);
    for (const recording of [...this.recordings.values()]) recording.end();
    await Promise.all(this.finishing);
    let timer: NodeJS.Timeout | undefined;
    const timeout = new Promise<void>((resolve) => {
      timer = setTimeout(resolve, this.options.closeMs);
    });
    await Promise.race([this.store.run(), timeout]);
    clearTimeout(timer);
    await this.spool.close().catch((error) => this.warn(error));
  }

  /** Writes rows of what changed and ends files as asked for. */
  tick(): Promise<void> {
    this.ticking ??= this.sync()
      .catch((error) => this.warn(error))
      .finally(() => {
        this.ticking = undefined;
      });
    return this.ticking;
  }

  check(): Promise<void> {
    this.checking ??= this.maintain()
      .catch((error) => this.warn(error))
      .finally(() => {
        this.checking = undefined;
      });
    return this.checking;
  }

  private async sync(): Promise<void> {
    const changed = [...this.files].filter(({ isChanged }) => isChanged);
    for (const file of changed) file.isChanged = false;
    const { serverId } = this;
    const rows = changed.map((file) => {
      const { updatedAt } = file;
      return rowOf(spooled(file), { serverId, state: 'open', sizeBytes: file.file.bytes, updatedAt });
    });
    await upsertOpenCaptures(this.deps.db, rows);
    if (this.files.size > 0) await this.cutRequested();
    for (const recording of this.recordings.values()) recording.resume();
  }

  private async cutRequested(): Promise<void> {
    for (const file of await listRequestedCuts(this.deps.db, this.serverId)) {
      for (const recording of this.recordings.values()) {
        if (recording.isWriting((name) => storageKey(name) === captureKey(file))) recording.cut();
      }
    }
  }

  private async maintain(): Promise<void> {
    await this.spool.touch();
    await this.room.check();
    const idle = [...this.recordings].filter(([, recording]) => recording.isIdle).map(([id]) => id);
    for (const id of await listEndedContainers(this.deps.db, idle)) this.recordings.get(id)?.end();
    await this.store.addLeftovers(await this.spool.adopt());
    void this.store.run();
  }

  private recordingOf(target: RelayTarget): Recording {
    const { containerId, gameId, challengeId, participationId } = target;
    const known = this.recordings.get(containerId);
    if (known) return known;
    const recording = recordingName(containerId, this.deps.random.bytes(tokenBytes));
    const name = { gameId, challengeId, participationId: participationId ?? 0, recording };
    const created = new Recording(name, readRecordingFacts(this.deps, target), {
      ...this.context,
      onEnded: () => {
        if (this.recordings.get(containerId) === created) this.recordings.delete(containerId);
      },
    });
    this.recordings.set(containerId, created);
    return created;
  }

  private finish(file: RecordedFile): void {
    const done = this.finishFile(file)
      .catch((error) => this.warn(error))
      .finally(() => this.finishing.delete(done));
    this.finishing.add(done);
  }

  private async finishFile(recorded: RecordedFile): Promise<void> {
    const bytes = await recorded.file.finish();
    this.files.delete(recorded);
    // A row that is written meanwhile would say that the file is open.
    await this.ticking;
    if (bytes === 0) return deleteCaptureRow(this.deps.db, fileKeyOf(recorded.name));
    this.store.add(spooled(recorded));
    void this.store.run();
  }

  private countQueued(bytes: number): void {
    this.queuedBytes += bytes;
    if (bytes > 0) this.totals.recordedBytes += bytes;
    else this.hold.onWritten(this.queuedBytes);
  }

  private warn(error: unknown): void {
    this.deps.log.warn({ event: 'capture.failed', err: error }, 'Keeping captures failed, retrying in seconds');
  }
}

const spooled = ({ name, startedAt, connections, clients, missingBytes }: RecordedFile): SpooledCapture => ({
  name,
  startedAt,
  connections,
  clients: [...clients],
  missingBytes,
});
