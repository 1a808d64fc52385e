import { join } from 'node:path';
import { encodeFileHead } from '@vexil/runtime/pcap/blocks.rules';
import type { Side } from '@vexil/runtime/pcap/segment.rules';
import { CaptureFile } from './capture-file';
import { type CaptureName, spoolName } from './capture-name.rules';
import { clientPortOf, clientsMax, RecordedConnection } from './recorded-connection';
import type { RecordingFacts } from './recording-facts';
import type { RelayEnd, RelayPeer, RelayTap, RelayTarget } from './relay-tap';

export interface RecordingLimits {
  /** A larger file is ended and followed by the next one. */
  fileBytesMax: number;
  /** Waiting to be written, for one recording; bytes beyond are not recorded. */
  queuedBytesMax: number;
  /** From the end of the last connection to the end of the recording. */
  idleMs: number;
}

/** One file; read after it is finished too. */
export interface RecordedFile {
  name: CaptureName;
  file: CaptureFile;
  startedAt: Date;
  updatedAt: Date;
  connections: number;
  clients: Set<string>;
  missingBytes: number;
  /** Changed since its row was written. */
  isChanged: boolean;
}

export interface RecordingContext {
  directory: string;
  limits: RecordingLimits;
  nowUs(): number;
  /** Whether this process has memory for so many bytes more. */
  hasRoom(bytes: number): boolean;
  onQueued(bytes: number): void;
  /** Of all connections of the process. */
  hold(): Promise<void> | undefined;
  /** Bytes wait for what is known of the instance, or no longer. */
  onWaiting(bytes: number): void;
  onMissing(bytes: number): void;
  /** The disk or the quota is full. */
  isStopped(): boolean;
  onFailed(error: unknown): void;
  onFile(file: RecordedFile): void;
  onFinished(file: RecordedFile): void;
  onEnded(): void;
}

/** What passes between the players and one container, in one file or several. All its methods return at once. */
export class Recording {
  private current: RecordedFile | undefined;
  private facts: RecordingFacts | undefined;
  private waiting: (() => void)[] = [];
  private waitingBytes = 0;
  /** By number; null while the facts are read. */
  private readonly open = new Map<number, RecordedConnection | null>();
  private count = 0;
  private parts = 0;
  private idleTimer: NodeJS.Timeout | undefined;
  private isEnded = false;

  constructor(
    private readonly name: Omit<CaptureName, 'part'>,
    facts: Promise<RecordingFacts>,
    private readonly context: RecordingContext,
  ) {
    void facts.then((known) => {
      this.facts = known;
      this.context.onWaiting(-this.waitingBytes);
      for (const act of this.waiting.splice(0)) act();
    });
  }

  get isIdle(): boolean {
    return this.open.size === 0;
  }

  connect(target: RelayTarget, peer: RelayPeer): RelayTap {
    clearTimeout(this.idleTimer);
    this.count += 1;
    const number = this.count;
    const at = this.context.nowUs();
    // From now on, so that the recording is not idle.
    this.open.set(number, null);
    this.act(() => this.begin(number, target, peer, at));
    const record = (from: Side) => (chunk: Buffer) => {
      const time = this.context.nowUs();
      if (!this.facts && !this.wait(chunk.length)) {
        this.act(() => this.miss(number, from, chunk.length));
        return;
      }
      this.act(() => this.record(number, from, chunk, time));
    };
    return {
      fromClient: record('client'),
      fromContainer: record('container'),
      hold: () => this.context.hold(),
      end: (reason) => {
        const time = this.context.nowUs();
        this.act(() => this.finishConnection(number, reason, time));
      },
    };
  }

  /** Ends the current file; open connections go on in the next one. */
  cut(): void {
    const { current } = this;
    if (!current) return;
    this.current = undefined;
    this.context.onFinished(current);
    if (this.open.size > 0) this.resume();
  }

  /** Begins a file again once there is room. */
  resume(): void {
    if (this.current || this.isEnded || !this.facts || this.open.size === 0) return;
    const file = this.takeFile();
    if (!file) return;
    const time = this.context.nowUs();
    for (const connection of this.open.values()) {
      if (!connection) continue;
      addConnection(file, connection);
      this.append(file, connection.reopen(time));
    }
  }

  /** The file of this name, if it is the one that is written. */
  isWriting(isFile: (name: CaptureName) => boolean): boolean {
    return this.current !== undefined && isFile(this.current.name);
  }

  end(): void {
    if (this.isEnded) return;
    this.isEnded = true;
    clearTimeout(this.idleTimer);
    const { current } = this;
    this.current = undefined;
    if (current) this.context.onFinished(current);
    this.context.onEnded();
  }

  /** Keeps bytes while the facts are read. */
  private wait(bytes: number): boolean {
    const { limits, hasRoom, onWaiting } = this.context;
    if (this.waitingBytes + bytes > limits.queuedBytesMax || !hasRoom(bytes)) return false;
    this.waitingBytes += bytes;
    onWaiting(bytes);
    return true;
  }

  private act(action: () => void): void {
    if (this.facts) action();
    else this.waiting.push(action);
  }

  private begin(number: number, target: RelayTarget, peer: RelayPeer, at: number): void {
    const port = this.facts?.portOf(target.portName) ?? target.port;
    const ends = {
      client: { address: peer.address, port: clientPortOf(number) },
      container: { address: target.address, port },
    };
    const connection = new RecordedConnection(ends, this.facts?.describe(number, target, peer) ?? '');
    this.open.set(number, connection);
    const file = this.takeFile();
    if (!file) return;
    addConnection(file, connection);
    this.append(file, connection.open(at));
  }

  private record(number: number, from: Side, chunk: Buffer, at: number): void {
    const [connection, { current, context }] = [this.open.get(number), this];
    if (!connection || !current || current.file.isFailed || !this.hasRoom(current, chunk.length)) {
      this.miss(number, from, chunk.length);
      return;
    }
    this.append(current, connection.data(from, chunk, at), chunk.length);
    if (current.file.bytes >= context.limits.fileBytesMax) this.cut();
  }

  private hasRoom({ file }: RecordedFile, bytes: number): boolean {
    return file.queuedBytes + bytes <= this.context.limits.queuedBytesMax && this.context.hasRoom(bytes);
  }

  private miss(number: number, from: Side, bytes: number): void {
    this.open.get(number)?.skip(from, bytes);
    this.lose(this.current, bytes);
  }

  private lose(recorded: RecordedFile | undefined, bytes: number): void {
    this.context.onMissing(bytes);
    if (!recorded) return;
    recorded.missingBytes += bytes;
    recorded.isChanged = true;
  }

  private finishConnection(number: number, reason: RelayEnd, at: number): void {
    const connection = this.open.get(number);
    this.open.delete(number);
    if (connection && this.current) this.append(this.current, connection.end(reason, at));
    if (this.open.size > 0 || this.isEnded) return;
    this.idleTimer = setTimeout(() => this.end(), this.context.limits.idleMs);
    this.idleTimer.unref();
  }

  private append(recorded: RecordedFile, blocks: Buffer, relayedBytes?: number): void {
    recorded.file.append(blocks, relayedBytes);
    recorded.updatedAt = new Date(this.context.nowUs() / 1000);
    recorded.isChanged = true;
  }

  /** The current file, a new one where there is none; undefined while nothing is recorded. */
  private takeFile(): RecordedFile | undefined {
    if (this.current) return this.current;
    if (this.isEnded || !this.facts || this.context.isStopped()) return undefined;
    this.parts += 1;
    const name = { ...this.name, part: this.parts };
    const { context } = this;
    const file = new CaptureFile(join(context.directory, spoolName(name)), {
      onQueued: (bytes) => context.onQueued(bytes),
      onLost: (bytes) => this.lose(recorded, bytes),
      onFailed: (error) => {
        context.onFailed(error);
        if (this.current?.file === file) this.cut();
      },
    });
    const startedAt = new Date(context.nowUs() / 1000);
    const counts = { connections: 0, clients: new Set<string>(), missingBytes: 0, isChanged: true };
    const recorded: RecordedFile = { name, file, startedAt, updatedAt: startedAt, ...counts };
    this.current = recorded;
    const head = { application: 'Vexil', comment: this.facts.comment, interfaceName: 'relay' };
    this.append(recorded, encodeFileHead(head));
    context.onFile(recorded);
    return recorded;
  }
}

function addConnection(file: RecordedFile, { ends }: RecordedConnection): void {
  file.connections += 1;
  if (file.clients.size < clientsMax) file.clients.add(ends.client.address);
}
