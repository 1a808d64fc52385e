import { randomUUID } from 'node:crypto';
import { waitUntilAnswers } from '@vexil/engine/probe';
import { callDocker } from '../../lib/docker-api.mjs';

export interface PlainImage {
  image: string;
  port: number;
  memoryMiB: number;
}

export interface PlainEngine {
  /** Creates, starts and connects; resolves with the milliseconds until the service took the connection. */
  start(options?: { ownNetwork?: boolean }): Promise<number>;
  removeAll(): Promise<void>;
}

const timeoutMs = 60_000;

/** The engine's own pool has about thirty. */
const subnetOf = (index: number) => `10.213.${(index >> 4) & 255}.${(index & 15) * 16}/28`;

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
  return {
    start: async ({ ownNetwork = false } = {}) => {
      const name = `vexil-bench-${randomUUID()}`;
      const begin = performance.now();
      if (ownNetwork) {
        networks.push(name);
        await call('POST', '/networks/create', {
          Name: name,
          Driver: 'bridge',
          IPAM: { Config: [{ Subnet: subnetOf(count++) }] },
        });
      }
      names.push(name);
      await call('POST', `/containers/create?name=${name}`, {
        Image: image,
        ExposedPorts: { [`${port}/tcp`]: {} },
        HostConfig: {
          ...(ownNetwork ? { NetworkMode: name } : {}),
          Memory: memoryMiB * 2 ** 20,
          PortBindings: { [`${port}/tcp`]: [{ HostIp: '127.0.0.1', HostPort: '' }] },
        },
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
