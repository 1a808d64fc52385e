import type Docker from 'dockerode';
import type { DockerFacts } from './docker-connection';
import type { ContainerSpec } from './engine';

/**
 * What images need before they drop root: file ownership, change of user, ports below 1024, and chroot as xinetd does.
 * Left out of Docker's defaults: NET_RAW (spoofing), MKNOD, SETFCAP, SETPCAP, FSETID, AUDIT_WRITE.
 */
export const CAPABILITIES = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FOWNER',
  'SETUID',
  'SETGID',
  'KILL',
  'NET_BIND_SERVICE',
  'SYS_CHROOT',
];

export const PIDS_MAX = 256;
export const TMPFS_MIB = 16;
export const WRITABLE = ['/tmp', '/var/tmp', '/run'];
const MIB = 1024 * 1024;

export interface OptionalFeatures {
  init: boolean;
  storageLimit: boolean;
}

export type Confined = Pick<
  ContainerSpec,
  'memoryMiB' | 'cpuTenths' | 'storageMiB' | 'pidsMax' | 'networkMode' | 'readOnlyRoot' | 'tmpfsMiB' | 'runtime'
>;

/** Limits and rights of every container: of instances, their companions and runs. */
export function confine(spec: Confined, facts: DockerFacts, features: OptionalFeatures): Docker.HostConfig {
  const memory = spec.memoryMiB * MIB;
  const quota = features.storageLimit && spec.storageMiB > 0;
  return {
    Memory: memory,
    // Includes swap: equal to memory means none.
    MemorySwap: memory,
    // Engines refuse a quota above the cores they have.
    NanoCpus: Math.min(spec.cpuTenths / 10, facts.cpuCount) * 1e9,
    PidsLimit: spec.pidsMax ?? PIDS_MAX,
    CapDrop: ['ALL'],
    CapAdd: CAPABILITIES,
    SecurityOpt: ['no-new-privileges'],
    Privileged: false,
    ...(spec.readOnlyRoot ? { ReadonlyRootfs: true, Tmpfs: tmpfs(spec.tmpfsMiB ?? TMPFS_MIB) } : {}),
    ...(spec.runtime === undefined ? {} : { Runtime: spec.runtime }),
    Init: features.init,
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
export function ulimits(storageMiB: number): { Name: string; Soft: number; Hard: number }[] {
  const limits = [
    { Name: 'nofile', Soft: 16_384, Hard: 16_384 },
    { Name: 'core', Soft: 0, Hard: 0 },
  ];
  if (storageMiB > 0) limits.push({ Name: 'fsize', Soft: storageMiB * MIB, Hard: storageMiB * MIB });
  return limits;
}
