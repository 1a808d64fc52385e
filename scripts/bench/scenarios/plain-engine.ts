import { randomUUID } from 'node:crypto';
import { waitUntilAnswers } from '@vexil/engine/probe';
import { callDocker } from '../../lib/docker-api.mjs';

export interface PlainImage {
  image: string;
  port: number;
  memoryMiB: number;
}

/** What the engine says of one of our containers, as far as another is made like it. */
type Pattern = Record<'Image' | 'Env' | 'ExposedPorts', unknown> & { HostConfig: Record<string, unknown> };

export interface PlainEngine {
  /** From here on `same` starts what this instance of ours is. */
  imitate(id: string): Promise<void>;
  /**
   * Creates, starts and connects; resolves with the milliseconds until the service took the connection. `same` makes a
   * container as ours is: with a network of its own, and with its limits and rights.
   */
  start(options?: { same?: boolean }): Promise<number>;
  removeAll(): Promise<void>;
}

const timeoutMs = 60_000;

/** The engine’s own pool has about thirty; ours is another. */
const subnetOf = (index: number) => `10.214.${(index >> 4) & 255}.${(index & 15) * 16}/28`;

/** The fewest calls of the Docker API that bring a service up: what a start costs without our code. */
export function openPlainEngine(dockerHost: string | undefined, { image, port, memoryMiB }: PlainImage): PlainEngine {
  const names: string[] = [];
  const networks: string[] = [];
  let count = 0;
  const call = async (method: string, path: string, json?: unknown) => {
    const { status, text } = await callDocker(dockerHost, method, path, { json, timeoutMs });
    if (status >= 400) throw new Error(`The engine answered ${status} to ${method} ${path}: ${text}`);
    return text === '' ? null : JSON.parse(text);
  };
  const plain: Pattern = {
    Image: image,
    Env: [],
    ExposedPorts: { [`${port}/tcp`]: {} },
    HostConfig: {
      Memory: memoryMiB * 2 ** 20,
      PortBindings: { [`${port}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: '' }] },
    },
  };
  let ours: Pattern | null = null;
  return {
    imitate: async (id) => {
      const { Config, HostConfig } = await call('GET', `/containers/vexil-${id}/json`);
      ours = { Image: Config.Image, Env: Config.Env, ExposedPorts: Config.ExposedPorts, HostConfig };
    },
    start: async ({ same = false } = {}) => {
      const pattern = same ? ours : plain;
      if (pattern === null) throw new Error('No container of ours was shown.');
      const name = `vexil-bench-${randomUUID()}`;
      const begin = performance.now();
      if (same) {
        networks.push(name);
        await call('POST', '/networks/create', {
          Name: name,
          Driver: 'bridge',
          IPAM: { Config: [{ Subnet: subnetOf(count++) }] },
        });
      }
      names.push(name);
      await call('POST', `/containers/create?name=${name}`, {
        ...pattern,
        HostConfig: { ...pattern.HostConfig, NetworkMode: same ? name : 'bridge' },
      });
      await call('POST', `/containers/${name}/start`);
      const { NetworkSettings } = await call('GET', `/containers/${name}/json`);
      // Ready means the same on both sides.
      await waitUntilAnswers('127.0.0.1', Number(NetworkSettings.Ports[`${port}/tcp`][0].HostPort), { timeoutMs });
      return performance.now() - begin;
    },
    removeAll: async () => {
      await Promise.all(names.splice(0).map((name) => call('DELETE', `/containers/${name}?force=true&v=true`)));
      await Promise.all(networks.splice(0).map((name) => call('DELETE', `/networks/${name}`)));
    },
  };
}
