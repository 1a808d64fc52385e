import path from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { isWebBuilt } from '../../lib/build.mjs';
import { startChild } from '../../lib/child.mjs';
import { freePort } from '../../lib/ports.mjs';
import { isReady } from '../../lib/processes.mjs';
import type { Harness } from '../harness/harness';
import type { Row } from './row';

const timeoutMs = 120_000;

/** Seconds from the command to the first reply of a ready server. */
async function startOnce(harness: Harness): Promise<number> {
  const port = await freePort();
  const { DATABASE_URL: _database, REDIS_URL: _redis, ...environment } = harness.environment;
  const begin = performance.now();
  const child = await startChild({
    name: 'bench-start',
    command: process.execPath,
    args: [path.resolve('scripts/start.mjs')],
    cwd: process.cwd(),
    env: {
      ...environment,
      PORT: String(port),
      DATA_DIR: path.join(harness.options.data, 'start'),
      CONTAINER_ENGINE: 'none',
    },
    run: path.join(harness.options.data, 'run'),
    onLine: () => undefined,
  });
  let ended = false;
  void child.exited.then(() => {
    ended = true;
  });
  try {
    for (;;) {
      if (await isReady(`http://127.0.0.1:${port}`)) return (performance.now() - begin) / 1000;
      if (ended || performance.now() - begin > timeoutMs) throw new Error('npm start did not get ready.');
      await delay(20);
    }
  } finally {
    await child.stop();
  }
}

export const start: Row = async ({ harness, extent }) => {
  if (harness.options.smoke && !(await isWebBuilt()))
    return { skipped: 'the web client is not built, and --smoke does not build it' };
  await harness.stop();
  const first = await startOnce(harness);
  const later: number[] = [];
  for (let run = 0; run < Math.min(3, extent.repeats); run += 1) later.push(await startOnce(harness));
  return [
    {
      what: 'npm start until ready, all installed and built',
      value: Math.min(...later),
      unit: 's',
      budgets: [{ atMost: 5 }],
      note: `of ${later.length}; the very first, which makes the database, ${first.toFixed(1)} s`,
    },
  ];
};
