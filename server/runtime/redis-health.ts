import type { Redis } from 'ioredis';

export interface RedisHealth {
  redisSeconds: number;
  memoryBytes: number;
  /** 0 for no limit. */
  memoryMaxBytes: number;
  clients: number;
}

export async function readRedisHealth(redis: Redis): Promise<RedisHealth> {
  const startedAt = performance.now();
  await redis.ping();
  const redisSeconds = (performance.now() - startedAt) / 1000;
  const info = await redis.info();
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    redisSeconds,
    memoryBytes: read('used_memory'),
    memoryMaxBytes: read('maxmemory'),
    clients: read('connected_clients'),
  };
}
