import { pathToFileURL } from 'node:url';
import { chooseAdminPassword, forgetAdminPassword, isAdminPassword } from './lib/administrator.mjs';
import { buildWeb } from './lib/build.mjs';
import { describeKeptInstances } from './lib/kept-instances.mjs';
import { runUntilStopped } from './lib/lifecycle.mjs';
import { inRoot } from './lib/paths.mjs';
import { localAddress, startProcesses } from './lib/processes.mjs';
import { startServices } from './lib/services.mjs';
import { bold, say } from './lib/terminal.mjs';

await runUntilStopped(async (lifecycle) => {
  const services = await startServices(lifecycle, { environment: process.env, dataDir: '.data', build: buildWeb });
  const { config, data, environment } = services;
  lifecycle.onStop(async () => {
    const { CONTAINER_ENGINE, DOCKER_HOST, SECRET_KEY = '' } = environment;
    if (CONTAINER_ENGINE !== 'docker') return;
    /** @type {typeof import('../db/src/sealing')} */
    const { deploymentOf } = await import(pathToFileURL(inRoot('dist/db/sealing.mjs')).href);
    const kept = await describeKeptInstances(DOCKER_HOST, deploymentOf(SECRET_KEY));
    if (kept) say(kept);
  });
  const admin = chooseAdminPassword(data, environment);
  await startProcesses(lifecycle, {
    ...services,
    environment: { ...environment, ADMIN_PASSWORD: admin.password ?? '' },
  });

  if (admin.generated && admin.password) {
    if (await isAdminPassword(localAddress(config), admin.password)) {
      say(`\nSign in as ${bold('Admin')} with the password ${bold(admin.password)}`);
      say('It is shown this once. Change it in your profile.\n');
    } else say('The user Admin was there already and keeps its password.');
    forgetAdminPassword(data);
  }
  say(`Vexil runs at ${bold(config.publicUrl ?? `http://localhost:${config.port}`)} (Ctrl-C stops it)`);
  await lifecycle.ended;
});
