import { randomBytes, randomInt, randomUUID } from 'node:crypto';
import { type Database, type Db, openDatabase } from '@vexil/db';
import { readBacklog } from '@vexil/db/backlog';
import { createSealing, type Sealing } from '@vexil/db/sealing';
import type { ContainerEngine } from '@vexil/engine/engine';
import { type Clock, systemClock } from '@vexil/server/contract/clock';
import type { Config } from '@vexil/server/contract/config';
import { type EnqueueOptions, enqueue, type Job, type PayloadOf, type Queues } from '@vexil/server/contract/job';
import { type LiveTarget, type PublishedPayload, publishLive, type Room } from '@vexil/server/contract/live';
import { closeQueues, openQueues } from '@vexil/server/contract/queues';
import { openRedis } from '@vexil/server/contract/redis';
import { openStorage } from '@vexil/server/contract/storage/open-storage';
import type { Storage } from '@vexil/server/contract/storage/storage';
import type { Redis } from 'ioredis';
import type { Logger } from 'pino';
import { createEngineHealth, type EngineHealth } from './container/engine-health';
import { type Mailer, openMailer } from './mail/mailer';
import { createWorkerMetrics, type WorkerMetrics } from './metrics';
import { type BoardKeeper, createBoardKeeper } from './scoreboard/board-keeper';

export interface Random {
  bytes(length: number): Buffer;
  /** From 0 up to but without `below`. */
  integer(below: number): number;
  uuid(): string;
}

/** All that a handler may reach for; made once per process and handed on as the first argument. */
export interface WorkerDeps {
  config: Config;
  log: Logger;
  database: Database;
  db: Db;
  redis: Redis;
  queues: Queues;
  keyPrefix: string;
  sealing: Sealing;
  storage: Storage;
  clock: Clock;
  random: Random;
  /** null where no challenge containers are run. */
  engine: ContainerEngine | null;
  engineHealth: EngineHealth;
  /** null where no mails are sent. */
  mailer: Mailer | null;
  metrics: WorkerMetrics;
  boards: BoardKeeper;
  close(): Promise<void>;
}

export interface WorkerDepsOverrides {
  keyPrefix?: string;
  clock?: Clock;
  database?: Database;
  engine?: ContainerEngine | null;
}

export const systemRandom: Random = { bytes: randomBytes, integer: (below) => randomInt(below), uuid: randomUUID };

/** Opens what a worker needs. What was handed in is not closed by `close`, the engine excepted. */
export function createWorkerDeps(config: Config, log: Logger, overrides: WorkerDepsOverrides = {}): WorkerDeps {
  const keyPrefix = overrides.keyPrefix ?? config.keyPrefix;
  const database = overrides.database ?? openDatabase(config.databaseUrl, { applicationName: 'vexil-worker' });
  const redis = openRedis(config.redisUrl);
  redis.on('error', (error) => log.warn({ err: error }, 'Redis does not answer'));
  const queues = openQueues(redis, keyPrefix, (error) => log.warn({ err: error }, 'A queue does not answer'));
  const engine = overrides.engine ?? null;
  const mailer = config.smtpUrl === null ? null : openMailer(config.smtpUrl, config.smtpFrom, log);
  const storage = openStorage(config.storage);
  const clock = overrides.clock ?? systemClock;
  const metrics = createWorkerMetrics({
    redis,
    queues,
    keyPrefix,
    clock,
    readBacklog: (now) => readBacklog(database.db, now),
  });
  const shared = {
    config,
    log,
    database,
    db: database.db,
    redis,
    queues,
    keyPrefix,
    sealing: createSealing(config.secretKey),
    storage,
    clock,
    random: systemRandom,
    engine,
    engineHealth: createEngineHealth({ engine, log, clock, gauge: metrics.containerEngineUp }),
    mailer,
    metrics,
  };
  const boards = createBoardKeeper(shared);
  return {
    ...shared,
    boards,
    async close() {
      await boards.close();
      await engine?.close();
      mailer?.close();
      await closeQueues(queues);
      redis.disconnect();
      await storage.close();
      if (!overrides.database) await database.close();
    },
  };
}

/** Tells a room something; only after commit. */
export function publish<T extends LiveTarget>(
  deps: Pick<WorkerDeps, 'redis' | 'keyPrefix'>,
  room: Room,
  target: T,
  payload: PublishedPayload<T>,
): Promise<string> {
  return publishLive(deps.redis, deps.keyPrefix, room, target, payload);
}

/** Adds a job; only after commit. */
export function addJob<J extends Job>(
  deps: Pick<WorkerDeps, 'queues'>,
  job: J,
  payload: PayloadOf<J>,
  options?: EnqueueOptions,
): Promise<void> {
  return enqueue(deps.queues, job, payload, options);
}
