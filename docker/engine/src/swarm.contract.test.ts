import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { describeEngine } from '../testing/contract/contract';
import { openGate } from '../testing/contract/gate';
import { startTestHost, type TestHost } from '../testing/contract/host';
import { buildSpec, buildTestImage, describeWithDocker } from '../testing/docker';
import { openEngine } from './connect';
import type { ContainerEngine } from './engine';

describeWithDocker('Docker Swarm', () => {
  const deployment = `test-${randomUUID()}`;
  const customNetwork = `custom-${randomUUID()}`;
  let host: TestHost;
  let engine: ContainerEngine;
  let another: ContainerEngine;
  const open = (socket: string) =>
    openEngine(
      { kind: 'swarm', name: 'swarm', host: `unix://${socket}`, customNetwork, proxyHost: host.address },
      { deployment, firewall: false },
    );

  beforeAll(async () => {
    // Otherwise each task asks registries that cannot be reached from here for its image.
    host = await startTestHost(2, { environment: { DOCKER_SERVICE_PREFER_OFFLINE_IMAGE: '1' } });
    await host.docker.swarmInit({ ListenAddr: `${host.address}:2377`, AdvertiseAddr: host.address });
    await buildTestImage(host.docker);
    await host.docker.createNetwork({ Name: customNetwork, Driver: 'overlay' });
    engine = await open(host.socket);
    another = await open(host.socket);
  });
  afterAll(async () => {
    await engine?.removeLeftovers(new Set());
    await engine?.close();
    await another?.close();
    await host?.stop();
  });

  describeEngine('Docker Swarm', () => ({
    engine,
    another,
    spec: buildSpec,
    isReal: true,
    limitsFileSize: true,
    reachesNothing: true,
    shell: host.exec,
    openDistant: async () => {
      const gate = await openGate({ path: host.socket });
      return { gate, engine: await open(gate.path) };
    },
  }));
});
