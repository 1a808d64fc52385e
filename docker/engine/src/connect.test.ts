import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { connectEngine } from './connect';
import { parseDockerHost } from './docker-connection';
import { registryOf, withTag } from './docker-image';
import { describeWithDocker, dockerHost } from './testing';

const NOBODY = 'unix:///nonexistent/docker.sock';

describe('connecting to a container engine', () => {
  it('gives none when told so, and when it may choose and nobody answers', async () => {
    expect(await connectEngine({ kind: 'none', deployment: 'test' })).toBeNull();
    expect(await connectEngine({ kind: 'auto', dockerHost: NOBODY, deployment: 'test' })).toBeNull();
  });

  it('refuses when Docker is wanted and does not answer', async () => {
    const connecting = connectEngine({ kind: 'docker', dockerHost: NOBODY, deployment: 'test' });
    await expect(connecting).rejects.toMatchObject({ code: 'engineDown' });
  });

  it.each(['swarm', 'kubernetes'] as const)('says that %s is not available', async (kind) => {
    await expect(connectEngine({ kind, deployment: 'test' })).rejects.toThrow('not available in this version');
  });

  it('does not wait for ever for a socket that says nothing', async () => {
    const folder = await mkdtemp(join(tmpdir(), 'vexil-engine-'));
    const path = join(folder, 'silent.sock');
    const server = createServer(() => undefined);
    await new Promise<void>((resolve) => server.listen(path, resolve));
    expect(await connectEngine({ kind: 'auto', dockerHost: `unix://${path}`, deployment: 'test' })).toBeNull();
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
  it('finds it by itself and tells what it enforces', async () => {
    const engine = await connectEngine({ kind: 'auto', dockerHost, deployment: 'test', firewall: false });
    const capabilities = await engine?.capabilities();
    expect(capabilities?.memory.enforced).toBeTypeOf('boolean');
    expect(capabilities?.isolatedHasNoEgress).toMatchObject({ enforced: false, why: expect.stringContaining('off') });
    await engine?.close();
  });
});
