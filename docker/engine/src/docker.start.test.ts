import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createDockerEngine } from './docker';
import type { RunningContainer } from './engine';
import { waitUntilReady } from './probe';
import { askContainer, buildSpec, buildTestImage, describeWithDocker, dockerHost, openTestDocker } from './testing';

describeWithDocker('starting on a Docker Engine', () => {
  const docker = openTestDocker();
  const deployment = `test-${randomUUID()}`;
  const engine = createDockerEngine({ host: dockerHost, deployment, networkPool: '10.214.0.0/16', firewall: false });
  const leftAtTheEngine = async () => {
    const filters = { label: [`vexil.deployment=${deployment}`] };
    const containers = await docker.listContainers({ all: true, filters });
    const networks = await docker.listNetworks({ filters });
    return { containers: containers.length, networks: networks.length };
  };
  const ready = async (container: RunningContainer) => {
    await waitUntilReady(engine, container, { timeoutMs: 60_000 });
    return container;
  };

  beforeAll(() => buildTestImage(docker));
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
  });

  it('answers on its published port and hands over the environment', async () => {
    const spec = buildSpec({ env: { FLAG: 'flag{a b "c"}', TEAM_ID: '7' }, labels: { team: '7' } });
    const container = await ready(await engine.start(spec));
    expect(container).toMatchObject({ id: spec.id, state: 'running', internalPort: 9000, labels: { team: '7' } });
    expect(await askContainer(container, 'env FLAG')).toBe('flag{a b "c"}');
    expect(await askContainer(container, 'env TEAM_ID')).toBe('7');
  });

  it('really sets every limit', async () => {
    const spec = buildSpec({ memoryMiB: 48, cpuTenths: 3, pidsMax: 40 });
    const { engineId } = await engine.start(spec);
    const { HostConfig } = await docker.getContainer(engineId).inspect();
    expect(HostConfig).toMatchObject({
      Memory: 48 * 1024 * 1024,
      MemorySwap: 48 * 1024 * 1024,
      NanoCpus: 300_000_000,
      PidsLimit: 40,
      CapDrop: ['ALL'],
      SecurityOpt: ['no-new-privileges'],
      Privileged: false,
      RestartPolicy: { Name: 'no' },
      LogConfig: { Type: 'json-file', Config: { 'max-size': '1m', 'max-file': '1' } },
    });
    expect(HostConfig.CapAdd).not.toContain('NET_RAW');
    expect(HostConfig.NetworkMode).not.toBe('host');
  });

  it('gives one container to many starts of the same id, from two workers', async () => {
    const other = createDockerEngine({ host: dockerHost, deployment, networkPool: '10.214.0.0/16', firewall: false });
    const spec = buildSpec();
    const starts = [engine, other, engine, other].map((each) => each.start(spec));
    const containers = await Promise.all(starts);
    await other.close();
    expect(new Set(containers.map((one) => one.engineId)).size).toBe(1);
    const networks = await docker.listNetworks({ filters: { label: [`vexil.id=${spec.id}`] } });
    expect(networks).toHaveLength(1);
    expect(await engine.start(spec)).toMatchObject({ engineId: containers[0]?.engineId });
  });

  it('replaces a container that ended', async () => {
    const spec = buildSpec();
    const first = await engine.start(spec);
    await docker.getContainer(first.engineId).kill();
    const second = await engine.start(spec);
    expect(second.engineId).not.toBe(first.engineId);
    expect(second.state).toBe('running');
  });

  it('starts forty at once, each on a network and a port of its own', async () => {
    const containers = await Promise.all(
      Array.from({ length: 40 }, async () => ready(await engine.start(buildSpec({ memoryMiB: 16, cpuTenths: 2 })))),
    );
    const mine = new Set(containers.map((one) => one.id));
    const networks = await docker.listNetworks({ filters: { label: [`vexil.deployment=${deployment}`] } });
    const subnets = networks
      .filter((network) => mine.has(network.Labels?.['vexil.id'] ?? ''))
      .map((network) => network.IPAM?.Config?.[0]?.Subnet);
    expect(new Set(subnets).size).toBe(40);
    expect(new Set(containers.map((one) => one.hostPort)).size).toBe(40);
    await Promise.all(containers.map((one) => engine.stop(one.id)));
  });

  it('leaves nothing when it is called off at any moment', async () => {
    await engine.removeLeftovers(new Set());
    for (const delayMs of [0, 5, 20, 60, 120, 250]) {
      const abort = new AbortController();
      const spec = buildSpec();
      const start = engine.start(spec, abort.signal).then(
        () => engine.stop(spec.id),
        (error: unknown) => expect(error).toMatchObject({ code: 'aborted' }),
      );
      setTimeout(() => abort.abort(), delayMs);
      await start;
    }
    expect(await leftAtTheEngine()).toEqual({ containers: 0, networks: 0 });
  });

  it('calls off a start that is stopped meanwhile', async () => {
    const spec = buildSpec();
    const start = expect(engine.start(spec)).rejects.toMatchObject({ code: 'aborted' });
    await engine.stop(spec.id);
    await start;
    expect(await engine.inspect(spec.id)).toBeNull();
  });

  it('distinguishes an unavailable image from a container that cannot start, and leaves nothing of either', async () => {
    await engine.removeLeftovers(new Set());
    const image = 'registry.invalid/vexil/nothing:1';
    const refusal = await engine.start(buildSpec({ image })).catch((error: unknown) => error);
    expect(['imageMissing', 'imagePullFailed']).toContain((refusal as { code: string }).code);
    await expect(engine.start(buildSpec({ networkMode: 'Custom' }))).rejects.toMatchObject({ code: 'invalidSpec' });
    expect(await leftAtTheEngine()).toEqual({ containers: 0, networks: 0 });
  });
});
