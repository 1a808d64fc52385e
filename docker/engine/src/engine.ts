/**
 * The one interface every container engine implements. A container is known by the id of our row, never by the
 * engine's own id, so a worker that lost its memory can still ask for, find and end what it wanted.
 */

/** Open: egress to the internet. Isolated: no egress. Custom: the network the operator made. */
export type NetworkMode = 'Open' | 'Isolated' | 'Custom';

export type ContainerState = 'starting' | 'running' | 'exited';

export interface ContainerSpec {
  /** Our row's uuid. Two starts with the same id never give two containers. */
  id: string;
  image: string;
  env: Record<string, string>;
  labels?: Record<string, string>;
  /** The port the service listens on inside the container. */
  exposePort: number;
  memoryMiB: number;
  /** Tenths of one core: 10 is one core. */
  cpuTenths: number;
  storageMiB: number;
  /** Processes and threads; 256 when absent. */
  pidsMax?: number;
  networkMode: NetworkMode;
  /** The image's files cannot be changed; only /tmp, /var/tmp and /run can be written to, in memory. */
  readOnlyRoot?: boolean;
  /** Size of each of those three; 16 when absent. Counts as memory of the container. */
  tmpfsMiB?: number;
  /** The one address the port is published on; the engine's own setting when absent. */
  publishOn?: string;
}

export interface RunningContainer {
  /** Our row's uuid, as given to `start`. */
  id: string;
  engineId: string;
  state: ContainerState;
  /** What its main process ended with; null while it has not. */
  exitCode: number | null;
  /** Where this process reaches the published port; what players are shown is the platform's setting. */
  host: string;
  /** The published port; null while nothing is published. */
  hostPort: number | null;
  /** The address inside the container's own network; null while it has none. */
  internalHost: string | null;
  internalPort: number;
  createdAt: Date;
  /** The labels given to `start`, without the engine's own. */
  labels: Record<string, string>;
}

type KnownIds = Set<string> | ((ids: string[]) => Promise<Set<string>>);

export type ContainerChange = 'exited' | 'removed';

/** What a driver can promise on this engine; `why` is said when it cannot. */
export interface Enforcement {
  enforced: boolean;
  why?: string;
}

/** The last three are about the modes Open and Isolated; of Custom its operator knows. */
export const ENFORCEMENTS = [
  'memory',
  'cpu',
  'pids',
  'storage',
  'freeDiskFloor',
  'isolatedHasNoEgress',
  'cannotReachHost',
  'openCannotReachPrivateRanges',
] as const;

export type EngineCapabilities = Record<(typeof ENFORCEMENTS)[number], Enforcement>;

export interface ContainerEngine {
  readonly kind: string;
  /** Throws EngineError engineDown when the engine does not answer. */
  ping(): Promise<void>;
  /** What is really enforced here, for the log and the administrator's page. */
  capabilities(): Promise<EngineCapabilities>;
  /**
   * Creates and starts the container, or gives back the one of that id when it runs; one that exited is replaced.
   * When it throws or is aborted, nothing of it is left. A start of an id whose start is under way in this process joins
   * that one. It does not wait until the service answers: see probe.ts.
   */
  start(spec: ContainerSpec, signal?: AbortSignal): Promise<RunningContainer>;
  /**
   * Ends and removes the container, its volumes and its network. Nothing there is success. A start of this id that is
   * under way in this process is called off first (it rejects with `aborted`). `atOnce` gives it no time to finish.
   */
  stop(id: string, options?: { atOnce?: boolean }): Promise<void>;
  inspect(id: string): Promise<RunningContainer | null>;
  /** Bytes each container has written to disk, volumes included; what is gone is left out. Costs a walk over its files. */
  diskUse(ids: readonly string[]): Promise<Map<string, number>>;
  /** Free bytes on the disk that containers write to; null where this process cannot read them. */
  freeDisk(): Promise<number | null>;
  /** Every container of this deployment, in any state. */
  list(): Promise<RunningContainer[]>;
  /** The last lines the container wrote, at most 4 KiB; empty when it is gone. Not for players: it may name a flag. */
  lastLines(id: string, linesMax?: number): Promise<string>;
  /**
   * Calls back on every end the engine reports until the signal aborts, then resolves. It reconnects by itself; what
   * happens while it is disconnected may go unreported, so a reconcile by `list` stays necessary. An end may be
   * reported twice, and requested ends are reported too: check the row and `inspect` before acting.
   */
  watch(onChange: (id: string, what: ContainerChange) => void, signal: AbortSignal): Promise<void>;
  /**
   * Removes containers and networks of this deployment whose id is not known; gives the ids removed. With a function,
   * the engine is listed first and `known` is asked for the ids found, so a row committed before its container began
   * always counts. With a set, containers younger than the set may be taken for leftovers: only for tests and tools.
   * A start under way in this process is left alone.
   */
  removeLeftovers(known: KnownIds): Promise<string[]>;
  close(): Promise<void>;
}

export type EngineErrorCode =
  | 'imageMissing'
  | 'imageDenied'
  | 'imagePullFailed'
  | 'noCapacity'
  | 'diskFull'
  | 'exitedEarly'
  | 'unreachable'
  | 'engineDown'
  | 'invalidSpec'
  | 'aborted';

/** The only error a driver throws. `logTail` is what the container wrote last, for the organiser's eyes. */
export class EngineError extends Error {
  readonly code: EngineErrorCode;
  readonly logTail: string | undefined;
  readonly exitCode: number | undefined;

  constructor(
    code: EngineErrorCode,
    message: string,
    options: { cause?: unknown; logTail?: string; exitCode?: number } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'EngineError';
    this.code = code;
    this.logTail = options.logTail;
    this.exitCode = options.exitCode;
  }
}

/** The two calls of a pino logger that drivers use. */
export interface EngineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws EngineError invalidSpec naming the first field that no engine could honour. */
export function checkSpec(spec: ContainerSpec): void {
  const refuse = (field: string) => {
    throw new EngineError('invalidSpec', `The container cannot be started: ${field} is not valid.`);
  };
  const isWhole = (value: number, min: number, max: number) => Number.isInteger(value) && value >= min && value <= max;
  if (!UUID.test(spec.id)) refuse('id');
  if (spec.image.trim() === '' || /\s/.test(spec.image)) refuse('image');
  if (!isWhole(spec.exposePort, 1, 65_535)) refuse('exposePort');
  if (!isWhole(spec.memoryMiB, 6, 1_048_576)) refuse('memoryMiB');
  if (!isWhole(spec.cpuTenths, 1, 10_240)) refuse('cpuTenths');
  if (!isWhole(spec.storageMiB, 0, 1_048_576)) refuse('storageMiB');
  if (spec.tmpfsMiB !== undefined && !isWhole(spec.tmpfsMiB, 1, 1_048_576)) refuse('tmpfsMiB');
  if (spec.pidsMax !== undefined && !isWhole(spec.pidsMax, 1, 65_536)) refuse('pidsMax');
  for (const [name, value] of Object.entries(spec.env)) {
    if (!/^[A-Za-z_][A-Za-z0-9_]*$/.test(name) || value.includes('\0')) refuse(`env ${name}`);
  }
}
