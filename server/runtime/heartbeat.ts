import type { Redis } from 'ioredis';

/** Scores are seconds by the clock of Redis. */
const keyOf = (keyPrefix: string) => `${keyPrefix}workers`;
const drainKeyOf = (keyPrefix: string, workerId: string) => `${keyPrefix}worker-drain:${workerId}`;
const factsKeyOf = (keyPrefix: string, workerId: string) => `${keyPrefix}worker-facts:${workerId}`;

export interface WorkerFacts {
  version: string | null;
  /** null where no containers are run. */
  engine: string | null;
  isEngineUp: boolean;
  hasMail: boolean;
  /** Name of its machine. */
  host: string | null;
  /** How far the clock of its machine is ahead of that of PostgreSQL. */
  clockSkewMs: number | null;
}

export interface LivingWorker extends WorkerFacts {
  id: string;
}

const unknownFacts: WorkerFacts = {
  version: null,
  engine: null,
  isEngineUp: true,
  hasMail: false,
  host: null,
  clockSkewMs: null,
};

export const heartbeatMs = 5_000;
/** Three beats, so a busy worker is not counted as lost. */
const livingSeconds = 15;
const drainSeconds = 600;

const beatScript = `
local now = tonumber(redis.call('TIME')[1])
redis.call('ZADD', KEYS[1], now, ARGV[1])
redis.call('ZREMRANGEBYSCORE', KEYS[1], '-inf', now - tonumber(ARGV[2]))
redis.call('EXPIRE', KEYS[1], ARGV[2])
redis.call('SET', KEYS[2], ARGV[3], 'EX', ARGV[2])
return redis.call('EXISTS', KEYS[3])`;

/** @returns whether the worker is to take no more jobs and to end */
export async function beatHeart(
  redis: Redis,
  keyPrefix: string,
  workerId: string,
  facts: WorkerFacts = unknownFacts,
): Promise<{ isDrained: boolean }> {
  const keys = [keyOf(keyPrefix), factsKeyOf(keyPrefix, workerId), drainKeyOf(keyPrefix, workerId)];
  const drained = await redis.eval(beatScript, keys.length, ...keys, workerId, livingSeconds, JSON.stringify(facts));
  return { isDrained: drained === 1 };
}

/** Each of the workers learns it with its next beat, however many jobs it runs. */
export async function drainWorkers(redis: Redis, keyPrefix: string, workerIds: readonly string[]): Promise<void> {
  for (const id of workerIds) await redis.set(drainKeyOf(keyPrefix, id), '1', 'EX', drainSeconds);
}

export async function endHeartbeat(redis: Redis, keyPrefix: string, workerId: string): Promise<void> {
  await redis.zrem(keyOf(keyPrefix), workerId);
}

export async function countLivingWorkers(redis: Redis, keyPrefix: string): Promise<number> {
  const [seconds] = await redis.time();
  return redis.zcount(keyOf(keyPrefix), Number(seconds) - livingSeconds + 1, '+inf');
}

/** Workers of earlier versions publish no facts. */
export async function listLivingWorkers(redis: Redis, keyPrefix: string): Promise<LivingWorker[]> {
  const [seconds] = await redis.time();
  const ids = await redis.zrangebyscore(keyOf(keyPrefix), Number(seconds) - livingSeconds + 1, '+inf');
  if (ids.length === 0) return [];
  const facts = await redis.mget(ids.map((id) => factsKeyOf(keyPrefix, id)));
  return ids.map((id, at) => {
    const text = facts[at] ?? null;
    return { ...unknownFacts, ...(text === null ? {} : (JSON.parse(text) as Partial<WorkerFacts>)), id };
  });
}
