import type { JobsOptions, Queue } from 'bullmq';
import type { z } from 'zod';

export const queueNames = ['submission', 'scoreboard', 'container', 'mail', 'sweep'] as const;
export type QueueName = (typeof queueNames)[number];

export interface Job<Payload extends z.ZodType = z.ZodType> {
  queue: QueueName;
  name: string;
  /** Ids only: never a flag, a token or a text. */
  payload: Payload;
  attempts: number;
  /** Jobs of equal key wait once; one that comes while its like is being worked on is kept and runs after it. */
  deduplicateBy?: (payload: z.output<Payload>) => string;
}

/** Declares a job once, for those who enqueue it and the worker that does it. */
export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type Queues = Record<QueueName, Queue>;

export type PayloadOf<J extends Job> = J extends Job<infer P> ? z.output<P> : never;

export interface EnqueueOptions {
  delayMs?: number;
  /** A job of the same id is not added twice; frees the caller from looking first. */
  jobId?: string;
}

/**
 * Adds a job, after the transaction that made it necessary has committed. Fails when Redis does not answer; what was
 * committed is then found by the sweep.
 */
export async function enqueue<J extends Job>(
  queues: Queues,
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
  // keepLastIfActive closes the lost wake-up: a handler that has already read its rows is followed by one more run.
  if (job.deduplicateBy) jobOptions.deduplication = { id: job.deduplicateBy(payload), keepLastIfActive: true };
  await queues[job.queue].add(job.name, payload, jobOptions);
}
