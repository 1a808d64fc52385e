import { z } from 'zod';

/** `placement` is apart from `container`, so that workers of earlier releases leave its jobs alone. */
export const queueNames = ['submission', 'placement', 'container', 'mail', 'webhook', 'capture', 'sweep'] as const;
export type QueueName = (typeof queueNames)[number];

interface JobOf<Payload extends z.ZodType> {
  name: string;
  /** Ids only: never a flag, a token or a text. */
  payload: Payload;
  attempts: number;
  /** At most one job per key waits; one added while another is active runs after it. */
  deduplicateBy?: (payload: z.output<Payload>) => string;
}

export interface Job<Payload extends z.ZodType = z.ZodType> extends JobOf<Payload> {
  queue: QueueName;
}

/** For the workers that reach one container engine, which has a queue of its own. */
export interface EngineJob<Payload extends z.ZodType = z.ZodType> extends JobOf<Payload> {
  queue: 'engine';
}

export type AnyJob<Payload extends z.ZodType = z.ZodType> = Job<Payload> | EngineJob<Payload>;

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export function defineEngineJob<Payload extends z.ZodType>(job: Omit<EngineJob<Payload>, 'queue'>): EngineJob<Payload> {
  return { ...job, queue: 'engine' };
}

/** Without a payload: one of it waits at most. */
export const defineSingleJob = (queue: QueueName, name: string) =>
  defineJob({ queue, name, payload: z.object({}), attempts: 1, deduplicateBy: () => name });

/** Of a whole engine: one of it waits at most. */
export const defineSingleEngineJob = (name: string, attempts = 1) =>
  defineEngineJob({ name, payload: z.object({ engine: z.string() }), attempts, deduplicateBy: () => name });

export const engineQueueName = (engine: string): string => `container-${engine}`;

export type PayloadOf<J extends AnyJob> = J extends AnyJob<infer P> ? z.output<P> : never;
