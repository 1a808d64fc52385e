// A worker that a crash test starts as a process of its own. With DIE_AT it kills itself, as a power cut would, at the
// first judging: before it (`begin`), in the middle of its transaction (`batch`), or after the commit (`publish`).

import { submissionJobs } from '@vexil/contract/submission';
import { openDatabase } from '@vexil/db';
import { readConfig } from '@vexil/runtime/config';
import { drizzle } from 'drizzle-orm/postgres-js';
import { pino } from 'pino';
import postgres from 'postgres';
import { createWorkerDeps } from '../src/deps';
import { handlers } from '../src/handlers';
import type { Handler } from '../src/run-job';
import { startWorkers } from '../src/start-workers';
import { startSweeps } from '../src/sweeps';

const { DIE_AT: dieAt, KEY_PREFIX: keyPrefix } = process.env;
const config = readConfig(process.env);

function die(): never {
  process.kill(process.pid, 'SIGKILL');
  throw new Error('A killed process goes no further.');
}

/** The pool of a worker that dies when it comes to storing events, with verdicts written and nothing committed. */
function openFaultyDatabase() {
  const sql = postgres(config.databaseUrl, {
    max: 8,
    debug: (_connection, query) => {
      if (query.includes('insert into activities')) die();
    },
  });
  return { db: drizzle(sql), sql, readingSql: sql, close: () => sql.end() };
}

const database = dieAt === 'batch' ? openFaultyDatabase() : openDatabase(config.databaseUrl);
const deps = createWorkerDeps(config, pino({ level: config.logLevel }, pino.destination(2)), { keyPrefix, database });
if (dieAt === 'publish') Object.assign(deps.redis, { publishLive: die });
const faulty = handlers.map(
  (handler): Handler =>
    dieAt === 'begin' && handler.job === submissionJobs.judge ? { ...handler, run: die } : handler,
);
startWorkers(deps, { handlers: faulty, concurrency: 4 });
if (!dieAt) await startSweeps(deps, handlers);
process.stdout.write('ready\n');
