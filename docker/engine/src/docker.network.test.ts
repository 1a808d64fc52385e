import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { buildInternet, sh } from '../testing/contract/internet';
import {
  askContainer,
  buildSpec,
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
} from '../testing/docker';
import { removeFirewall } from '../testing/docker-firewall';
import { createDockerEngine } from './docker';
import type { NetworkMode, RunningContainer } from './engine';
import { waitUntilReady } from './probe';

const POOL = '10.217.0.0/16';

describeWithDocker('networks of a Docker Engine', () => {
  const docker = openTestDocker();
  const engine = createDockerEngine({ host: dockerHost, deployment: `test-${randomUUID()}`, networkPool: POOL });

  const begin = async (networkMode: NetworkMode): Promise<RunningContainer> => {
    const container = await engine.start(buildSpec({ networkMode }));
    await waitUntilReady(engine, container, { timeoutMs: 20_000 });
    return container;
  };
  const reaches = async (from: RunningContainer, host: string, port: number) =>
    (await askContainer(from, `reach ${host} ${port}`)) === 'yes';

  beforeAll(() => buildTestImage(docker));
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
    await removeFirewall('10.217.0.0-17');
  });

  it('blocks egress while the engine reorders its own rules', async ({ skip }) => {
    const internet = await buildInternet();
    if (internet === null || !(await engine.capabilities()).openCannotReachPrivateRanges.enforced) {
      process.stderr.write('\nSKIPPED, no rules or network namespaces here: reachability while networks are made\n');
      await internet?.remove();
      return skip();
    }
    const [open, isolated] = [await begin('Open'), await begin('Isolated')];
    try {
      // What an engine does for a moment with each network that it makes.
      await sh('iptables -w 5 -D FORWARD -j DOCKER-USER');
      expect(await reaches(open, internet.privateAddress, 8080)).toBe(false);
      expect(await reaches(open, internet.metadataAddress, 8080)).toBe(false);
      expect(await reaches(isolated, internet.publicAddress, 8080)).toBe(false);
      expect(await reaches(open, internet.publicAddress, 8080)).toBe(true);
      expect(await askContainer(isolated, 'hello')).toBe('hello');
    } finally {
      await sh('iptables -w 5 -C FORWARD -j DOCKER-USER || iptables -w 5 -I FORWARD 1 -j DOCKER-USER');
      await internet.remove();
    }
  });

  it('gives Isolated containers no resolver that would carry data out', async () => {
    const { engineId } = await begin('Isolated');
    const { HostConfig } = await docker.getContainer(engineId).inspect();
    expect(HostConfig.Dns).toEqual(['127.0.0.1']);
  });
});
