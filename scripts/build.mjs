import { buildProcesses, buildWeb } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { say } from './lib/terminal.mjs';

await runCommand(
  async () => {
    requireNode();
    await installPackages();
    await buildProcesses();
    await buildWeb();
    say('dist and web/dist are up to date.');
  },
  { interrupted: 130 },
);
