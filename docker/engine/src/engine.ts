/** Containers are addressed by our row's id, never the engine's, so a restarted worker still finds them. */

/** Open: egress to the internet. Isolated: no egress. Custom: the network the operator made. */
export type NetworkMode = 'Open' | 'Isolated' | 'Custom';

export type ContainerState = 'starting' | 'running' | 'exited';

export interface ContainerSpec {
  /** Our row's uuid; two starts never give two containers. */
  id: string;
  image: string;
  env: Record<string, string>;
  labels?: Record<string, string>;
  exposePort: number;
  memoryMiB: number;
  /** 10 is one core. */
  cpuTenths: number;
  storageMiB: number;
  /** 256 when absent. */
  pidsMax?: number;
  networkMode: NetworkMode;
  /** Only /tmp, /var/tmp and /run stay writable, in memory. */
  readOnlyRoot?: boolean;
  /** Per directory, 16 when absent; counts as memory. */
  tmpfsMiB?: number;
  /** The engine's setting when absent. */
  publishOn?: string;
}

export interface RunningContainer {
  id: string;
  engineId: string;
  state: ContainerState;
  /** Null while running. */
  exitCode: number | null;
  /** For this process; players get the configured host. */
  host: string;
  hostPort: number | null;
  /** Inside the container's own network. */
  internalHost: string | null;
  internalPort: number;
  createdAt: Date;
  labels: Record<string, string>;
}

type KnownIds = Set<string> | ((ids: string[]) => Promise<Set<string>>);

export type ContainerChange = 'exited' | 'removed';

export interface Enforcement {
  enforced: boolean;
  why?: string;
}

/** The last three apply to Open and Isolated only. */
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
  ping(): Promise<void>;
  capabilities(): Promise<EngineCapabilities>;
  /**
   * Idempotent for a running id; an exited container is replaced. On failure or abort nothing is left. Does not wait
   * for the service: see probe.ts.
   */
  start(spec: ContainerSpec, signal?: AbortSignal): Promise<RunningContainer>;
  /** Removes container, volumes and network; missing is success. Aborts a start of this id in this process. */
  stop(id: string, options?: { atOnce?: boolean }): Promise<void>;
  inspect(id: string): Promise<RunningContainer | null>;
  /** Bytes on disk with volumes, missing containers left out. Walks the files. */
  diskUse(ids: readonly string[]): Promise<Map<string, number>>;
  /** Bytes; null where this process cannot see the disk. */
  freeDisk(): Promise<number | null>;
  list(): Promise<RunningContainer[]>;
  /** At most 20 lines and 4 KiB by default; may contain a flag, so never for players. */
  lastLines(id: string, linesMax?: number, bytesMax?: number): Promise<string>;
  /**
   * Reports ends, requested ones too, until the signal aborts. Reconnects; events may repeat or be missed, so reconcile
   * with `list`.
   */
  watch(onChange: (id: string, what: ContainerChange) => void, signal: AbortSignal): Promise<void>;
  /**
   * Returns the ids removed. With a function the engine is listed before `known` is queried, so rows committed before
   * the start count; a set is for tests and tools. Starts of this process are left alone.
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

/** The only error of a driver. `logTail` is for organisers only. */
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

export interface EngineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** Throws EngineError invalidSpec. */
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
