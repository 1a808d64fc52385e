import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  buildSpec,
  buildTestImage,
  buildTestVariant,
  describeWithDocker,
  dockerHost,
  openTestDocker,
} from '../testing/docker';
import { createDockerEngine } from './docker';

const MIB = 1024 * 1024;

describeWithDocker('the disk of a container', () => {
  const docker = openTestDocker();
  const deployment = `test-${randomUUID()}`;
  const engine = createDockerEngine({ host: dockerHost, deployment, networkPool: '10.215.0.0/16', firewall: false });
  beforeAll(() => buildTestImage(docker));
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
  });

  async function run(engineId: string, command: string): Promise<string> {
    const exec = await docker.getContainer(engineId).exec({
      Cmd: ['sh', '-c', command],
      AttachStdout: true,
      AttachStderr: true,
    });
    const stream = await exec.start({});
    let text = '';
    for await (const chunk of stream) text += chunk;
    return text;
  }

  it('is measured in its writable layer and in the volumes of its image', async () => {
    const image = await buildTestVariant(docker, 'volume', ['VOLUME /data']);
    const [plain, withVolume] = await Promise.all([
      engine.start(buildSpec()),
      engine.start(buildSpec({ image, storageMiB: 64 })),
    ]);
    const before = await engine.diskUse([plain.id, withVolume.id, randomUUID()]);
    expect([...before.keys()].sort()).toEqual([plain.id, withVolume.id].sort());
    expect(before.get(plain.id)).toBeLessThan(MIB);
    await run(plain.engineId, 'dd if=/dev/zero of=/srv/a bs=1M count=5');
    await run(withVolume.engineId, 'dd if=/dev/zero of=/srv/a bs=1M count=3; dd if=/dev/zero of=/data/a bs=1M count=4');
    const after = await engine.diskUse([plain.id, withVolume.id]);
    expect(Math.floor((after.get(plain.id) ?? 0) / MIB)).toBe(5);
    expect(Math.floor((after.get(withVolume.id) ?? 0) / MIB)).toBe(7);
  });

  it('is read-only where asked for, but for three directories of one size in memory', async () => {
    const { engineId } = await engine.start(buildSpec({ readOnlyRoot: true, tmpfsMiB: 2 }));
    expect(await run(engineId, 'touch /srv/a')).toContain('Read-only file system');
    for (const path of ['/tmp', '/var/tmp', '/run']) {
      expect(await run(engineId, `echo fits > ${path}/a && cat ${path}/a`)).toContain('fits');
      expect(await run(engineId, `dd if=/dev/zero of=${path}/b bs=1M count=3`)).toContain('No space left');
    }
  });

  it('has room, as far as this process can see', async () => {
    const { DockerRootDir } = (await docker.info()) as { DockerRootDir: string };
    const free = await engine.freeDisk();
    const { freeDiskFloor } = await engine.capabilities();
    expect(DockerRootDir).not.toBe('');
    expect(freeDiskFloor.enforced).toBe(free !== null);
    if (free !== null) expect(free).toBeGreaterThan(0);
  });
});
