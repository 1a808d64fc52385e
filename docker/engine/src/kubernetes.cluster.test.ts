/** Against a real cluster, which `npm run test:kubernetes` starts. */
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, describe } from 'vitest';
import { describeEngine } from '../testing/contract/contract';
import { sh } from '../testing/contract/internet';
import { buildSpec } from '../testing/docker';
import { openEngine } from './connect';
import type { ContainerEngine } from './engine';

const { TEST_KUBECONFIG: kubeconfig, TEST_KUBERNETES_NETNS: netns = '' } = process.env;

describe('Kubernetes, a real cluster', () => {
  const deployment = `test-${randomUUID().slice(0, 8)}`;
  const settings = { kind: 'kubernetes', name: 'cluster', kubeconfig, namespace: 'vexil-instances' } as const;
  const open = () => openEngine({ ...settings, enforcesPolicies: true }, { deployment });
  let engine: ContainerEngine;
  let another: ContainerEngine;

  beforeAll(async () => {
    engine = await open();
    another = await open();
  });
  afterAll(async () => {
    await engine.removeLeftovers(new Set());
    await engine.close();
    await another.close();
  });

  describeEngine('Kubernetes', () => ({
    engine,
    another,
    spec: (changes) => buildSpec({ storageMiB: 64, ...changes }),
    isReal: true,
    reachesNothing: true,
    shell: (command) => sh(`nsenter --net=/run/netns/${netns} sh -c '${command.replaceAll("'", `'\\''`)}'`),
  }));
});
