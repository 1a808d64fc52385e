// npm run test:gvisor: the contract of container engines with every container in gVisor.

import { existsSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { homedir } from 'node:os';
import path from 'node:path';
import { canRunDockerd, provideBusybox, startDockerd } from '../lib/dockerd.mjs';
import { Failure } from '../lib/failure.mjs';
import { buildPublished } from '../lib/go';
import { runCommand } from '../lib/lifecycle.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { runTool } from '../lib/run-tool.mjs';
import { step } from '../lib/terminal.mjs';
import { openTestDirectory } from '../lib/test-services.mjs';

const TEST = 'docker/engine/src/docker.contract.test.ts';
/** Debian 12’s runsc starts nothing on kernels from 6.6 on. */
const MODULE = 'gvisor.dev/gvisor@v0.0.0-20260905035102-160fafc42237';
/** Without them a container does not see what the engine writes into its files later, such as a flag. */
const ARGUMENTS = ['--file-access=shared', '--overlay2=none'];

await runCommand(async (lifecycle) => {
  if (!canRunDockerd()) throw new Failure('A Docker engine with gVisor takes root and dockerd.');
  const folder = path.join(homedir(), '.cache/vexil/gvisor');
  const runsc = path.join(folder, 'runsc');
  await mkdir(folder, { recursive: true });
  if (!existsSync(runsc)) await step('Building gVisor', () => buildPublished(MODULE, 'runsc', runsc, folder));
  const settings = { runtimes: { runsc: { path: runsc, runtimeArgs: ARGUMENTS } } };
  const place = openTestDirectory(lifecycle).service('docker');
  const dockerd = await step('Starting a Docker engine', () => startDockerd({ ...place, settings }));
  lifecycle.onStop(dockerd.stop, dockerd.abandon);
  if (!(await provideBusybox(dockerd.host))) throw new Failure('The image busybox:musl takes busybox-static.');
  const words = [inRoot('node_modules/vitest/vitest.mjs'), 'run', '--config', 'vitest.workspace.ts', TEST];
  const env = { ...process.env, DOCKER_HOST: dockerd.host, TEST_DOCKER: '1', TEST_CONTAINER_RUNTIME: 'runsc' };
  const { code } = await runTool(process.execPath, words, { cwd: root, env, show: true });
  return code ?? 1;
});
