import { type ShownEndReason, shownEndReasons } from '@vexil/contract/container';
import type { ContainerState, ContainerStatus } from '@vexil/db/enums/container';
import { hostWithPort } from './public-host.rules';

/** Test instances of organisers; team containers follow the settings. */
export const testLifetimeMs = 2 * 3600 * 1000;
/** Pending starts of the whole deployment; more are refused. */
export const waitingStartsMax = 200;
/** After this a pending start fails and frees the team's slot. */
export const startDeadlineMs = 3 * 60 * 1000;

/** How long a start waits for an unreachable engine. */
export const engineWaitMs = 30 * 1000;

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

/** `host:port`, or the container's id behind the relay; null while unreachable. `readerHost` is the request's host. */
export function containerEntry(
  container: { id: string; isProxy: boolean; publicHost: string | null; publicPort: number | null },
  readerHost: string | null,
): string | null {
  if (container.isProxy) return container.id;
  const host = container.publicHost ?? readerHost;
  return host && container.publicPort !== null ? hostWithPort(host, container.publicPort) : null;
}

/** Challenge images read either name. */
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
