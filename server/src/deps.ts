import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Database, type Db, openDatabase, type Tx } from '@vexil/db';
import { isRetryable } from '@vexil/db/errors';
import { createSealing, type Sealing } from '@vexil/db/sealing';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createSettingsCache, type SettingsCache } from './config/settings';
import { type Clock, systemClock } from './contract/clock';
import type { Config } from './contract/config';
import { type EnqueueOptions, enqueue, type Job, type PayloadOf, type Queues } from './contract/job';
import { type LiveTarget, type PublishedPayload, publishLive, type Room } from './contract/live';
import { closeQueues, openQueues } from './contract/queues';
import { openRedis } from './contract/redis';
import { openStorage } from './contract/storage/open-storage';
import type { Storage } from './contract/storage/storage';
import { type DiskSpace, openDiskSpace } from './disk-space';

export interface Random {
  bytes(length: number): Buffer;
  /** From 0 up to but without `below`. */
  integer(below: number): number;
  uuid(): string;
}

/** All that a service may reach for; made once per process and handed on as the first argument. */
export interface Deps {
  config: Config;
  log: Logger;
  database: Database;
  db: Db;
  redis: Redis;
  queues: Queues;
  keyPrefix: string;
  sealing: Sealing;
  storage: Storage;
  diskSpace: DiskSpace;
  /** What administrators set at run time. */
  settings: SettingsCache;
  clock: Clock;
  random: Random;
  /** Errors a route does not declare answer 500 here, so that none goes unnoticed in tests and development. */
  strict: boolean;
  close(): Promise<void>;
}

export interface DepsOverrides {
  keyPrefix?: string;
  clock?: Clock;
  database?: Database;
  /** How long a copy of the settings is given out; tests store settings behind the server's back. */
  settingsAgeMsMax?: number;
  strict?: boolean;
}

export const systemRandom: Random = { bytes: randomBytes, integer: (below) => randomInt(below), uuid: randomUUID };

export function createDeps(config: Config, log: Logger, overrides: DepsOverrides = {}): Deps {
  const keyPrefix = overrides.keyPrefix ?? config.keyPrefix;
  const database = overrides.database ?? openDatabase(config.databaseUrl, { applicationName: 'vexil-server' });
  const redis = openRedis(config.redisUrl);
  redis.on('error', (error) => log.warn({ err: error }, 'Redis does not answer'));
  const queues = openQueues(redis, keyPrefix, (error) => log.warn({ err: error }, 'A queue does not answer'));
  const storage = openStorage(config.storage);
  return {
    config,
    log,
    database,
    db: database.db,
    redis,
    queues,
    keyPrefix,
    sealing: createSealing(config.secretKey),
    storage,
    diskSpace: openDiskSpace(config),
    settings: createSettingsCache(database.db, overrides.settingsAgeMsMax),
    clock: overrides.clock ?? systemClock,
    random: systemRandom,
    strict: overrides.strict ?? process.env.NODE_ENV !== 'production',
    async close() {
      await closeQueues(queues);
      redis.disconnect();
      await storage.close();
      if (!overrides.database) await database.close();
    },
  };
}

export type AfterCommit = (work: () => Promise<unknown>) => void;

const attemptsMax = 3;

/**
 * Runs `work` in one transaction, again when PostgreSQL asks for it. What it hands to `afterCommit` happens once the
 * transaction is stored; a failure there is logged and left to the sweeps, because the answer is already true.
 */
export async function inTransaction<T>(
  deps: Pick<Deps, 'db' | 'log'>,
  work: (tx: Tx, afterCommit: AfterCommit) => Promise<T>,
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    const later: (() => Promise<unknown>)[] = [];
    try {
      const result = await deps.db.transaction((tx) => work(tx, (next) => later.push(next)));
      for (const next of later) await runAfterCommit(deps, next);
      return result;
    } catch (error) {
      if (attempt >= attemptsMax || !isRetryable(error)) throw error;
    }
  }
}

async function runAfterCommit(deps: Pick<Deps, 'log'>, work: () => Promise<unknown>): Promise<void> {
  try {
    await work();
  } catch (error) {
    deps.log.warn({ err: error }, 'What follows a commit was left to the sweeps');
  }
}

/** Tells a room something; only after commit. */
export function publish<T extends LiveTarget>(
  deps: Pick<Deps, 'redis' | 'keyPrefix'>,
  room: Room,
  target: T,
  payload: PublishedPayload<T>,
): Promise<string> {
  return publishLive(deps.redis, deps.keyPrefix, room, target, payload);
}

/** Adds a job; only after commit. */
export function addJob<J extends Job>(
  deps: Pick<Deps, 'queues'>,
  job: J,
  payload: PayloadOf<J>,
  options?: EnqueueOptions,
): Promise<void> {
  return enqueue(deps.queues, job, payload, options);
}
