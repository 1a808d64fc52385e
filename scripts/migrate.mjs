import { buildProcesses } from './lib/build.mjs';
import { Failure } from './lib/failure.mjs';
import { installPackages } from './lib/install.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { requireNode } from './lib/node-version.mjs';
import { migrate } from './lib/services.mjs';
import { checkSettings, given, openSecretFiles } from './lib/settings.mjs';
import { say } from './lib/terminal.mjs';

await runCommand(async () => {
  requireNode();
  await installPackages();
  await buildProcesses();
  const environment = await openSecretFiles(process.env);
  const url = given(environment, 'DATABASE_URL');
  if (url === null) {
    throw new Failure('DATABASE_URL is not set. The database that npm start brings along is migrated by npm start.');
  }
  await checkSettings(environment);
  await migrate(url);
  say('The database is up to date.');
});
