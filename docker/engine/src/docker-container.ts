import { randomBytes } from 'node:crypto';
import type Docker from 'dockerode';
import { confine, type OptionalFeatures } from './docker-confinement';
import type { DockerFacts } from './docker-connection';
import type { CompanionSpec, ContainerSpec, NetworkMode, RunSpec } from './engine';

/**
 * `id` is on main containers only, so that releases without companions never take one for an instance. `port` is read
 * by such releases.
 */
export const LABEL = {
  deployment: 'vexil.deployment',
  id: 'vexil.id',
  port: 'vexil.port',
  ports: 'vexil.ports',
  mode: 'vexil.mode',
  companions: 'vexil.companions',
  /** On companions and runs: the instance's id. */
  partOf: 'vexil.part-of',
  role: 'vexil.role',
  name: 'vexil.name',
  /** On runs: Unix milliseconds after which a run without a worker is removed. */
  until: 'vexil.until',
} as const;

/** What a run may write beside its memory. */
const RUN_STORAGE_MIB = 256;
/** Pulling aside, a run needs a moment to start and to be removed. */
export const RUN_GRACE_MS = 60_000;

export interface CreateContext {
  deployment: string;
  bindAddress: string;
  /** The engine takes a free port of it under its own lock, so workers that share an engine cannot get the same one. */
  portRange: string;
  network: string;
  /** Of an instance with companions: by name, `main` among them. */
  addresses: Readonly<Record<string, string>>;
  facts: DockerFacts;
  features: OptionalFeatures;
}

export function createOptions(spec: ContainerSpec, context: CreateContext): Docker.ContainerCreateOptions {
  const { ports, companions = [] } = spec;
  const binding = [{ HostIp: spec.publishOn ?? context.bindAddress, HostPort: context.portRange }];
  return {
    name: `vexil-${spec.id}`,
    Image: spec.image,
    Env: environment(spec.env),
    ExposedPorts: Object.fromEntries(ports.map(({ port }) => [`${port}/tcp`, {}])),
    Labels: {
      ...spec.labels,
      [LABEL.deployment]: context.deployment,
      [LABEL.id]: spec.id,
      [LABEL.port]: String(ports[0]?.port),
      [LABEL.ports]: ports.map(({ name, port }) => `${name}:${port}`).join(','),
      [LABEL.mode]: spec.networkMode,
      ...(companions.length === 0 ? {} : { [LABEL.companions]: String(companions.length) }),
    },
    HostConfig: {
      ...confine(spec, context.facts, context.features),
      NetworkMode: context.network,
      PortBindings: Object.fromEntries(ports.map(({ port }) => [`${port}/tcp`, binding])),
      ...(companions.length === 0 ? {} : hosts('main', context)),
    },
    ...(companions.length === 0 ? {} : inNetworkAs('main', context)),
  };
}

/** A companion's root is writable where the main one is not: databases need it. */
export function companionOptions(
  spec: ContainerSpec,
  companion: CompanionSpec,
  context: CreateContext,
): Docker.ContainerCreateOptions {
  const { memoryMiB, cpuTenths } = companion;
  return {
    name: partName(spec.id, companion.name),
    Image: companion.image,
    Env: environment(companion.env),
    Labels: {
      [LABEL.deployment]: context.deployment,
      [LABEL.partOf]: spec.id,
      [LABEL.role]: 'companion',
      [LABEL.name]: companion.name,
    },
    HostConfig: {
      ...confine({ ...spec, memoryMiB, cpuTenths, readOnlyRoot: false }, context.facts, context.features),
      NetworkMode: context.network,
      ...hosts(companion.name, context),
    },
    ...inNetworkAs(companion.name, context),
  };
}

export function runOptions(
  spec: RunSpec,
  target: { networkMode: NetworkMode; address: string; runtime: string | undefined },
  context: Omit<CreateContext, 'bindAddress' | 'portRange' | 'addresses'>,
): Docker.ContainerCreateOptions {
  const limits = { ...spec, storageMiB: RUN_STORAGE_MIB, networkMode: target.networkMode, runtime: target.runtime };
  return {
    name: partName(spec.target, 'run'),
    Image: spec.image,
    ...(spec.command === undefined ? {} : { Entrypoint: spec.command, Cmd: [] }),
    Env: environment(spec.env),
    Labels: {
      [LABEL.deployment]: context.deployment,
      [LABEL.partOf]: spec.target,
      [LABEL.role]: 'run',
      [LABEL.until]: String(Date.now() + spec.timeoutMs + RUN_GRACE_MS),
    },
    HostConfig: {
      ...confine(limits, context.facts, context.features),
      NetworkMode: context.network,
      // An alias would be shared by all instances of an operator's network.
      ExtraHosts: [`main:${target.address}`],
    },
  };
}

/** Unique, because a part that a crash left has no claim to its name. */
function partName(id: string, role: string): string {
  return `vexil-${id}-${role}-${randomBytes(4).toString('hex')}`;
}

type InNetwork = Pick<CreateContext, 'network' | 'addresses'>;

function inNetworkAs(
  name: string,
  { network, addresses }: InNetwork,
): Pick<Docker.ContainerCreateOptions, 'NetworkingConfig'> {
  const endpoint = { Aliases: [name], IPAMConfig: { IPv4Address: addresses[name] } };
  return { NetworkingConfig: { EndpointsConfig: { [network]: endpoint } } };
}

/** The engine's own names do not reach runtimes with a network stack of their own, such as gVisor. */
function hosts(self: string, { addresses }: InNetwork): Pick<Docker.HostConfig, 'ExtraHosts'> {
  const others = Object.entries(addresses).filter(([name]) => name !== self);
  return { ExtraHosts: others.map(([name, address]) => `${name}:${address}`) };
}

const environment = (env: Record<string, string>) => Object.entries(env).map(([name, value]) => `${name}=${value}`);
