export const containerStatuses = ['Pending', 'Running', 'Destroyed'] as const;
export type ContainerStatus = (typeof containerStatuses)[number];

/** The first four are alive and count against the team's limit. */
export const containerStates = ['requested', 'starting', 'running', 'stopping', 'destroyed', 'failed'] as const;
export type ContainerState = (typeof containerStates)[number];
export const liveContainerStates = ['requested', 'starting', 'running', 'stopping'] as const;
export type LiveContainerState = (typeof liveContainerStates)[number];

/**
 * Shared: one for all teams. Warm: started ahead, becomes a team's. Check: for one run of a solver. Only a team's has a
 * participation.
 */
export const containerKinds = ['Team', 'Test', 'Shared', 'Warm', 'Check'] as const;
export type ContainerKind = (typeof containerKinds)[number];

export const networkModes = ['Open', 'Isolated', 'Custom'] as const;
export type NetworkMode = (typeof networkModes)[number];

export const portMappings = ['Default', 'PlatformProxy'] as const;

/** An http port can have a name of its own, which a browser opens. */
export const portKinds = ['tcp', 'http'] as const;
type PortKind = (typeof portKinds)[number];

/** Port: as the deployment publishes ports. Name: a host name of the instance's own. */
export const entryKinds = ['port', 'name'] as const;
type EntryKind = (typeof entryKinds)[number];

export const readinessKinds = ['tcp', 'http'] as const;
type ReadinessKind = (typeof readinessKinds)[number];

export const flagDeliveries = ['environment', 'file'] as const;
type FlagDelivery = (typeof flagDeliveries)[number];

/** onDemand: started for the first team that asks. kept: always runs while the game is open. */
export const sharings = ['none', 'onDemand', 'kept'] as const;
type Sharing = (typeof sharings)[number];

export const engineKinds = ['docker', 'swarm', 'kubernetes'] as const;

/** Draining: nothing new is placed. Removed: its containers are ended too. */
export const engineStates = ['active', 'draining', 'removed'] as const;

export const imageStates = ['pulling', 'present', 'failed'] as const;

/** Failed: it ran to its end without the flag. Error: instance or solver could not be run. */
export const solverResults = ['running', 'passed', 'failed', 'timedOut', 'error'] as const;
export type SolverResult = (typeof solverResults)[number];

/** The port `main` is `exposePort` of the challenge. */
interface ExtraPort {
  /** Lower-case letters, digits and hyphens. */
  name: string;
  port: number;
  kind: PortKind;
}

/** Runs beside the main container, which reaches it by its name. */
interface Companion {
  name: string;
  image: string;
  environment: Record<string, string>;
  memoryMiB: number;
  cpuTenths: number;
}

/** How a challenge's container runs, beyond image and limits. */
export interface ContainerOptions {
  mainKind: PortKind;
  entry: EntryKind;
  ports: ExtraPort[];
  companions: Companion[];
  readiness: {
    kind: ReadinessKind;
    /** Of an HTTP request; any status below 500 is an answer. */
    path: string;
    timeoutSeconds: number;
  };
  flagDelivery: FlagDelivery;
  /** In the container, for the delivery by file. */
  flagPath: string;
  /** Whether each instance of a team gets a new flag. */
  rotateFlag: boolean;
  /** A runtime of the engine, such as runsc; null for its default. */
  runtime: string | null;
  /** Whether one instance serves all teams. */
  sharing: Sharing;
  /** Instances that are started ahead, for the teams that ask next. */
  warmCount: number;
}

/** Its script is a column of its own, sealed. */
export interface SolverSettings {
  image: string;
  /** Instead of what the image starts by itself; empty leaves that. */
  command: string[];
  timeoutSeconds: number;
  /** 0 runs on request and before opening only. */
  everyMinutes: number;
  /** Whether players see the result of the last run. */
  showStatus: boolean;
}

/** A reachable port of an instance; the first one is `main`. */
export interface ContainerPort {
  name: string;
  /** Inside the container. */
  port: number;
  kind: PortKind;
  /** For players; null where the platform relays. */
  publicPort: number | null;
  /** Where servers connect. */
  host: string | null;
  hostPort: number | null;
}
