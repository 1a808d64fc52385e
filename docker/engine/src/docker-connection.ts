import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import Docker from 'dockerode';
import { toEngineError } from './docker-errors';
import { type EngineCapacity, EngineError } from './engine';

export interface DockerFacts {
  apiVersion: string;
  cpuCount: number;
  storageDriver: string;
  backingFilesystem: string;
  memoryLimit: boolean;
  swapLimit: boolean;
  cpuQuota: boolean;
  pidsLimit: boolean;
  rootless: boolean;
  dataRoot: string;
  /** Engine clock, Unix seconds. */
  clockSeconds: number;
}

export interface DockerConnection {
  /** Calls fail after two minutes. */
  docker: Docker;
  /** For pulls and events, without a timeout. */
  streams: Docker;
  probeHost: string;
  /** Whether the engine shares this machine's network, judged by its address. */
  local: boolean;
  /** The reply of /system/df, limited to volumes from API 1.42 on. */
  volumeUse(): Promise<unknown>;
  /** Throws EngineError engineDown; retries after a failure. */
  facts(): Promise<DockerFacts>;
  capacity(): Promise<EngineCapacity>;
}

interface InfoReply {
  NCPU?: number;
  MemTotal?: number;
  Runtimes?: Record<string, unknown> | null;
  Driver?: string;
  DriverStatus?: [string, string][] | null;
  MemoryLimit?: boolean;
  SwapLimit?: boolean;
  CpuCfsQuota?: boolean;
  PidsLimit?: boolean;
  SecurityOptions?: string[] | null;
  SystemTime?: string;
  DockerRootDir?: string;
}

const MIB = 1024 * 1024;
const PREFERRED_API = '1.41';

/** Lazy. `certPath` is a directory with ca.pem, cert.pem and key.pem. */
export function connectDocker(options: { host?: string; certPath?: string; probeHost?: string }): DockerConnection {
  const address = parseDockerHost(options.host ?? 'unix:///var/run/docker.sock');
  const target: Docker.DockerOptions =
    'socketPath' in address
      ? { socketPath: address.socketPath }
      : { host: address.host, port: address.port, ...tlsOptions(options.certPath) };
  const docker = new Docker({ ...target, timeout: 120_000 });
  const streams = new Docker(target);
  let reading: Promise<DockerFacts> | null = null;
  return {
    docker,
    streams,
    local: 'socketPath' in address,
    probeHost: options.probeHost ?? ('socketPath' in address ? '127.0.0.1' : address.host),
    volumeUse: async () => {
      const { Version: _, ApiVersion } = await docker.version();
      const modem = Object.assign(Object.create(docker.modem), docker.modem, { version: `v${ApiVersion}` });
      return new Promise((resolve, reject) => {
        modem.dial(
          {
            path: '/system/df?',
            method: 'GET',
            options: { type: 'volume' },
            statusCodes: { 200: true, 500: 'server error' },
          },
          (error: Error | null, usage: unknown) => (error ? reject(error) : resolve(usage)),
        );
      });
    },
    // Not cached: runtimes are added and nodes resized while workers run.
    capacity: async () => {
      const { NCPU, MemTotal, Runtimes } = (await docker.info()) as InfoReply;
      return {
        memoryMiB: MemTotal === undefined ? null : Math.floor(MemTotal / MIB),
        cpuTenths: NCPU === undefined ? null : NCPU * 10,
        runtimes: Object.keys(Runtimes ?? {}).sort(),
      };
    },
    facts: () => {
      reading ??= readFacts([docker, streams]).catch((error: unknown) => {
        reading = null;
        throw toEngineError(error);
      });
      return reading;
    },
  };
}

/** Takes `unix:///path` or `tcp://host[:port]`; throws EngineError invalidSpec. */
export function parseDockerHost(host: string): { socketPath: string } | { host: string; port: number } {
  if (host.startsWith('unix://')) return { socketPath: host.slice('unix://'.length) };
  if (host.startsWith('/')) return { socketPath: host };
  const match = /^(?:tcp|http|https):\/\/(\[[0-9a-fA-F:]+\]|[^:/]+)(?::(\d+))?\/?$/.exec(host);
  if (match?.[1] === undefined) {
    throw new EngineError('invalidSpec', `The Docker address ${host} is neither unix:///path nor tcp://host:port.`);
  }
  return { host: match[1].replace(/^\[|\]$/g, ''), port: Number(match[2] ?? 2375) };
}

function tlsOptions(certPath: string | undefined) {
  if (certPath === undefined) return {};
  const read = (name: string) => {
    try {
      return readFileSync(join(certPath, name));
    } catch (error) {
      throw new EngineError('invalidSpec', `${join(certPath, name)} cannot be read.`, { cause: error });
    }
  };
  return { protocol: 'https' as const, ca: read('ca.pem'), cert: read('cert.pem'), key: read('key.pem') };
}

async function readFacts(clients: [Docker, Docker]): Promise<DockerFacts> {
  const [docker] = clients;
  const version = await docker.version();
  const info = (await docker.info()) as InfoReply;
  const apiVersion = chooseApi(version.MinAPIVersion, version.ApiVersion);
  for (const client of clients) Object.assign(client.modem, { version: `v${apiVersion}` });
  return {
    apiVersion,
    cpuCount: info.NCPU ?? 1,
    storageDriver: info.Driver ?? '',
    backingFilesystem: info.DriverStatus?.find(([name]) => name === 'Backing Filesystem')?.[1] ?? '',
    memoryLimit: info.MemoryLimit ?? false,
    swapLimit: info.SwapLimit ?? false,
    cpuQuota: info.CpuCfsQuota ?? false,
    pidsLimit: info.PidsLimit ?? false,
    rootless: info.SecurityOptions?.some((option) => option.includes('rootless')) ?? false,
    dataRoot: info.DockerRootDir ?? '',
    clockSeconds: info.SystemTime === undefined ? Date.now() / 1000 : Date.parse(info.SystemTime) / 1000,
  };
}

/** Engines from 29 on refuse versions below their minimum. */
function chooseApi(oldest: string | undefined, newest: string | undefined): string {
  const minor = (version: string) => Number(version.split('.')[1] ?? 0);
  if (oldest !== undefined && minor(oldest) > minor(PREFERRED_API)) return oldest;
  if (newest !== undefined && minor(newest) < minor(PREFERRED_API)) return newest;
  return PREFERRED_API;
}
