import type { z } from 'zod';

export const queueNames = ['submission', 'container', 'mail', 'webhook', 'sweep'] as const;
export type QueueName = (typeof queueNames)[number];

export interface Job<Payload extends z.ZodType = z.ZodType> {
  queue: QueueName;
  name: string;
  /** Ids only: never a flag, a token or a text. */
  payload: Payload;
  attempts: number;
  /** At most one job per key waits; one added while another is active runs after it. */
  deduplicateBy?: (payload: z.output<Payload>) => string;
}

export function defineJob<Payload extends z.ZodType>(job: Job<Payload>): Job<Payload> {
  return job;
}

export type PayloadOf<J extends Job> = J extends Job<infer P> ? z.output<P> : never;
