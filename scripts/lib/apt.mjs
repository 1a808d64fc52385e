import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { Failure } from './failure.mjs';
import { findProgram } from './find-program.mjs';
import { runTool, tail } from './run-tool.mjs';
import { step } from './terminal.mjs';

export const canInstallPackages = () =>
  process.getuid?.() === 0 && findProgram('apt-get') !== null && existsSync('/etc/debian_version');

// The policy-rc.d interface: Debian packages run it before they start their service.
const policy = '/usr/sbin/policy-rc.d';

/**
 * Installs packages without starting their services.
 * @param {readonly string[]} packages
 */
export async function installWithApt(packages) {
  await step(`Installing ${packages.join(', ')} with apt-get`, async () => {
    const ours = !existsSync(policy);
    if (ours) writeFileSync(policy, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    try {
      const env = { ...process.env, DEBIAN_FRONTEND: 'noninteractive', LC_ALL: 'C' };
      const update = await runTool('apt-get', ['update', '-q'], { env });
      const install = await runTool('apt-get', ['install', '-y', '-q', '--no-install-recommends', ...packages], {
        env,
      });
      if (install.code !== 0) {
        throw new Failure(
          `apt-get could not install ${packages.join(', ')}.\n${tail(update.code === 0 ? install.output : update.output + install.output)}`,
        );
      }
    } finally {
      if (ours) rmSync(policy, { force: true });
    }
  });
}
