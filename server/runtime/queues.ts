import {
  type AnyJob,
  type EngineJob,
  engineQueueName,
  type Job,
  type PayloadOf,
  type QueueName,
  queueNames,
} from '@vexil/contract/job';
import { type JobsOptions, Queue } from 'bullmq';
import type { Redis } from 'ioredis';

export interface Queues extends Readonly<Record<QueueName, Queue>> {
  /** The queue of a container engine, opened when it is first needed. */
  ofEngine(engine: string): Queue;
  /** Of the trace that jobs added now belong to. */
  traceparent(): string | undefined;
  close(): Promise<void>;
}

/** No colon: BullMQ adds its own. */
export const queuePrefix = (keyPrefix: string) => `${keyPrefix.replace(/:$/, '')}-queue`;

/** One connection that fails fast. */
export function openQueues(
  redis: Redis,
  keyPrefix: string,
  { onError, traceparent }: { onError: (error: Error) => void; traceparent?: (() => string | undefined) | undefined },
): Queues {
  const open = (name: string) => {
    const queue = new Queue(name, { connection: redis, prefix: queuePrefix(keyPrefix) });
    queue.on('error', onError);
    return queue;
  };
  const named = Object.fromEntries(queueNames.map((name) => [name, open(name)])) as Record<QueueName, Queue>;
  const ofEngines = new Map<string, Queue>();
  return {
    ...named,
    traceparent: traceparent ?? (() => undefined),
    ofEngine(engine) {
      const known = ofEngines.get(engine) ?? open(engineQueueName(engine));
      ofEngines.set(engine, known);
      return known;
    },
    async close() {
      await Promise.all([...Object.values(named), ...ofEngines.values()].map((queue) => queue.close()));
    },
  };
}

export interface EnqueueOptions {
  delayMs?: number;
  /** Equal ids are added once. */
  jobId?: string;
  /** Where the call is made outside the trace that the job belongs to. */
  traceparent?: string | undefined;
}

/** Only after commit. When Redis is down it rejects, and a sweep finds the rows. */
export async function addJob<J extends Job>(
  { queues }: { queues: Queues },
  job: J,
  payload: PayloadOf<J>,
  options: EnqueueOptions = {},
): Promise<void> {
  await queues[job.queue].add(job.name, payload, jobOptions(job, payload, withTrace(queues, options)));
}

/** As `addJob`, for a worker that reaches the engine. */
export async function addEngineJob<J extends EngineJob>(
  { queues }: { queues: Queues },
  engine: string,
  job: J,
  payload: PayloadOf<J>,
  options: EnqueueOptions = {},
): Promise<void> {
  await queues.ofEngine(engine).add(job.name, payload, jobOptions(job, payload, withTrace(queues, options)));
}

const withTrace = (queues: Queues, options: EnqueueOptions): EnqueueOptions => ({
  ...options,
  traceparent: options.traceparent ?? queues.traceparent(),
});

function jobOptions(job: AnyJob, payload: unknown, { delayMs, jobId, traceparent }: EnqueueOptions): JobsOptions {
  return {
    attempts: job.attempts,
    backoff: { type: 'exponential', delay: 200, jitter: 0.5 },
    removeOnComplete: true,
    removeOnFail: { count: 1000 },
    ...(delayMs === undefined ? {} : { delay: delayMs }),
    ...(jobId === undefined ? {} : { jobId }),
    ...(traceparent === undefined ? {} : { telemetry: { metadata: traceparent } }),
    // keepLastIfActive prevents a lost wake-up: a running handler is followed by one more run.
    ...(job.deduplicateBy ? { deduplication: { id: job.deduplicateBy(payload), keepLastIfActive: true } } : {}),
  };
}
