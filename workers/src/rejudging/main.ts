// Computes one draft and ends. Its argument is the id of the draft.

import { setPriority } from 'node:os';
import { readConfig } from '@vexil/runtime/config';
import { openBaseDeps } from '@vexil/runtime/deps';
import { loggerOptions } from '@vexil/runtime/logger';
import { pino } from 'pino';
import { computeRejudging } from './compute-rejudging';

const lowest = 19;
try {
  setPriority(lowest);
} catch {
  // Where this is not allowed, the draft is computed all the same.
}
// A signal to the whole group reaches this process too; its worker decides how long it has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(1));

const config = readConfig(process.env);
const deps = openBaseDeps(config, pino(loggerOptions({ level: config.logLevel, process: 'worker' })), 'vexil-worker');
await deps.databaseClock.start();
await computeRejudging(deps, { rejudgingId: Number(process.argv[2]) });
await deps.close();
process.exit();
