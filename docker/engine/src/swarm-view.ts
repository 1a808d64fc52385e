import type Docker from 'dockerode';
import { LABEL } from './docker-container';
import { portsOf } from './docker-view';
import type { ContainerState, RunningContainer } from './engine';

/** What the driver reads of a task. */
export interface SwarmTask {
  ID: string;
  ServiceID: string;
  NodeID?: string;
  CreatedAt: string;
  DesiredState: string;
  Status: {
    State: string;
    Message?: string;
    Err?: string;
    ContainerStatus?: { ContainerID?: string; ExitCode?: number };
    PortStatus?: { Ports?: { TargetPort: number; PublishedPort: number }[] };
  };
  NetworksAttachments?: { Network: { ID: string; Spec: { Name: string } }; Addresses?: string[] }[];
}

export type SwarmService = Docker.Service & { ID: string; CreatedAt: string; Spec: Docker.ServiceSpec };

export const labelsOf = ({ Spec }: SwarmService): Record<string, string> => Spec.Labels ?? {};

const ENDED = new Set(['complete', 'shutdown', 'failed', 'rejected', 'remove', 'orphaned']);

export function stateOf(task: SwarmTask | undefined): ContainerState {
  if (task === undefined) return 'starting';
  if (ENDED.has(task.Status.State)) return 'exited';
  return task.Status.State === 'running' ? 'running' : 'starting';
}

/** Null while it runs, and where a task ended before its container existed. */
export function exitCodeOf(task: SwarmTask | undefined): number | null {
  if (task === undefined || stateOf(task) !== 'exited') return null;
  return task.Status.ContainerStatus?.ContainerID ? (task.Status.ContainerStatus.ExitCode ?? null) : null;
}

export const isFailedCompanion = (labels: Record<string, string>, task: SwarmTask | undefined) =>
  labels[LABEL.role] === 'companion' && stateOf(task) === 'exited' && exitCodeOf(task) !== 0;

export function addressOf(task: SwarmTask): { network: string; address: string } | null {
  // The ingress network is shared by all services.
  const own = task.NetworksAttachments?.find(({ Network }) => Network.Spec.Name !== 'ingress');
  const address = own?.Addresses?.[0]?.split('/')[0];
  return own === undefined || address === undefined ? null : { network: own.Network.ID, address };
}

/** `nodeAddress` is where ports published on the task's node are reached. */
export function viewService(
  service: SwarmService,
  task: SwarmTask | undefined,
  nodeAddress: string,
): RunningContainer | null {
  const labels = labelsOf(service);
  const id = labels[LABEL.id];
  if (id === undefined) return null;
  const state = stateOf(task);
  const own = task !== undefined && state === 'running' ? addressOf(task) : null;
  const ingress = service.Endpoint?.Ports ?? [];
  const published = [...(task?.Status.PortStatus?.Ports ?? []), ...ingress];
  return {
    id,
    engineId: service.ID,
    state,
    exitCode: exitCodeOf(task),
    outOfMemory: false,
    ports: portsOf(labels).map(({ name, port }) => ({
      name,
      port,
      host: nodeAddress,
      hostPort:
        state === 'running' ? (published.find(({ TargetPort }) => TargetPort === port)?.PublishedPort ?? null) : null,
      internalHost: own?.address ?? null,
    })),
    createdAt: new Date(service.CreatedAt),
    labels: Object.fromEntries(Object.entries(labels).filter(([name]) => !name.startsWith('vexil.'))),
  };
}
