import type { Redis } from 'ioredis';

/** Scores are seconds by the clock of Redis. */
const keyOf = (keyPrefix: string) => `${keyPrefix}workers`;
const factsKeyOf = (keyPrefix: string, workerId: string) => `${keyPrefix}worker-facts:${workerId}`;

export interface WorkerFacts {
  version: string | null;
  /** null where no containers are run. */
  engine: string | null;
  isEngineUp: boolean;
  hasMail: boolean;
}

const unknownFacts: WorkerFacts = { version: null, engine: null, isEngineUp: true, hasMail: false };

export const heartbeatMs = 5_000;
/** Three beats, so a busy worker is not counted as lost. */
const livingSeconds = 15;

const beatScript = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[2])
return 1`;

export async function beatHeart(
  redis: Redis,
  keyPrefix: string,
  workerId: string,
  facts: WorkerFacts = unknownFacts,
): Promise<void> {
  const keys = [keyOf(keyPrefix), factsKeyOf(keyPrefix, workerId)];
  await redis.eval(beatScript, keys.length, ...keys, workerId, livingSeconds, JSON.stringify(facts));
}

export async function endHeartbeat(redis: Redis, keyPrefix: string, workerId: string): Promise<void> {
  await redis.zrem(keyOf(keyPrefix), workerId);
}

export async function countLivingWorkers(redis: Redis, keyPrefix: string): Promise<number> {
  const [seconds] = await redis.time();
  return redis.zcount(keyOf(keyPrefix), Number(seconds) - livingSeconds + 1, '+inf');
}

/** Workers of earlier versions publish no facts. */
export async function listLivingWorkers(redis: Redis, keyPrefix: string): Promise<WorkerFacts[]> {
  const [seconds] = await redis.time();
  const ids = await redis.zrangebyscore(keyOf(keyPrefix), Number(seconds) - livingSeconds + 1, '+inf');
  if (ids.length === 0) return [];
  const facts = await redis.mget(ids.map((id) => factsKeyOf(keyPrefix, id)));
  return facts.map((text) => (text === null ? unknownFacts : { ...unknownFacts, ...JSON.parse(text) }));
}
