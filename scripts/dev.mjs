import { setTimeout as delay } from 'node:timers/promises';
import { chooseAdminPassword, forgetAdminPassword, isAdminPassword } from './lib/administrator.mjs';
import { generateSources } from './lib/build.mjs';
import { startChild } from './lib/child.mjs';
import { runUntilStopped } from './lib/lifecycle.mjs';
import { inRoot } from './lib/paths.mjs';
import { freePort } from './lib/ports.mjs';
import { isReady, localAddress } from './lib/processes.mjs';
import { startServices } from './lib/services.mjs';
import { bold, say } from './lib/terminal.mjs';
import { startWatched } from './lib/watched.mjs';

await runUntilStopped(async (lifecycle) => {
  const services = await startServices(lifecycle, {
    environment: process.env,
    dataDir: '.data',
    build: generateSources,
  });
  const { config, data } = services;
  const admin = chooseAdminPassword(data, services.environment);
  // Vite listens at PORT and proxies calls, hubs and files to the server.
  const server = localAddress({ host: '127.0.0.1', port: await freePort() });
  const { port } = new URL(server);
  const env = {
    ...services.environment,
    NODE_ENV: 'development',
    ADMIN_PASSWORD: admin.password ?? '',
    HOST: '127.0.0.1',
    PORT: port,
  };

  for (const [name, program] of /** @type {const} */ ([
    ['worker', 'workers/src/main.ts'],
    ['server', 'server/src/main.ts'],
  ])) {
    const child = await startWatched({ name, program, run: data.run, env });
    lifecycle.onStop(child.stop, child.abandon);
  }

  const vite = await startChild({
    name: 'vite',
    command: process.execPath,
    args: [
      inRoot('node_modules/vite/bin/vite.js'),
      '--host',
      config.host,
      '--port',
      String(config.port),
      '--strictPort',
    ],
    cwd: inRoot('web'),
    env: { ...env, VEXIL_SERVER: server },
    run: data.run,
    onLine: say,
  });
  lifecycle.onStop(vite.stop, vite.abandon);

  while (!(await isReady(server))) await delay(100);
  if (admin.generated && admin.password) {
    if (await isAdminPassword(server, admin.password)) say(`Sign in as ${bold('Admin')} with ${bold(admin.password)}`);
    forgetAdminPassword(data);
  }
  say(`Vexil runs at ${bold(`http://localhost:${config.port}`)} and follows your edits (Ctrl-C stops it)`);
  await lifecycle.ended;
});
