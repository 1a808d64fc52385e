import type Docker from 'dockerode';
import type { DockerFacts } from './docker-connection';
import type { ContainerSpec, ContainerState, RunningContainer } from './engine';

export const LABEL = { deployment: 'vexil.deployment', id: 'vexil.id', port: 'vexil.port' } as const;

/**
 * What images need before they drop root: file ownership, change of user, ports below 1024, and chroot as xinetd does.
 * Left out of Docker's defaults: NET_RAW (spoofing), MKNOD, SETFCAP, SETPCAP, FSETID, AUDIT_WRITE.
 */
const CAPABILITIES = ['CHOWN', 'DAC_OVERRIDE', 'FOWNER', 'SETUID', 'SETGID', 'KILL', 'NET_BIND_SERVICE', 'SYS_CHROOT'];

const PIDS_MAX = 256;
const TMPFS_MIB = 16;
const WRITABLE = ['/tmp', '/var/tmp', '/run'];
const MIB = 1024 * 1024;

export interface OptionalFeatures {
  init: boolean;
  storageLimit: boolean;
}

export interface CreateContext {
  deployment: string;
  bindAddress: string;
  network: string;
  facts: DockerFacts;
  features: OptionalFeatures;
}

function containerName(id: string): string {
  return `vexil-${id}`;
}

export function createOptions(spec: ContainerSpec, context: CreateContext): Docker.ContainerCreateOptions {
  const port = `${spec.exposePort}/tcp`;
  return {
    name: containerName(spec.id),
    Image: spec.image,
    Env: Object.entries(spec.env).map(([name, value]) => `${name}=${value}`),
    ExposedPorts: { [port]: {} },
    Labels: {
      ...spec.labels,
      [LABEL.deployment]: context.deployment,
      [LABEL.id]: spec.id,
      [LABEL.port]: String(spec.exposePort),
    },
    HostConfig: hostConfig(spec, port, context),
  };
}

function hostConfig(spec: ContainerSpec, port: string, context: CreateContext): Docker.HostConfig {
  const memory = spec.memoryMiB * MIB;
  const quota = context.features.storageLimit && spec.storageMiB > 0;
  return {
    NetworkMode: context.network,
    PortBindings: { [port]: [{ HostIp: spec.publishOn ?? context.bindAddress, HostPort: '' }] },
    Memory: memory,
    // Includes swap: equal to memory means none.
    MemorySwap: memory,
    // Engines refuse a quota above the cores they have.
    NanoCpus: Math.min(spec.cpuTenths / 10, context.facts.cpuCount) * 1e9,
    PidsLimit: spec.pidsMax ?? PIDS_MAX,
    CapDrop: ['ALL'],
    CapAdd: CAPABILITIES,
    SecurityOpt: ['no-new-privileges'],
    Privileged: false,
    ...(spec.readOnlyRoot ? { ReadonlyRootfs: true, Tmpfs: tmpfs(spec.tmpfsMiB ?? TMPFS_MIB) } : {}),
    Init: context.features.init,
    RestartPolicy: { Name: 'no' },
    // Out of memory, the host kills challenges before the platform.
    OomScoreAdj: 500,
    LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
    Ulimits: ulimits(spec.storageMiB),
    ...(quota ? { StorageOpt: { size: `${spec.storageMiB}M` } } : {}),
    // No DNS, or names could carry data out of an Isolated container.
    ...(spec.networkMode === 'Isolated' ? { Dns: ['127.0.0.1'] } : {}),
  };
}

function tmpfs(sizeMiB: number): Record<string, string> {
  return Object.fromEntries(WRITABLE.map((path) => [path, `rw,nosuid,nodev,size=${sizeMiB}m,mode=1777`]));
}

/** No nproc: it counts over all containers. fsize is the only limit without storage quotas. */
function ulimits(storageMiB: number): { Name: string; Soft: number; Hard: number }[] {
  const limits = [
    { Name: 'nofile', Soft: 16_384, Hard: 16_384 },
    { Name: 'core', Soft: 0, Hard: 0 },
  ];
  if (storageMiB > 0) limits.push({ Name: 'fsize', Soft: storageMiB * MIB, Hard: storageMiB * MIB });
  return limits;
}

export function viewContainer(info: Docker.ContainerInfo, probeHost: string): RunningContainer | null {
  const { [LABEL.deployment]: _deployment, [LABEL.id]: id, [LABEL.port]: port, ...labels } = info.Labels;
  if (id === undefined) return null;
  const internalPort = Number(port ?? 0);
  const state = stateOf(info.State);
  const networks = Object.values(info.NetworkSettings?.Networks ?? {});
  const published = info.Ports.find((one) => one.PrivatePort === internalPort && one.PublicPort > 0);
  return {
    id,
    engineId: info.Id,
    state,
    exitCode: exitCodeOf(info.Status),
    host: reachedAt(published?.IP, probeHost),
    hostPort: state === 'running' ? (published?.PublicPort ?? null) : null,
    internalHost: (state === 'running' && networks[0]?.IPAddress) || null,
    internalPort,
    createdAt: new Date(info.Created * 1000),
    labels,
  };
}

const anywhere = /^(0\.0\.0\.0|::|127\..*|::1)?$/;

/** A port on one address is reachable only there. */
function reachedAt(publishedOn: string | undefined, probeHost: string): string {
  return publishedOn === undefined || anywhere.test(publishedOn) ? probeHost : publishedOn;
}

// Lists contain it only in a text such as `Exited (137) 5 seconds ago`.
function exitCodeOf(status: string | undefined): number | null {
  const code = /^Exited \((\d+)\)/.exec(status ?? '')?.[1];
  return code === undefined ? null : Number(code);
}

function stateOf(state: string): ContainerState {
  if (state === 'created') return 'starting';
  return state === 'running' || state === 'paused' || state === 'restarting' ? 'running' : 'exited';
}
