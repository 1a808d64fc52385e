import { type Job, type PayloadOf, type QueueName, queueNames } from '@vexil/contract/job';
import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';

export type Queues = Record<QueueName, Queue>;

/** No colon: BullMQ adds its own. */
export const queuePrefix = (keyPrefix: string) => `${keyPrefix.replace(/:$/, '')}-queue`;

/** One connection that fails fast. */
export function openQueues(redis: Redis, keyPrefix: string, onError: (error: Error) => void): Queues {
  const open = (name: QueueName) => {
    const queue = new Queue(name, { connection: redis, prefix: queuePrefix(keyPrefix) });
    queue.on('error', onError);
    return [name, queue] as const;
  };
  return Object.fromEntries(queueNames.map(open)) as Queues;
}

export async function closeQueues(queues: Queues): Promise<void> {
  await Promise.all(Object.values(queues).map((queue) => queue.close()));
}

export interface EnqueueOptions {
  delayMs?: number;
  /** Equal ids are added once. */
  jobId?: string;
}

/** Only after commit. When Redis is down it rejects, and a sweep finds the rows. */
export async function addJob<J extends Job>(
  { queues }: { queues: Queues },
  job: J,
  payload: PayloadOf<J>,
  options: EnqueueOptions = {},
): Promise<void> {
  const jobOptions: JobsOptions = {
    attempts: job.attempts,
    backoff: { type: 'exponential', delay: 200, jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: { count: 1000 },
  };
  if (options.delayMs !== undefined) jobOptions.delay = options.delayMs;
  if (options.jobId !== undefined) jobOptions.jobId = options.jobId;
  // keepLastIfActive prevents a lost wake-up: a running handler is followed by one more run.
  if (job.deduplicateBy) jobOptions.deduplication = { id: job.deduplicateBy(payload), keepLastIfActive: true };
  await queues[job.queue].add(job.name, payload, jobOptions);
}
