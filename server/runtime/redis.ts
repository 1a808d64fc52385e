import { Redis, type RedisOptions } from 'ioredis';

/** Commands fail within two seconds instead of waiting; it reconnects for ever. */
export function openRedis(url: string, options: RedisOptions = {}): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 2000,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 2000),
    ...options,
  });
}
