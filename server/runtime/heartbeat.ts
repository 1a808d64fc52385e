import type { Redis } from 'ioredis';

/** Scores are seconds by the clock of Redis. */
const keyOf = (keyPrefix: string) => `${keyPrefix}workers`;

export const heartbeatMs = 5_000;
/** Three beats, so a busy worker is not counted as lost. */
const livingSeconds = 15;

const beatScript = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`;

export async function beatHeart(redis: Redis, keyPrefix: string, workerId: string): Promise<void> {
  await redis.eval(beatScript, 1, keyOf(keyPrefix), workerId, livingSeconds);
}

export async function endHeartbeat(redis: Redis, keyPrefix: string, workerId: string): Promise<void> {
  await redis.zrem(keyOf(keyPrefix), workerId);
}

export async function countLivingWorkers(redis: Redis, keyPrefix: string): Promise<number> {
  const [seconds] = await redis.time();
  return redis.zcount(keyOf(keyPrefix), Number(seconds) - livingSeconds + 1, '+inf');
}
