import { chooseAdminPassword, forgetAdminPassword, isAdminPassword } from './lib/administrator.mjs';
import { buildWeb } from './lib/build.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { localAddress, startProcesses } from './lib/processes.mjs';
import { startServices } from './lib/services.mjs';
import { bold, say } from './lib/terminal.mjs';

await runCommand(async (lifecycle) => {
  const services = await startServices(lifecycle, { environment: process.env, dataDir: '.data', build: buildWeb });
  const { config, data, environment } = services;
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
