import { Redis, type RedisOptions } from 'ioredis';

/**
 * Commands fail within two seconds instead of waiting; it reconnects for ever. A connection without an answer for as long
 * is ended, so that its status is not ready while Redis hangs.
 */
export function openRedis(url: string, options: RedisOptions = {}): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 2000,
    socketTimeout: 2000,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 2000),
    ...options,
  });
}

/**
 * A connection for subscriptions, which its owner makes on each `ready`. The subscriptions that ioredis repeats by
 * itself have no handler for their errors: one that is cut off would end the process.
 */
export function openSubscriber(url: string, options: RedisOptions = {}): Redis {
  return openRedis(url, {
    autoResubscribe: false,
    autoResendUnfulfilledCommands: false,
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    ...options,
  });
}
