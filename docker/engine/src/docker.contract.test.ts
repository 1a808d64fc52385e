import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { describeEngine } from '../testing/contract/contract';
import { openGate } from '../testing/contract/gate';
import {
  buildSpec,
  buildTestImage,
  describeWithDocker,
  dockerHost,
  openTestDocker,
  testRuntime,
} from '../testing/docker';
import { removeFirewall } from '../testing/docker-firewall';
import { createDockerEngine } from './docker';
import { parseDockerHost } from './docker-connection';
import type { RunningContainer } from './engine';

describeWithDocker('a Docker Engine', () => {
  const docker = openTestDocker();
  const customNetwork = `custom-${randomUUID()}`;
  const options = { deployment: `test-${randomUUID()}`, networkPool: '10.212.0.0/16', customNetwork };
  const engine = createDockerEngine({ ...options, host: dockerHost });
  const another = createDockerEngine({ ...options, host: dockerHost });
  const openDistant = async () => {
    const address = parseDockerHost(dockerHost ?? '');
    const gate = await openGate('socketPath' in address ? { path: address.socketPath } : address);
    return { gate, engine: createDockerEngine({ ...options, host: `unix://${gate.path}` }) };
  };

  const ownKernel = {
    readCpuSeconds: async ({ engineId }: RunningContainer) => {
      const { cpu_stats: read } = await docker.getContainer(engineId).stats({ stream: false });
      return read.cpu_usage.total_usage / 1e9;
    },
  };

  beforeAll(async () => {
    await buildTestImage(docker);
    await docker.createNetwork({ Name: customNetwork });
  });
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
    await another.close();
    await removeFirewall('10.212.0.0-17');
    await docker.getNetwork(customNetwork).remove();
  });

  describeEngine('Docker', () => ({
    engine,
    another,
    openDistant,
    spec: buildSpec,
    isReal: true,
    ...(testRuntime === 'runsc' ? { ownKernel } : {}),
    limitsFileSize: true,
    reachesNothing: true,
  }));
});
