import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSpec, buildTestImage, describeWithDocker, dockerHost, openTestDocker } from '../testing/docker';
import { createDockerEngine } from './docker';
import { mainPort, type RunningContainer } from './engine';
import { waitUntilReady } from './probe';

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

  it('runs solvers in its own runtime', async () => {
    const options = { host: dockerHost, deployment, networkPool: '10.214.0.0/16', firewall: false };
    const sandboxed = createDockerEngine({ ...options, runtime: 'no-such-runtime' });
    const target = await ready(await engine.start(buildSpec()));
    const limits = { memoryMiB: 32, cpuTenths: 2, timeoutMs: 60_000, outputBytesMax: 1000 };
    const run = { id: randomUUID(), target: target.id, image: buildSpec().image, env: {}, ...limits };
    await expect(sandboxed.run(run)).rejects.toMatchObject({ code: 'invalidSpec' });
    await engine.stop(target.id);
    await sandboxed.close();
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
    expect(new Set(containers.map((one) => mainPort(one).hostPort)).size).toBe(40);
    await Promise.all(containers.map((one) => engine.stop(one.id)));
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
