// Builds a version, has it play a game, and writes its database to db/releases.

import { readFileSync, statSync } from 'node:fs';
import path from 'node:path';
import { dumpOf, listReleases, releaseKey } from '@vexil/db/testing/releases';
import { dumpDatabase } from '@vexil/server/testing/operate';
import postgres from 'postgres';
import { startProcess } from '../bench/harness/processes';
import { provideCheckout } from '../drill/checkout';
import { adminPassword } from '../drill/competition';
import { buildProcesses } from '../lib/build.mjs';
import { Failure } from '../lib/failure.mjs';
import { runCommand } from '../lib/lifecycle.mjs';
import { inRoot, root } from '../lib/paths.mjs';
import { say } from '../lib/terminal.mjs';
import { openTestDirectory, startTestStores } from '../lib/test-services.mjs';
import { fillEmptyTables } from './fill';
import { playRelease } from './play';

/** The folder of the version's programs. */
async function provideRelease(wanted: string | undefined): Promise<{ version: string; folder: string }> {
  const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8')) as { version: string };
  if (wanted === undefined || wanted === version) {
    await buildProcesses();
    return { version, folder: root };
  }
  const found = listReleases().find((one) => one.version === wanted);
  if (!found) throw new Failure(`db/releases/releases.json has no version ${wanted}.`);
  return { version: wanted, folder: await provideCheckout(found.commit) };
}

await runCommand(async (lifecycle) => {
  const { version, folder } = await provideRelease(process.argv[2]);
  const place = openTestDirectory(lifecycle);
  const stores = await startTestStores(lifecycle, place);
  const options = {
    dataDir: place.directory,
    profileDir: null,
    root: folder,
    environment: {
      PATH: process.env.PATH,
      DATABASE_URL: stores.TEST_DATABASE_URL,
      REDIS_URL: stores.TEST_REDIS_URL,
      DATA_DIR: path.join(place.directory, 'data'),
      SECRET_KEY: releaseKey,
      ADMIN_PASSWORD: adminPassword,
      CONTAINER_ENGINE: 'none',
      RATE_LIMIT: 'off',
      HOST: '127.0.0.1',
      PUBLIC_URL: '',
      // Nothing answers there, so mails stay.
      SMTP_URL: 'smtp://127.0.0.1:9',
      WEBHOOK_PRIVATE_ADDRESSES: 'on',
    },
  };
  const server = await startProcess({ ...options, kind: 'server', name: 'server' });
  lifecycle.onStop(server.stop);
  const worker = await startProcess({ ...options, kind: 'worker', name: 'worker' });
  lifecycle.onStop(worker.stop);
  const { competition, board } = await playRelease(`http://127.0.0.1:${server.port}`);
  await worker.stop();
  await server.stop();
  const sql = postgres(stores.TEST_DATABASE_URL, { max: 1, fetch_types: false, onnotice: () => {} });
  await fillEmptyTables(sql);
  const file = dumpOf(version);
  await dumpDatabase(sql, file, version, new Map([[competition.gameId, board]]));
  await sql.end();
  say(`${path.relative(root, file)}: ${Math.round(statSync(file).size / 1024)} KiB. Add its commit to releases.json.`);
  return 0;
});
