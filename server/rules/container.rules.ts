import { type ShownEndReason, shownEndReasons } from '@vexil/contract/container';
import type { ContainerState, ContainerStatus } from '@vexil/db/enums/container';
import { hostWithPort } from './public-host.rules';

/** How long a test instance of an organiser lives; containers of teams follow the deployment's settings. */
export const testLifetimeMs = 2 * 3600 * 1000;
/** Starts that may wait at once in the whole deployment; more are refused, so that waiting stays bearable. */
export const waitingStartsMax = 200;
/** A start that has not come about by then is given up, and its place in the team's limit is free again. */
export const startDeadlineMs = 3 * 60 * 1000;

/** A start waits so long for an engine that does not answer, and is then given up. */
export const engineWaitMs = 30 * 1000;

/** How often the disk use of some containers is looked at. */
export const diskCheckEveryMs = 2_000;
/** Rounds until all have been looked at; with the time the looks take, each comes within 15 s. */
const diskCheckRounds = 4;
const diskChecksAtLeast = 20;

/** How many of `total` containers one round looks at. */
export function diskCheckCount(total: number): number {
  return Math.max(diskChecksAtLeast, Math.ceil(total / diskCheckRounds));
}

/** The stored state as clients of the wire format know it. */
export function containerStatus(state: ContainerState): ContainerStatus {
  if (state === 'running') return 'Running';
  return state === 'requested' || state === 'starting' ? 'Pending' : 'Destroyed';
}

export function shownEndReason({ endReason }: { endReason: string | null }): ShownEndReason | null {
  return shownEndReasons.find((one) => one === endReason) ?? null;
}

/**
 * `host:port`, or the container's id where servers relay to it; null until it can be reached or
 * while the host is not known. `readerHost` is the host of the reader's request, used where the deployment names none.
 */
export function containerEntry(
  container: { id: string; isProxy: boolean; publicHost: string | null; publicPort: number | null },
  readerHost: string | null,
): string | null {
  if (container.isProxy) return container.id;
  const host = container.publicHost ?? readerHost;
  return host && container.publicPort !== null ? hostWithPort(host, container.publicPort) : null;
}

/** Environment of a container; challenge images look for either of the two names. */
export function containerEnvironment(about: {
  flag: string | null;
  teamId: number | 'admin';
  userId: string | null;
  challengeId: number;
  gameId: number;
}): Record<string, string> {
  const values: Record<string, string | null> = {
    FLAG: about.flag,
    TEAM_ID: `${about.teamId}`,
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
