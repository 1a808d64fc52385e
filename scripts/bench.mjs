import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { readOptions } from './bench/options.mjs';
import { buildBench, buildWeb } from './lib/build.mjs';
import { startChild } from './lib/child.mjs';
import { openDataDir } from './lib/data-dir.mjs';
import { Failure } from './lib/failure.mjs';
import { stopLeftovers } from './lib/leftovers.mjs';
import { runCommand } from './lib/lifecycle.mjs';
import { inRoot, root } from './lib/paths.mjs';
import { freePort } from './lib/ports.mjs';
import { startServices } from './lib/services.mjs';
import { say } from './lib/terminal.mjs';

/** A directory with this file belongs to the benchmark and may be emptied. */
const marker = 'benchmark';
/** Settings that could name a real deployment; the benchmark truncates its database. */
const never = ['DATABASE_URL', 'REDIS_URL', 'STORAGE_URL', 'SMTP_URL', 'PUBLIC_URL', 'KEY_PREFIX', 'ADMIN_PASSWORD'];

/** @param {string} directory @param {boolean} keep */
async function clear(directory, keep) {
  const known = existsSync(path.join(directory, marker));
  if (existsSync(directory) && !known && readdirSync(directory).length > 0) {
    throw new Failure(`${directory} holds something else than a benchmark. Choose another directory with --data.`);
  }
  const data = openDataDir(directory);
  try {
    await stopLeftovers(data.run, ['server', 'worker', 'redis', 'postgres']);
    for (const name of readdirSync(directory)) {
      if (!keep && name !== path.basename(data.run)) rmSync(data.file(name), { recursive: true, force: true });
    }
    writeFileSync(data.file(marker), '');
  } finally {
    data.release();
  }
}

await runCommand(async (lifecycle) => {
  const options = readOptions(process.argv.slice(2));
  await clear(options.data, options.keep);
  const own = Object.entries(process.env).filter(([name]) => !never.includes(name));
  const services = await startServices(lifecycle, {
    environment: {
      ...Object.fromEntries(own),
      DATA_DIR: options.data,
      HOST: '127.0.0.1',
      PORT: String(await freePort()),
    },
    dataDir: options.data,
    async build() {
      const wantsWeb = options.scenario === 'web' || options.rows.includes('start');
      // A build takes longer than everything else of a smoke test; without one those rows are left out.
      if (wantsWeb && !options.smoke) await buildWeb();
      await buildBench();
    },
  });
  mkdirSync(path.dirname(options.output), { recursive: true });
  const driver = await startChild({
    name: 'bench',
    command: process.execPath,
    args: ['--enable-source-maps', inRoot('dist/bench/main.mjs'), JSON.stringify(options)],
    cwd: root,
    env: services.environment,
    run: services.data.run,
    ipc: true,
    // It ends the instances that it has started.
    stopTimeoutMs: 120_000,
    onLine: say,
  });
  lifecycle.onStop(driver.stop, driver.abandon);
  const { code } = await driver.exited;
  return code ?? 1;
});
