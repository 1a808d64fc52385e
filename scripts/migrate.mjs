import { buildProcesses } from './lib/build.mjs';
import { Failure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { migrate } from './lib/services.mjs';
import { checkSettings, given } from './lib/settings.mjs';
import { say } from './lib/terminal.mjs';

await runCommand(
  async () => {
    requireNode();
    const url = given(process.env, 'DATABASE_URL');
    if (url === null) {
      throw new Failure('DATABASE_URL is not set. The database that npm start brings along is migrated by npm start.');
    }
    await installPackages();
    await buildProcesses();
    await checkSettings(process.env);
    await migrate(url);
    say('The database is up to date.');
  },
  { interrupted: 130 },
);
