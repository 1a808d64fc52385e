import type { Redis } from 'ioredis';

/** Every worker is in this sorted set, by the second of Redis' own clock at which it was last heard of. */
const keyOf = (keyPrefix: string) => `${keyPrefix}workers`;

export const heartbeatMs = 5_000;
/** Three beats: a worker that is busy for a moment is no lost one. */
const livingSeconds = 15;

const beatScript = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[2])
return 1`;

/** Notes that a worker lives. */
export async function beatHeart(redis: Redis, keyPrefix: string, workerId: string): Promise<void> {
  await redis.eval(beatScript, 1, keyOf(keyPrefix), workerId, livingSeconds);
}

/** Takes a worker out that ends. */
export async function endHeartbeat(redis: Redis, keyPrefix: string, workerId: string): Promise<void> {
  await redis.zrem(keyOf(keyPrefix), workerId);
}

/** Workers heard of in the last 15 seconds. */
export async function countLivingWorkers(redis: Redis, keyPrefix: string): Promise<number> {
  const [seconds] = await redis.time();
  return redis.zcount(keyOf(keyPrefix), Number(seconds) - livingSeconds + 1, '+inf');
}
