import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { CAPABILITIES, PIDS_MAX, TMPFS_MIB, ulimits, WRITABLE } from './docker-confinement';
import { LABEL, RUN_GRACE_MS } from './docker-container';
import type { CompanionSpec, ContainerSpec, NetworkMode, RunSpec } from './engine';

const MIB = 1024 * 1024;
/** In nanoseconds. */
const STOP_GRACE = 1e9;

export interface ServiceContext {
  deployment: string;
  publish: 'host' | 'ingress';
  cpuCountMax: number;
  /** From API 1.44 on. */
  noNewPrivileges: boolean;
}

export interface ServiceNetwork {
  Target: string;
  Aliases?: string[];
}

/** Zero replicas at first where companions must be up before. */
export function mainService(
  spec: ContainerSpec,
  networks: ServiceNetwork[],
  replicas: 0 | 1,
  context: ServiceContext,
): Docker.ServiceSpec {
  const { ports, companions = [] } = spec;
  const isPublished = context.publish === 'host' ? 'dnsrr' : 'vip';
  return {
    Name: serviceName(spec.id),
    Labels: {
      ...spec.labels,
      [LABEL.deployment]: context.deployment,
      [LABEL.id]: spec.id,
      [LABEL.ports]: ports.map(({ name, port }) => `${name}:${port}`).join(','),
      [LABEL.mode]: spec.networkMode,
      ...(companions.length === 0 ? {} : { [LABEL.companions]: String(companions.length) }),
    },
    TaskTemplate: task(spec, spec, networks, context),
    Mode: { Replicated: { Replicas: replicas } },
    EndpointSpec: {
      Mode: isPublished,
      Ports: ports.map(({ port }) => ({ Protocol: 'tcp', TargetPort: port, PublishMode: context.publish })),
    },
  };
}

export function companionService(
  spec: ContainerSpec,
  companion: CompanionSpec,
  networks: ServiceNetwork[],
  context: ServiceContext,
): Docker.ServiceSpec {
  return {
    Name: partName(spec.id),
    Labels: {
      [LABEL.deployment]: context.deployment,
      [LABEL.partOf]: spec.id,
      [LABEL.role]: 'companion',
      [LABEL.name]: companion.name,
    },
    TaskTemplate: task(companion, { ...spec, readOnlyRoot: false }, networks, context),
    Mode: { Replicated: { Replicas: 1 } },
    EndpointSpec: { Mode: 'dnsrr' },
  };
}

export function runService(
  spec: RunSpec,
  target: { networkMode: NetworkMode; address: string },
  networks: ServiceNetwork[],
  context: ServiceContext,
): Docker.ServiceSpec {
  const taskTemplate = task(spec, { networkMode: target.networkMode, storageMiB: 0 }, networks, context);
  return {
    Name: partName(spec.target),
    Labels: {
      [LABEL.deployment]: context.deployment,
      [LABEL.partOf]: spec.target,
      [LABEL.role]: 'run',
      [LABEL.until]: String(Date.now() + spec.timeoutMs + RUN_GRACE_MS),
    },
    TaskTemplate: {
      ...taskTemplate,
      ContainerSpec: {
        ...taskTemplate.ContainerSpec,
        ...(spec.command === undefined ? {} : { Command: spec.command }),
        Hosts: [`${target.address} main`],
      },
    },
    Mode: { Replicated: { Replicas: 1 } },
    EndpointSpec: { Mode: 'dnsrr' },
  };
}

/** Its command does not exist: a task fails after its node has pulled the image, whatever the image contains. */
export function pullService(image: string, deployment: string): Docker.ServiceSpec {
  return {
    Name: `vexil-pull-${randomBytes(8).toString('hex')}`,
    Labels: { [LABEL.deployment]: deployment, [LABEL.until]: String(Date.now() + 3_600_000) },
    TaskTemplate: {
      ContainerSpec: { Image: image, Command: [PULL_COMMAND] },
      RestartPolicy: { Condition: 'none' },
    },
    Mode: { Global: {} },
    EndpointSpec: { Mode: 'dnsrr' },
  };
}

export const PULL_COMMAND = '/vexil-only-pulls';

/** The claim to the id: names of services are unique. */
function serviceName(id: string): string {
  return `vexil-${id}`;
}

/** At most 63 characters. */
function partName(id: string): string {
  return `vexil-${id}-${randomBytes(4).toString('hex')}`;
}

type Machine = Pick<ContainerSpec, 'image' | 'env' | 'memoryMiB' | 'cpuTenths'>;
type Rules = Pick<ContainerSpec, 'networkMode' | 'storageMiB' | 'pidsMax' | 'readOnlyRoot' | 'tmpfsMiB'>;

function task(
  { image, env, memoryMiB, cpuTenths }: Machine,
  rules: Rules,
  networks: ServiceNetwork[],
  context: ServiceContext,
): Docker.ContainerTaskSpec {
  const memory = memoryMiB * MIB;
  const limits = {
    MemoryBytes: memory,
    NanoCPUs: Math.min(cpuTenths / 10, context.cpuCountMax) * 1e9,
    Pids: rules.pidsMax ?? PIDS_MAX,
  };
  return {
    ContainerSpec: {
      Image: image,
      Env: Object.entries(env).map(([name, value]) => `${name}=${value}`),
      Init: true,
      StopGracePeriod: STOP_GRACE,
      CapabilityDrop: ['ALL'],
      CapabilityAdd: CAPABILITIES.map((capability) => `CAP_${capability}`),
      Ulimits: ulimits(rules.storageMiB),
      ...(context.noNewPrivileges ? { Privileges: { NoNewPrivileges: true } as object } : {}),
      ...(rules.readOnlyRoot ? { ReadOnly: true, Mounts: tmpfs(rules.tmpfsMiB ?? TMPFS_MIB) } : {}),
      ...(rules.networkMode === 'Isolated' ? { DNSConfig: { Nameservers: ['127.0.0.1'] } } : {}),
    },
    // The reservation makes the scheduler place by free memory.
    Resources: { Limits: limits, Reservations: { MemoryBytes: memory } },
    RestartPolicy: { Condition: 'none' },
    LogDriver: { Name: 'json-file', Options: { 'max-size': '1m', 'max-file': '1' } },
    Networks: networks,
  };
}

function tmpfs(sizeMiB: number): Docker.MountSettings[] {
  return WRITABLE.map((Target) => ({
    Target,
    Source: '',
    Type: 'tmpfs',
    TmpfsOptions: { SizeBytes: sizeMiB * MIB, Mode: 0o1777 },
  }));
}
