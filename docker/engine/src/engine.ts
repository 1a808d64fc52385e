/** Containers are addressed by our row's id, never the engine's, so a restarted worker still finds them. */

/** Open: egress to the internet. Isolated: no egress. Custom: the network the operator made. */
export const NETWORK_MODES = ['Open', 'Isolated', 'Custom'] as const;
export type NetworkMode = (typeof NETWORK_MODES)[number];

export type ContainerState = 'starting' | 'running' | 'exited';

export interface PortSpec {
  /** Lower-case letters, digits and hyphens, at most 15. */
  name: string;
  port: number;
}

/** Started before the main container, in its network, reachable there by `name` only; ended with it. */
export interface CompanionSpec {
  /** A host name without dots; `main` is the main container. */
  name: string;
  image: string;
  env: Record<string, string>;
  memoryMiB: number;
  cpuTenths: number;
}

export interface ContainerSpec {
  /** Our row's uuid; two starts never give two containers. */
  id: string;
  image: string;
  env: Record<string, string>;
  labels?: Record<string, string>;
  /** The first is `main`. */
  ports: PortSpec[];
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
  companions?: CompanionSpec[];
  /** A runtime of the engine such as runsc; its default when absent. */
  runtime?: string;
}

export interface RunningPort {
  name: string;
  /** Inside the container. */
  port: number;
  /** For servers and probes; players get the configured host. */
  host: string;
  /** Null while the container does not run. */
  hostPort: number | null;
  /** Inside the container's own network. */
  internalHost: string | null;
}

export interface RunningContainer {
  id: string;
  engineId: string;
  /** Exited too when a companion failed: an instance ends as one. A companion that ends with 0 has done its work. */
  state: ContainerState;
  /** Of the container that ended, null while running. */
  exitCode: number | null;
  outOfMemory: boolean;
  /** As in the spec, main first. */
  ports: RunningPort[];
  createdAt: Date;
  labels: Record<string, string>;
}

export interface EngineCapacity {
  /** Of all nodes; null where the engine does not say. */
  memoryMiB: number | null;
  cpuTenths: number | null;
  runtimes: string[];
}

export interface RunSpec {
  id: string;
  /** The instance whose network it joins; its host name there is `main`. */
  target: string;
  image: string;
  /** Instead of what the image starts by itself. */
  command?: string[];
  env: Record<string, string>;
  memoryMiB: number;
  cpuTenths: number;
  timeoutMs: number;
  outputBytesMax: number;
}

export interface RunResult {
  /** Null after the time limit. */
  exitCode: number | null;
  timedOut: boolean;
  /** The last `outputBytesMax` bytes of both outputs. */
  output: string;
  startedAt: Date;
  endedAt: Date;
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
  'noNewPrivileges',
  'isolatedHasNoEgress',
  'cannotReachHost',
  'openCannotReachPrivateRanges',
] as const;

export type EngineCapabilities = Record<(typeof ENFORCEMENTS)[number], Enforcement>;

export interface ContainerEngine {
  readonly kind: string;
  ping(): Promise<void>;
  capabilities(): Promise<EngineCapabilities>;
  capacity(): Promise<EngineCapacity>;
  hasImage(image: string): Promise<boolean>;
  /**
   * Asks the registry also where the image is present, so a tag that moved is followed. Progress from 0 to 1. Fails as
   * `start` does for images; an abort stops waiting.
   */
  pullImage(image: string, onProgress: (part: number) => void, signal?: AbortSignal): Promise<void>;
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
  /**
   * Writes a file into the running main container, owner root, mode 0444 by default; directories are made. With a
   * read-only root only below /tmp, /var/tmp and /run, and the image needs a shell. Throws EngineError notRunning.
   */
  writeFile(id: string, path: string, content: Buffer, mode?: number): Promise<void>;
  /**
   * One run to the end in the instance's network; removed afterwards, whatever happens. Throws EngineError notRunning
   * without a running target, imageMissing and the like as `start` does, or aborted.
   */
  run(spec: RunSpec, signal?: AbortSignal): Promise<RunResult>;
  close(): Promise<void>;
}

export type EngineErrorCode =
  | 'imageMissing'
  | 'imageDenied'
  | 'imagePullFailed'
  | 'noCapacity'
  | 'diskFull'
  | 'exitedEarly'
  | 'notRunning'
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

export function mainPort({ ports: [main] }: RunningContainer): RunningPort {
  if (main === undefined) throw new Error('A container always has its main port.');
  return main;
}

export interface EngineLogger {
  info(fields: object, message: string): void;
  warn(fields: object, message: string): void;
}
