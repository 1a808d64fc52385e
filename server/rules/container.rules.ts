import { type InstancePort, type ShownEndReason, shownEndReasons } from '@vexil/contract/container';
import { mainPortName } from '@vexil/contract/container-options';
import type { ContainerPort, ContainerState, ContainerStatus } from '@vexil/db/enums/container';
import { type NameSettings, portNameOf } from './container-names.rules';
import { hostWithPort } from './public-host.rules';

/** Test instances of organisers; team containers follow the settings. */
export const testLifetimeMs = 2 * 3600 * 1000;
/** Pending starts of the whole deployment; more are refused. */
export const waitingStartsMax = 200;
/** After this, and the time its service may take, a start on an engine fails and frees the team's slot. */
export const startDeadlineMs = 3 * 60 * 1000;
/** How long a start waits for room. */
export const placementWaitMsMax = 15 * 60 * 1000;
/** How long a start waits while no engine answers. */
export const engineWaitMs = 30 * 1000;
/** Runs of a start that may fail for a reason that passes; each row counts its own. */
export const startAttemptsMax = 4;

export const diskCheckEveryMs = 2_000;
/** With the time of the checks, each container is checked within 15 s. */
const diskCheckRounds = 4;
const diskChecksAtLeast = 20;

export function diskCheckCount(total: number): number {
  return Math.max(diskChecksAtLeast, Math.ceil(total / diskCheckRounds));
}

export function containerStatus(state: ContainerState): ContainerStatus {
  if (state === 'running') return 'Running';
  return state === 'requested' || state === 'starting' ? 'Pending' : 'Destroyed';
}

export function shownEndReason({ endReason }: { endReason: string | null }): ShownEndReason | null {
  return shownEndReasons.find((one) => one === endReason) ?? null;
}

interface Reached {
  id: string;
  isProxy: boolean;
  hostToken: string | null;
  publicHost: string | null;
  publicPort: number | null;
  ports: readonly ContainerPort[];
}

interface Reader {
  /** The request's host; null where several readers get the same text. */
  host: string | null;
  names: NameSettings;
}

/**
 * `host:port` in a published port or a name, or the container's id behind the relay; null while unreachable. Where the
 * deployment relays, clients expect the id, also of an instance with names.
 */
export function containerEntry(container: Reached, { host: readerHost, names }: Reader): string | null {
  if (container.isProxy) {
    const main = names.containerPortMapping === 'default' ? container.ports[0] : undefined;
    return (main && portNameOf(container.hostToken, main, names)?.entry) ?? container.id;
  }
  const host = container.publicHost ?? readerHost;
  return host && container.publicPort !== null ? hostWithPort(host, container.publicPort) : null;
}

const sshPort = 22;

/** As `containerEntry` for each port, `main` first; empty while unreachable. */
export function instancePorts(container: Reached, reader: Reader): InstancePort[] {
  return container.ports.flatMap((port) => {
    const { name, publicPort } = port;
    const kind = port.port === sshPort ? 'ssh' : port.kind;
    const named = portNameOf(container.hostToken, port, reader.names);
    if (named) return [{ name, kind, ...named }];
    const entry = containerEntry({ ...container, publicPort }, reader);
    if (entry === null) return [];
    const isExtra = container.isProxy && name !== mainPortName;
    return [{ name, kind, entry: isExtra ? `${entry}?port=${name}` : entry, url: null, tls: false }];
  });
}

/** Challenge images read either name. */
export function containerEnvironment(about: {
  flag: string | null;
  /** `admin` for tests, `all` for instances that belong to no team. */
  teamId: string;
  userId: string | null;
  challengeId: number;
  gameId: number;
}): Record<string, string> {
  const values: Record<string, string | null> = {
    FLAG: about.flag,
    TEAM_ID: about.teamId,
    USER_ID: about.userId,
    CHALLENGE_ID: `${about.challengeId}`,
    GAME_ID: `${about.gameId}`,
  };
  const result: Record<string, string> = {};
  for (const [name, value] of Object.entries(values)) {
    if (value === null) continue;
    result[name] = value;
    result[`GZCTF_${name}`] = value;
  }
  return result;
}
