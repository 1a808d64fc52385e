import { Queue } from 'bullmq';
import type { Redis } from 'ioredis';
import { type QueueName, type Queues, queueNames } from './job';

/** BullMQ's prefix; it has no colon because BullMQ adds its own. */
export const queuePrefix = (keyPrefix: string) => `${keyPrefix.replace(/:$/, '')}-queue`;

/** Producers of all queues over one connection that fails fast. */
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
