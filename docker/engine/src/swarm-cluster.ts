import type Docker from 'dockerode';
import type { DockerConnection } from './docker-connection';
import { LABEL } from './docker-container';
import { isMissing } from './docker-errors';
import type { RunningContainer } from './engine';
import {
  exitCodeOf,
  isFailedCompanion,
  labelsOf,
  type SwarmService,
  type SwarmTask,
  stateOf,
  viewService,
} from './swarm-view';

export interface SwarmNode {
  ID: string;
  Status: { State: string; Addr: string };
  Spec: { Availability: string };
  Description: { Hostname: string; Resources: { NanoCPUs: number; MemoryBytes: number } };
}

export const isActive = ({ Status, Spec }: SwarmNode) => Status.State === 'ready' && Spec.Availability === 'active';

/** Reads of the cluster. */
export interface SwarmCluster {
  nodes(): Promise<SwarmNode[]>;
  list(): Promise<RunningContainer[]>;
  find(id: string): Promise<RunningContainer | null>;
  findService(id: string): Promise<SwarmService | null>;
  listParts(id?: string): Promise<SwarmService[]>;
  /** Runs and pulls. */
  listTimed(): Promise<SwarmService[]>;
  /** The newest, because a service whose replicas change keeps old ones. */
  taskOf(serviceId: string): Promise<SwarmTask | undefined>;
  tasksOf(serviceId: string): Promise<SwarmTask[]>;
  /** Whether a node still has a task of the instance or its companions; their services may be gone. */
  hasTasks(id: string): Promise<boolean>;
  /** The client of the node's own engine, where this process has one. */
  engineOf(task: SwarmTask): Promise<Docker | null>;
}

export function createCluster(
  { docker, probeHost }: DockerConnection,
  deployment: string,
  /** By host name, beside the engine that is connected to. */
  engines: ReadonlyMap<string, Docker>,
): SwarmCluster {
  const listServices = async (...labels: string[]) => {
    const filters = JSON.stringify({ label: [`${LABEL.deployment}=${deployment}`, ...labels] });
    return (await docker.listServices({ filters } as object)) as SwarmService[];
  };
  const listTasks = async (filters: { service?: string[]; label?: string[] }) => {
    const tasks = (await docker.listTasks({ filters: JSON.stringify(filters) })) as SwarmTask[];
    return tasks.sort((one, other) => other.CreatedAt.localeCompare(one.CreatedAt));
  };
  const tasksLabelled = (...labels: string[]) => listTasks({ label: [`${LABEL.deployment}=${deployment}`, ...labels] });
  const tasksOf = async (...services: string[]) => {
    try {
      return services.length === 0 ? [] : await listTasks({ service: services });
    } catch (error) {
      // A service that was removed meanwhile fails the whole query.
      if (isMissing(error)) return [];
      throw error;
    }
  };
  const nodes = async () => (await docker.listNodes()) as SwarmNode[];
  let ownNodeId: string | null = null;
  const engineOf = async ({ NodeID }: SwarmTask) => {
    ownNodeId ??= ((await docker.info()) as { Swarm?: { NodeID?: string } }).Swarm?.NodeID ?? '';
    if (NodeID === ownNodeId) return docker;
    const node = (await nodes()).find(({ ID }) => ID === NodeID);
    return engines.get(node?.Description.Hostname ?? '') ?? null;
  };
  const addressOf = (node: SwarmNode | undefined) =>
    node === undefined || node.ID === ownNodeId || /^(127\.|0\.0\.0\.0)/.test(node.Status.Addr)
      ? probeHost
      : node.Status.Addr;

  const view = async (services: readonly SwarmService[], tasks: readonly SwarmTask[], all: readonly SwarmNode[]) => {
    const newest = (service: SwarmService) => tasks.find(({ ServiceID }) => ServiceID === service.ID);
    const views = services.map(async (service) => {
      const id = labelsOf(service)[LABEL.id];
      const task = newest(service);
      const container = viewService(service, task, addressOf(all.find((node) => node.ID === task?.NodeID)));
      if (container === null) return null;
      const parts = services.filter((part) => labelsOf(part)[LABEL.partOf] === id);
      const failed = parts.find((part) => isFailedCompanion(labelsOf(part), newest(part)));
      const ended = stateOf(task) === 'exited' ? task : failed && newest(failed);
      if (ended === undefined) return container;
      const outOfMemory = exitCodeOf(ended) !== 0 && (await ranOutOfMemory(await engineOf(ended), ended));
      const ports = container.ports.map((port) => ({ ...port, hostPort: null, internalHost: null }));
      return { ...container, state: 'exited' as const, exitCode: exitCodeOf(ended), outOfMemory, ports };
    });
    return (await Promise.all(views)).filter((container) => container !== null);
  };

  const findService = async (id: string) => (await listServices(`${LABEL.id}=${id}`))[0] ?? null;
  const listParts = (id?: string) => listServices(id === undefined ? LABEL.partOf : `${LABEL.partOf}=${id}`);
  return {
    nodes,
    list: async () => {
      const services = await listServices();
      if (services.length === 0) return [];
      return view(services, await tasksLabelled(), await nodes());
    },
    find: async (id) => {
      const service = await findService(id);
      if (service === null) return null;
      const services = [service, ...(LABEL.companions in labelsOf(service) ? await listParts(id) : [])];
      return (await view(services, await tasksOf(...services.map(({ ID }) => ID)), await nodes()))[0] ?? null;
    },
    findService,
    listParts,
    listTimed: () => listServices(LABEL.until),
    tasksOf,
    hasTasks: async (id) => {
      const labels = [`${LABEL.id}=${id}`, `${LABEL.partOf}=${id}`];
      return (await Promise.all(labels.map((label) => tasksLabelled(label)))).some((tasks) => tasks.length > 0);
    },
    taskOf: async (serviceId) => (await tasksOf(serviceId))[0],
    engineOf,
  };
}

async function ranOutOfMemory(engine: Docker | null, task: SwarmTask): Promise<boolean> {
  const containerId = task.Status.ContainerStatus?.ContainerID;
  if (engine === null || !containerId) return false;
  try {
    return (await engine.getContainer(containerId).inspect()).State.OOMKilled;
  } catch (error) {
    if (isMissing(error)) return false;
    throw error;
  }
}
