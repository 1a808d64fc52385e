import { pathToFileURL } from 'node:url';
import { makePassword } from './lib/administrator.mjs';
import { buildDemo, buildWeb } from './lib/build.mjs';
import { startChild } from './lib/child.mjs';
import { keepSecret } from './lib/data-dir.mjs';
import { Failure } from './lib/failure.mjs';
import { runUntilStopped } from './lib/lifecycle.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { localAddress, startProcesses } from './lib/processes.mjs';
import { startServices } from './lib/services.mjs';
import { given } from './lib/settings.mjs';
import { say } from './lib/terminal.mjs';

await runUntilStopped(async (lifecycle) => {
  const services = await startServices(lifecycle, {
    // Sixty teams play from one address, which the rate limits would refuse.
    environment: { RATE_LIMIT: 'off', ...process.env },
    // Never the directory of npm start: a demo must not touch a real competition.
    dataDir: '.data-demo',
    build: async () => {
      await buildWeb();
      await buildDemo();
    },
  });
  const { config, data } = services;
  const password =
    given(process.env, 'ADMIN_PASSWORD') ?? keepSecret(data.file('secrets', 'demo-password'), makePassword);
  const environment = { ...services.environment, ADMIN_PASSWORD: password };
  const { endInstances } = await import(pathToFileURL(inRoot('dist/demo/instances.mjs')).href);
  lifecycle.onStop(() => endInstances(environment));
  await startProcesses(lifecycle, { ...services, environment });

  const address = config.publicUrl ?? `http://localhost:${config.port}`;
  const driver = await startChild({
    name: 'demo',
    command: process.execPath,
    args: ['--enable-source-maps', inRoot('dist/demo/main.mjs'), ...process.argv.slice(2)],
    cwd: root,
    env: { ...environment, DEMO_URL: localAddress(config), DEMO_ADDRESS: address },
    run: data.run,
    onLine: say,
  });
  lifecycle.onStop(driver.stop, driver.abandon);
  const { code } = await driver.exited;
  if (code !== 0 && code !== null) throw new Failure(`The demo ended with exit code ${code}.`);
  await lifecycle.ended;
});
