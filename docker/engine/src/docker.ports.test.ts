import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildSpec, buildTestImage, describeWithDocker, dockerHost, openTestDocker } from '../testing/docker';
import { createDockerEngine } from './docker';
import type { RunningContainer } from './engine';

/** Below the ports that connections of other programs take. */
const first = 21_120;
const last = first + 7;
const size = last - first + 1;

describeWithDocker('a range of published ports of a Docker Engine', () => {
  const deployment = `test-${randomUUID()}`;
  const portRange = `${first}-${last}`;
  const options = { host: dockerHost, deployment, networkPool: '10.216.0.0/16', firewall: false, portRange };
  /** As two workers have it. */
  const workers = [createDockerEngine(options), createDockerEngine(options)] as const;
  const start = (index: number, ports = [{ name: 'main', port: 9000 }]) =>
    (workers[index % 2] ?? workers[0]).start(buildSpec({ memoryMiB: 16, cpuTenths: 2, ports }));
  const portsOf = (all: readonly RunningContainer[]) =>
    all.flatMap(({ ports }) => ports.map(({ hostPort }) => hostPort));

  beforeAll(() => buildTestImage(openTestDocker()));
  afterAll(async () => {
    await workers[0].removeLeftovers(new Set());
    for (const worker of workers) await worker.close();
  });

  it('is kept and used up by two workers at once, each port given once', async () => {
    const all = await Promise.all(Array.from({ length: size }, (_, index) => start(index)));
    const range = Array.from({ length: size }, (_, index) => first + index);
    expect(portsOf(all).sort()).toEqual(range);
    const refused = await Promise.allSettled([start(0), start(1)]);
    expect(refused).toEqual(
      Array(2).fill({ status: 'rejected', reason: expect.objectContaining({ code: 'noCapacity' }) }),
    );
    const freed = all.slice(0, 2);
    for (const { id } of freed) await workers[1].stop(id);
    const two = [
      { name: 'main', port: 9000 },
      { name: 'web', port: 9001 },
    ];
    expect(portsOf([await start(0, two)]).sort()).toEqual(portsOf(freed).sort());
    expect(await workers[0].list()).toHaveLength(size - 1);
  });
});
