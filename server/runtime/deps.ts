import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Database, type Db, openDatabase } from '@vexil/db';
import { createSealing, type Sealing } from '@vexil/db/sealing';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import product from '../../package.json';
import type { Clock } from './clock';
import type { Config } from './config';
import { readDatabaseTime } from './database.queries';
import { createDatabaseClock, type DatabaseClock } from './database-clock';
import { openQueues, type Queues } from './queues';
import { openRedis } from './redis';
import { createRedisErrors, type RedisErrors } from './redis-errors';
import { openStorage } from './storage/open-storage';
import type { Storage } from './storage/storage';
import { createTopicFeed, type TopicFeed } from './topics';
import type { Tracing } from './tracing';

export interface Random {
  bytes(length: number): Buffer;
  /** 0 to below `below`. */
  integer(below: number): number;
  uuid(): string;
}

/** Created once per process. */
export interface BaseDeps {
  config: Config;
  log: Logger;
  database: Database;
  db: Db;
  redis: Redis;
  /** Logs the errors of all connections to Redis. */
  redisErrors: RedisErrors;
  queues: Queues;
  keyPrefix: string;
  sealing: Sealing;
  storage: Storage;
  topics: TopicFeed;
  /** null where it is off. */
  tracing: Tracing | null;
  /** `databaseClock`, unless a test sets another. */
  clock: Clock;
  /** Has to be started. */
  databaseClock: DatabaseClock;
  random: Random;
  /** Does not close a database that was passed in. */
  close(): Promise<void>;
}

export interface BaseDepsOverrides {
  keyPrefix?: string;
  clock?: Clock;
  database?: Database;
  tracing?: Tracing | null;
}

export const systemRandom: Random = { bytes: randomBytes, integer: (below) => randomInt(below), uuid: randomUUID };

/** PostgreSQL shows `applicationName` and the release, by which processes of another one are found. */
export function openBaseDeps(
  config: Config,
  log: Logger,
  applicationName: string,
  overrides: BaseDepsOverrides = {},
): BaseDeps {
  const keyPrefix = overrides.keyPrefix ?? config.keyPrefix;
  const tracing = overrides.tracing ?? null;
  const beginStatement = tracing?.beginStatement;
  const database =
    overrides.database ??
    openDatabase(config.databaseUrl, { applicationName: `${applicationName} ${product.version}`, beginStatement });
  const redis = openRedis(config.redisUrl);
  const redisErrors = createRedisErrors(redis, log);
  redis.on('error', redisErrors);
  const queues = openQueues(redis, keyPrefix, { onError: redisErrors, traceparent: tracing?.traceparent });
  const storage = openStorage(config.storage);
  const databaseClock = createDatabaseClock(() => readDatabaseTime(database.sql));
  return {
    config,
    log,
    database,
    db: database.db,
    redis,
    redisErrors,
    queues,
    keyPrefix,
    sealing: createSealing(config.secretKey),
    storage,
    topics: createTopicFeed({ database, log }),
    tracing,
    clock: overrides.clock ?? databaseClock,
    databaseClock,
    random: systemRandom,
    async close() {
      databaseClock.stop();
      await queues.close();
      redis.disconnect();
      await storage.close();
      if (!overrides.database) await database.close();
      await tracing?.close();
    },
  };
}
