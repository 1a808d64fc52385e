import { engineQueueName, queueNames } from '@vexil/contract/job';
import { queuePrefix } from '@vexil/runtime/queues';
import { openRedis } from '@vexil/runtime/redis';
import { Worker } from 'bullmq';
import type { WorkerDeps } from './deps';
import { type Handler, runJob } from './run-job';

export interface WorkersOptions {
  handlers: readonly Handler[];
  /** Jobs at the same time, per queue. */
  concurrency: number;
  /** How long `close` waits for running jobs before it cancels them. */
  graceMs?: number;
}

export interface RunningWorkers {
  workers: readonly Worker[];
  /** Takes no more jobs, lets the running ones finish, and closes. `hasTime`: however long they take. */
  close(options?: { hasTime?: boolean }): Promise<void>;
}

// A job of a killed worker goes to another after at most the sum of both. Locks are renewed, so jobs may take any time.
const lockDurationMs = 10_000;
const stalledIntervalMs = 5_000;
const stalledCountMax = 10;
const slowStartsMax = 64;

export function startWorkers(deps: WorkerDeps, options: WorkersOptions): RunningWorkers {
  const { handlers, concurrency, graceMs = 20_000 } = options;
  const cancelled = new AbortController();
  // Workers wait for Redis without limit, and their blocking calls have no timeout.
  const connection = openRedis(deps.config.redisUrl, {
    maxRetriesPerRequest: null,
    commandTimeout: undefined,
    socketTimeout: undefined,
  });
  connection.on('error', deps.redisErrors);

  const start = (name: string, jobsMax: number) => {
    const worker = new Worker(name, (queued) => runJob(deps, handlers, queued, cancelled.signal), {
      connection,
      prefix: queuePrefix(deps.keyPrefix),
      concurrency: jobsMax,
      lockDuration: lockDurationMs,
      stalledInterval: stalledIntervalMs,
      maxStalledCount: stalledCountMax,
      removeOnComplete: { count: 0 },
    });
    worker.on('error', deps.redisErrors);
    worker.on('stalled', (jobId) =>
      deps.log.warn({ event: 'job.stalled', jobId, queue: name }, 'Taking over a job of a lost worker'),
    );
    return worker;
  };
  const workers = [
    ...queueNames.map((name) => start(name, concurrency)),
    // Starts of services that are slow to answer must not keep stops waiting.
    ...[...deps.engines.values()].map(({ name }) => start(engineQueueName(name), concurrency + slowStartsMax)),
  ];
  return {
    workers,
    async close({ hasTime = false } = {}) {
      const timer = hasTime ? undefined : setTimeout(() => cancelled.abort(), graceMs);
      await Promise.all(workers.map((worker) => worker.close()));
      clearTimeout(timer);
      connection.disconnect();
    },
  };
}
