import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { type AnyJob, engineQueueName, type PayloadOf, queueNames } from '@vexil/contract/job';
import type { Database } from '@vexil/db';
import { testSecretKey } from '@vexil/db/testing/game';
import type { ContainerEngine } from '@vexil/engine/engine';
import type { Clock } from '@vexil/runtime/clock';
import { type Config, readConfig } from '@vexil/runtime/config';
import { EngineSettings } from '@vexil/runtime/engine.settings';
import { loggerOptions } from '@vexil/runtime/logger';
import { queuePrefix } from '@vexil/runtime/queues';
import { pino } from 'pino';
import { reportEngine } from '../src/container/report-engine';
import { keepLease, renewLease } from '../src/container/start-leases';
import { createWorkerDeps, type WorkerDeps } from '../src/deps';
import { handlers as allHandlers } from '../src/handlers';
import { type Handler, type JobRun, runJob } from '../src/run-job';
import { type RunningWorkers, startWorkers } from '../src/start-workers';

const reportEveryMs = 5_000;

export interface TestWorkerOptions {
  database: Database & { url: string };
  redisUrl: string;
  /** The one of the test's server; one of its own when absent. */
  keyPrefix?: string;
  clock?: Clock;
  /** Named `default`. */
  engine?: ContainerEngine | null;
  /** By name. */
  engines?: Record<string, ContainerEngine>;
  engineSettings?: Partial<EngineSettings>;
  handlers?: readonly Handler[];
  config?: Partial<Config>;
  concurrency?: number;
  /** Gets every line that is logged, JSON text. */
  lines?: string[];
}

export interface TestWorker {
  deps: WorkerDeps;
  /** Begins to take jobs, as a worker of a deployment does. */
  start(): void;
  /** Runs what is queued to the end, with all that it enqueues. Delayed jobs stay unless they are retries. */
  drain(): Promise<void>;
  /** Does one job at once, as a function, as if it had come from the queue. */
  run<J extends AnyJob>(job: J, payload: PayloadOf<J>, run?: Partial<JobRun>): Promise<void>;
  close(): Promise<void>;
}

/**
 * A worker over a test's database and Redis prefix. It takes no job until `drain` or `start`. Its storage is a directory
 * of its own unless `config` names another, such as the one of the test's server.
 */
export async function createTestWorker(options: TestWorkerOptions): Promise<TestWorker> {
  const keyPrefix = options.keyPrefix ?? `test-${randomBytes(6).toString('hex')}:`;
  const handlers = options.handlers ?? allHandlers;
  const directory = await mkdtemp(join(tmpdir(), 'vexil-test-'));
  const config = {
    ...readConfig({
      DATABASE_URL: options.database.url,
      REDIS_URL: options.redisUrl,
      SECRET_KEY: testSecretKey,
      DATA_DIR: directory,
    }),
    ...options.config,
  };
  const { lines } = options;
  const log = lines
    ? pino(loggerOptions({ level: 'trace', process: 'worker' }), { write: (line: string) => void lines.push(line) })
    : pino({ level: process.env.TEST_LOG_LEVEL ?? 'silent' });
  const { database, clock, engine } = options;
  const named = options.engines ?? (engine ? { default: engine } : {});
  const engines = Object.entries(named).map(([name, one]) => ({
    engine: one,
    settings: EngineSettings.parse({ kind: 'docker', ...options.engineSettings, name }),
  }));
  const deps = createWorkerDeps(config, log, { keyPrefix, database, clock, engines });
  const report = () => Promise.all([...deps.engines.values()].map((one) => reportEngine(deps, one)));
  await report();
  await renewLease(deps);
  const ending = new AbortController();
  let reporting: NodeJS.Timeout | undefined;
  let running: RunningWorkers | null = null;
  const finished = new Set<() => void>();

  function start() {
    if (running) return;
    reporting = setInterval(() => void report().catch(() => undefined), reportEveryMs);
    void keepLease(deps, ending.signal);
    running = startWorkers(deps, { handlers, concurrency: options.concurrency ?? 8, graceMs: 1_000 });
    const notify = () => {
      for (const one of finished) one();
      finished.clear();
    };
    for (const worker of running.workers) worker.on('completed', notify).on('failed', notify);
  }

  return {
    deps,
    start,
    async drain() {
      start();
      for (;;) {
        // Asked for before counting, so that a job that ends in between is not missed.
        const next = new Promise<void>((resolve) => finished.add(resolve));
        if ((await countPending(deps)) === 0) return;
        // Another worker of the same queues may run the last job, without an event here.
        await Promise.race([next, delay(100)]);
      }
    },
    run(job, payload, run = {}) {
      const queued = { id: 'test', name: job.name, data: payload, attemptsMade: 0, stalledCounter: 0 };
      if (run.repeated) queued.stalledCounter = 1;
      return runJob(deps, handlers, queued, run.signal ?? new AbortController().signal);
    },
    async close() {
      clearInterval(reporting);
      await running?.close();
      ending.abort();
      await deps.close();
      await rm(directory, { recursive: true, force: true });
    },
  };
}

/**
 * Counted in one step over all queues and states, because a job may end after having enqueued another elsewhere, and a
 * retry becomes due between two looks.
 */
async function countPending(deps: WorkerDeps): Promise<number> {
  const names = [...queueNames, ...[...deps.engines.keys()].map(engineQueueName)];
  const keys = names.map((name) => `${queuePrefix(deps.keyPrefix)}:${name}`);
  const transaction = deps.redis.multi();
  for (const key of keys) {
    transaction.llen(`${key}:wait`).llen(`${key}:active`).zcard(`${key}:prioritized`).zrange(`${key}:delayed`, 0, '-1');
  }
  const replies = ((await transaction.exec()) ?? []).map(([, reply]) => reply);
  const counts = replies.filter((reply) => typeof reply === 'number');
  const delayed = replies.filter((reply) => Array.isArray(reply)) as string[][];
  const jobs = keys.flatMap((key, at) => (delayed[at] ?? []).map((id) => `${key}:${id}`));
  const found = await Promise.all(jobs.map((job) => deps.redis.hmget(job, 'name', 'atm')));
  // One that is gone by now was delayed a moment ago, and may have enqueued another.
  const retries = found.filter(([name, attemptsMade]) => !name || Number(attemptsMade ?? 0) > 0).length;
  return counts.reduce((sum, count) => sum + count, retries);
}
