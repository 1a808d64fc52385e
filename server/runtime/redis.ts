import { Redis, type RedisOptions } from 'ioredis';

/**
 * A connection that fails fast: a request that needs Redis is refused within two seconds rather than held. It connects
 * again by itself for as long as the process lives.
 */
export function openRedis(url: string, options: RedisOptions = {}): Redis {
  return new Redis(url, {
    maxRetriesPerRequest: 1,
    commandTimeout: 2000,
    connectTimeout: 2000,
    retryStrategy: (attempt) => Math.min(50 * attempt, 2000),
    ...options,
  });
}
