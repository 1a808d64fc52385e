import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { describeWithDocker, dockerHost } from '../testing/docker';
import { connectEngine, pingWithin } from './connect';
import { parseDockerHost } from './docker-connection';
import { registryOf, withTag } from './docker-image';
import type { ContainerEngine } from './engine';

const UNREACHABLE = 'unix:///nonexistent/docker.sock';

describe('connecting to a container engine', () => {
  it('returns null for none', async () => {
    expect(await connectEngine({ kind: 'none', dockerHost: UNREACHABLE, deployment: 'test' })).toBeNull();
  });

  it.each(['docker', 'auto'] as const)(
    'gives an engine that does not answer yet for %s with an address',
    async (kind) => {
      const engine = await connectEngine({ kind, dockerHost: UNREACHABLE, deployment: 'test' });
      await expect(engine?.ping()).rejects.toMatchObject({ code: 'engineDown' });
      await engine?.close();
    },
  );

  it('refuses an address that is none', async () => {
    const connecting = connectEngine({ kind: 'docker', dockerHost: 'ssh://host', deployment: 'test' });
    await expect(connecting).rejects.toMatchObject({ code: 'invalidSpec' });
  });

  it('does not wait for ever for a socket that says nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vexil-engine-'));
    const path = join(folder, 'silent.sock');
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    const engine = await connectEngine({ kind: 'docker', dockerHost: `unix://${path}`, deployment: 'test' });
    await expect(pingWithin(engine as ContainerEngine, 50)).rejects.toMatchObject({ code: 'engineDown' });
    await engine?.close();
    server.close();
    await rm(folder, { recursive: true });
  });
});

describe('names of engines and images', () => {
  it.each([
    ['unix:///var/run/docker.sock', { socketPath: '/var/run/docker.sock' }],
    ['tcp://docker.lan:2376', { host: 'docker.lan', port: 2376 }],
    ['tcp://[fd00::1]', { host: 'fd00::1', port: 2375 }],
  ])('reads %s', (host, address) => {
    expect(parseDockerHost(host)).toEqual(address);
  });

  it.each(['ssh://host', 'docker.sock', ''])('refuses %j', (host) => {
    expect(() => parseDockerHost(host)).toThrow('neither');
  });

  it.each([
    ['busybox', 'busybox:latest', 'docker.io'],
    ['vexil/quiz:1', 'vexil/quiz:1', 'docker.io'],
    ['localhost/quiz', 'localhost/quiz:latest', 'localhost'],
    ['reg.lan:5000/a/b', 'reg.lan:5000/a/b:latest', 'reg.lan:5000'],
    ['a@sha256:0123', 'a@sha256:0123', 'docker.io'],
  ])('knows tag and registry of %s', (image, tagged, registry) => {
    expect(withTag(image)).toBe(tagged);
    expect(registryOf(image)).toBe(registry);
  });
});

describeWithDocker('connecting to a Docker Engine', () => {
  it('finds the engine and reports what it enforces', async () => {
    const engine = await connectEngine({ kind: 'auto', dockerHost, deployment: 'test', firewall: false });
    const capabilities = await engine?.capabilities();
    expect(capabilities?.memory.enforced).toBeTypeOf('boolean');
    expect(capabilities?.isolatedHasNoEgress).toMatchObject({ enforced: false, why: expect.stringContaining('off') });
    await engine?.close();
  });
});
