// Computes one draft and ends. Its argument is the id of the draft.

import { openDatabase } from '@vexil/db';
import { createSealing } from '@vexil/db/sealing';
import { readConfig } from '@vexil/runtime/config';
import { readDatabaseTime } from '@vexil/runtime/database.queries';
import { createDatabaseClock } from '@vexil/runtime/database-clock';
import { loggerOptions } from '@vexil/runtime/logger';
import { pino } from 'pino';
import product from '../../../package.json';
import { computeRejudging } from './compute-rejudging';

// A signal to the whole group reaches this process too; its worker decides how long it has.
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => undefined);
process.on('disconnect', () => process.exit(1));

const config = readConfig(process.env);
const database = openDatabase(config.databaseUrl, { applicationName: `vexil-worker ${product.version}` });
const clock = createDatabaseClock(() => readDatabaseTime(database.sql));
await clock.start();
const log = pino(loggerOptions({ level: config.logLevel, process: 'worker' }));
const deps = { database, db: database.db, sealing: createSealing(config.secretKey), log, clock };
await computeRejudging(deps, { rejudgingId: Number(process.argv[2]) });
clock.stop();
await database.close();
process.exit();
