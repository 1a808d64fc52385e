import { buildCode, buildProcesses, buildWeb } from './lib/build.mjs';
import { installPackages } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { say } from './lib/terminal.mjs';

await runCommand(async () => {
  requireNode();
  await installPackages();
  await buildProcesses();
  // An image of the worker needs neither.
  if (!process.argv.includes('processes')) {
    await buildCode();
    await buildWeb();
  }
  say('All is built.');
});
