// npm run test:kubernetes: the contract of container engines against a cluster of one node.

import path from 'node:path';
import { Failure } from '../lib/failure.mjs';
import { runCommand } from '../lib/lifecycle.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { runTool } from '../lib/run-tool.mjs';
import { step } from '../lib/terminal.mjs';
import { openOutsideAccess, startCluster } from './cluster';
import { buildPrograms, checkSystem, defaultFolder } from './programs';

const TEST = 'docker/engine/src/kubernetes.cluster.test.ts';

function readFolder([name, value, ...rest]: readonly string[]): string {
  if (name === undefined) return defaultFolder;
  if (name !== '--programs' || value === undefined || rest.length > 0) {
    throw new Failure('npm run test:kubernetes -- [--programs <folder>]: where the programs of Kubernetes are kept.');
  }
  return path.resolve(value);
}

await runCommand(async (lifecycle) => {
  const folder = readFolder(process.argv.slice(2));
  checkSystem();
  await buildPrograms(folder);
  const cluster = await step('Starting a cluster', () => startCluster(folder, lifecycle));
  const kubeconfig = await openOutsideAccess(cluster);
  const words = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.workspace.ts', TEST];
  const env = { ...process.env, TEST_KUBECONFIG: kubeconfig, TEST_KUBERNETES_NETNS: cluster.netns };
  const { code } = await runTool(process.execPath, words, { cwd: root, env, show: true });
  return code ?? 1;
});
