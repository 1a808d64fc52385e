import { randomUUID } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest';
import { startTestHost, type TestHost } from '../testing/contract/host';
import { openTestRegistry, type TestRegistry } from '../testing/contract/registry';
import {
  askContainer,
  buildSpec,
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
  TEST_IMAGE,
} from '../testing/docker';
import { openEngine } from './connect';
import type { ContainerEngine } from './engine';
import { waitUntilReady } from './probe';

describeWithDocker('Docker Engines of several hosts', () => {
  const deployment = `test-${randomUUID()}`;
  const instructions: string[] = [];
  const logger = {
    info: (fields: object) => void instructions.push(JSON.stringify(fields)),
    warn: () => undefined,
  };
  let host: TestHost;
  let registry: TestRegistry;
  let near: ContainerEngine;
  let far: ContainerEngine;

  beforeAll(async () => {
    await buildTestImage(openTestDocker());
    registry = await openTestRegistry();
    host = await startTestHost(1, {
      settings: { 'insecure-registries': ['203.0.113.0/24'] },
    });
    await buildTestImage(host.docker);
    const common = { deployment, logger, registries: { [registry.name(host.gateway)]: registry.login } };
    const near_ = { kind: 'docker', name: 'near', host: dockerHost, networkPool: '10.211.0.0/16' } as const;
    near = await openEngine(near_, { ...common, firewall: false });
    const tls = { host: `tcp://${host.address}:2376`, certPath: host.certPath, networkPool: '10.211.0.0/16' };
    far = await openEngine({ kind: 'docker', name: 'far', ...tls }, common);
  });
  afterAll(async () => {
    for (const engine of [near, far]) {
      await engine?.removeLeftovers(new Set());
      await engine?.close();
    }
    await host?.stop();
    await registry?.close();
  });

  it('run side by side in one process, one of them over TCP with TLS', async () => {
    const containers = await Promise.all(
      [near, far].map(async (engine) => {
        const spec = buildSpec();
        const container = await engine.start(spec);
        await waitUntilReady(engine, container, { timeoutMs: 60_000 });
        return container;
      }),
    );
    expect(containers.map(({ ports }) => ports[0]?.host)).toEqual(['127.0.0.1', host.address]);
    for (const container of containers) expect(await askContainer(container, 'hello')).toBe('hello');
    for (const [at, engine] of [near, far].entries()) {
      expect((await engine.list()).map(({ id }) => id)).toEqual([containers[at]?.id]);
      expect((await engine.capacity()).runtimes).toContain('runc');
    }
    await far.stop(containers[1]?.id ?? '');
    expect(await far.list()).toEqual([]);
    expect(await near.list()).toHaveLength(1);
  });

  it('refuse a worker without a certificate of theirs', async () => {
    const directory = await mkdtemp(join(tmpdir(), 'vexil-no-certificate-'));
    onTestFinished(() => rm(directory, { recursive: true }));
    const address = { kind: 'docker', name: 'far', host: `tcp://${host.address}:2376` } as const;
    const plain = await openEngine(address, { deployment });
    await expect(plain.ping()).rejects.toMatchObject({ code: expect.stringMatching(/engineDown|invalidSpec/) });
    await plain.close();
    const missing = openEngine({ ...address, certPath: directory }, { deployment });
    await expect(missing).rejects.toEqual(expect.objectContaining({ code: 'invalidSpec' }));
    const foreign = await openEngine({ ...address, certPath: await host.foreignCertificates() }, { deployment });
    await expect(foreign.ping()).rejects.toMatchObject({ code: 'engineDown' });
    await foreign.close();
  });

  it('cannot be given firewall rules from here: says so, and prints them', async () => {
    const capabilities = await far.capabilities();
    for (const name of ['cannotReachHost', 'isolatedHasNoEgress', 'openCannotReachPrivateRanges'] as const) {
      expect(capabilities[name]).toMatchObject({ enforced: false, why: expect.stringContaining('another machine') });
    }
    expect(capabilities.freeDiskFloor.enforced).toBe(false);
    const [commands] = instructions.filter((line) => line.includes('iptables-restore'));
    const { commands: script } = JSON.parse(commands ?? '{}') as { commands?: string };
    await host.exec('busybox nc -ll -p 7000 -e echo hello >/dev/null 2>&1 &');
    const container = await far.start(buildSpec());
    await waitUntilReady(far, container, { timeoutMs: 60_000 });
    const reachHost = () => askContainer(container, `reach ${host.address} 7000`);
    expect(await reachHost()).toBe('yes');
    // As an operator does it.
    await host.exec(script ?? 'false');
    expect(await reachHost()).toBe('no');
    expect(await askContainer(container, 'hello')).toBe('hello');
    await far.stop(container.id);
  });

  it('pull from a private registry with its login, and say how far they are', async () => {
    const image = `${registry.name(host.gateway)}/vexil/private:1`;
    await registry.push(host.docker, TEST_IMAGE, image);
    expect(await far.hasImage(image)).toBe(false);
    const seen: number[] = [];
    await far.pullImage(image, (part) => seen.push(part));
    expect(seen.at(-1)).toBe(1);
    expect(seen).toEqual([...seen].sort((one, other) => one - other));
    expect(await far.hasImage(image)).toBe(true);
    const container = await far.start(buildSpec({ image }));
    await waitUntilReady(far, container, { timeoutMs: 60_000 });
    await far.stop(container.id);
  });

  it('distinguish an image that is refused from one that is missing', async () => {
    const name = registry.name(host.gateway);
    const wrong = { registries: { [name]: { username: 'vexil', password: 'wrong' } } };
    const tls = { host: `tcp://${host.address}:2376`, certPath: host.certPath } as const;
    for (const registries of [wrong.registries, {}]) {
      const engine = await openEngine({ kind: 'docker', name: 'far', ...tls }, { deployment, registries });
      const image = `${name}/vexil/secret:1`;
      await expect(engine.start(buildSpec({ image }))).rejects.toMatchObject({ code: 'imageDenied' });
      await expect(engine.pullImage(image, () => undefined)).rejects.toMatchObject({ code: 'imageDenied' });
      await engine.close();
    }
    const nothing = far.pullImage(`${name}/vexil/nothing:1`, () => undefined);
    await expect(nothing).rejects.toMatchObject({ code: 'imageMissing' });
  });

  it('say so when the pool of networks is used up', async () => {
    const small = { kind: 'docker', name: 'far', host: `unix://${host.socket}`, networkPool: '10.210.0.0/26' } as const;
    const engine = await openEngine(small, { deployment: `test-${randomUUID()}`, firewall: false });
    const specs = Array.from({ length: 5 }, () => buildSpec());
    const outcomes = await Promise.allSettled(specs.map((spec) => engine.start(spec)));
    expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(4);
    const refused = outcomes.filter((one) => one.status === 'rejected').map(({ reason }) => reason.code);
    expect(refused).toEqual(['noCapacity']);
    expect((await engine.removeLeftovers(new Set())).length).toBe(4);
    await engine.close();
  });
});
