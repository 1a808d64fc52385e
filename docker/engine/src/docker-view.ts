import type Docker from 'dockerode';
import { LABEL } from './docker-container';
import {
  type ContainerState,
  NETWORK_MODES,
  type NetworkMode,
  type RunningContainer,
  type RunningPort,
} from './engine';

/** Null for containers that are none of ours or only a part of an instance. */
export function viewContainer(info: Docker.ContainerInfo, probeHost: string): RunningContainer | null {
  const id = info.Labels[LABEL.id];
  if (id === undefined) return null;
  const state = stateOf(info.State);
  return {
    id,
    engineId: info.Id,
    state,
    exitCode: exitCodeOf(info),
    outOfMemory: false,
    ports: portsOf(info.Labels).map((port) => viewPort(info, port, probeHost)),
    createdAt: new Date(info.Created * 1000),
    labels: Object.fromEntries(Object.entries(info.Labels).filter(([name]) => !name.startsWith('vexil.'))),
  };
}

/** Containers of releases without a mode in the label are in a network of their own, and without egress at worst. */
export function networkModeOf({ Labels }: Docker.ContainerInfo): NetworkMode {
  return NETWORK_MODES.find((mode) => mode === Labels[LABEL.mode]) ?? 'Isolated';
}

export function portsOf({ [LABEL.ports]: ports, [LABEL.port]: main }: Record<string, string>) {
  return (ports ?? `main:${main ?? 0}`).split(',').map((pair) => {
    const [name = '', port] = pair.split(':');
    return { name, port: Number(port) };
  });
}

function viewPort(info: Docker.ContainerInfo, { name, port }: { name: string; port: number }, probeHost: string) {
  const isRunning = stateOf(info.State) === 'running';
  const published = info.Ports.find((one) => one.PrivatePort === port && one.PublicPort > 0);
  return {
    name,
    port,
    host: reachedAt(published?.IP, probeHost),
    hostPort: isRunning ? (published?.PublicPort ?? null) : null,
    internalHost: isRunning ? addressOf(info) : null,
  } satisfies RunningPort;
}

export function addressOf(info: Docker.ContainerInfo): string | null {
  return Object.values(info.NetworkSettings?.Networks ?? {})[0]?.IPAddress || null;
}

const anywhere = /^(0\.0\.0\.0|::|127\..*|::1)?$/;

/** A port on one address is reachable only there. */
function reachedAt(publishedOn: string | undefined, probeHost: string): string {
  return publishedOn === undefined || anywhere.test(publishedOn) ? probeHost : publishedOn;
}

// Lists contain it only in a text such as `Exited (137) 5 seconds ago`.
export function exitCodeOf({ Status }: Docker.ContainerInfo): number | null {
  const code = /^Exited \((\d+)\)/.exec(Status ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

export function stateOf(state: string): ContainerState {
  if (state === 'created') return 'starting';
  return state === 'running' || state === 'paused' || state === 'restarting' ? 'running' : 'exited';
}
