import { type QueueName, queueNames } from '@vexil/contract/job';
import { queuePrefix } from '@vexil/runtime/queues';
import { openRedis } from '@vexil/runtime/redis';
import { Worker } from 'bullmq';
import type { WorkerDeps } from './deps';
import { type Handler, runJob } from './run-job';

export interface WorkersOptions {
  handlers: readonly Handler[];
  /** Jobs at the same time, per queue. */
  concurrency: number;
  /** How long `close` lets running jobs finish before it calls them off. */
  graceMs?: number;
}

export interface RunningWorkers {
  workers: Readonly<Record<QueueName, Worker>>;
  /** Takes no more jobs, lets the running ones finish, and closes. */
  close(): Promise<void>;
}

// A job of a killed worker goes to another one after at most their sum; the locks are renewed from a timer, so jobs
// may take as long as they like.
const lockDurationMs = 10_000;
const stalledIntervalMs = 5_000;
const stalledCountMax = 10;

/** Begins to take jobs: one BullMQ worker per queue. */
export function startWorkers(deps: WorkerDeps, options: WorkersOptions): RunningWorkers {
  const { handlers, concurrency, graceMs = 20_000 } = options;
  const hurry = new AbortController();
  // Workers wait for Redis as long as it takes, and their blocking calls have no answer to expect in time.
  const connection = openRedis(deps.config.redisUrl, { maxRetriesPerRequest: null, commandTimeout: undefined });
  connection.on('error', (error) => deps.log.warn({ err: error }, 'Redis does not answer the workers'));

  const start = (name: QueueName) => {
    const worker = new Worker(name, (queued) => runJob(deps, handlers, queued, hurry.signal), {
      connection,
      prefix: queuePrefix(deps.keyPrefix),
      concurrency,
      lockDuration: lockDurationMs,
      stalledInterval: stalledIntervalMs,
      maxStalledCount: stalledCountMax,
      removeOnComplete: { count: 0 },
    });
    worker.on('error', (error) => deps.log.warn({ err: error, queue: name }, 'A worker had an error'));
    worker.on('stalled', (jobId) => deps.log.warn({ jobId, queue: name }, 'A job of a lost worker is taken over'));
    return [name, worker] as const;
  };
  const workers = Object.fromEntries(queueNames.map(start)) as Record<QueueName, Worker>;
  return {
    workers,
    async close() {
      const timer = setTimeout(() => hurry.abort(), graceMs);
      await Promise.all(Object.values(workers).map((worker) => worker.close()));
      clearTimeout(timer);
      connection.disconnect();
    },
  };
}
