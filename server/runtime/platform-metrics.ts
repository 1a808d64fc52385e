// Metrics that servers and workers report alike, because they describe what all processes share: queues, database,
// Redis. A part that does not answer leaves out its own values and no others, so that an outage can be watched.

import { type PoolHealth, readPoolHealth } from '@vexil/data/container/pool.queries';
import { type BackupHealth, readBackupHealth } from '@vexil/data/health/backup.queries';
import { type FailingCheck, listFailingChecks } from '@vexil/data/solver/checks.queries';
import type { Database } from '@vexil/db';
import type { Redis } from 'ioredis';
import { Gauge, type Registry } from 'prom-client';
import product from '../../package.json';
import type { Config } from './config';
import { type DatabaseHealth, readDatabaseHealth } from './database.queries';
import type { DatabaseClock } from './database-clock';
import { type QueueHealth, queueGauges } from './queue-health';
import { type RedisHealth, readRedisHealth } from './redis-health';

const timeoutMs = 2_000;
const ageMsMax = 1_000;

interface SharedGauge<Health> {
  name: string;
  help: string;
  labelNames: readonly string[];
  samples(health: Health): { labels: Record<string, string>; value: number }[];
}

const single = <Health>(name: string, help: string, read: (health: Health) => number): SharedGauge<Health> => ({
  name,
  help,
  labelNames: [],
  samples: (health) => [{ labels: {}, value: read(health) }],
});

/** Left out while it is null. */
const optional = <Health>(
  name: string,
  help: string,
  read: (health: Health) => number | null,
): SharedGauge<Health> => ({
  name,
  help,
  labelNames: [],
  samples(health) {
    const value = read(health);
    return value === null ? [] : [{ labels: {}, value }];
  },
});

const databaseGauges: readonly SharedGauge<DatabaseHealth>[] = [
  {
    name: 'database_connections',
    help: 'Connections to the database by state: active, idle or inTransaction',
    labelNames: ['state'],
    samples: ({ connections }) => Object.entries(connections).map(([state, value]) => ({ labels: { state }, value })),
  },
  single('database_connections_max', 'Connections that PostgreSQL admits', (health) => health.connectionsMax),
  single(
    'database_ping_seconds',
    'Time of an empty statement, with the wait for a connection of the pool',
    (health) => health.databaseSeconds,
  ),
];

const poolGauges: readonly SharedGauge<PoolHealth>[] = [
  {
    name: 'containers_warm',
    help: 'Containers that were started ahead for the next teams, by state: starting or ready',
    labelNames: ['state'],
    samples: (health) => Object.entries(health).map(([state, value]) => ({ labels: { state }, value })),
  },
];

const backupGauges: readonly SharedGauge<BackupHealth>[] = [
  optional('backup_age_seconds', 'Age of the last backup', ({ ageSeconds }) => ageSeconds),
  optional('backup_faults', 'What the last verification of a backup found', ({ faults }) => faults),
  optional('backup_every_seconds', 'BACKUP_EVERY, the time between two backups', ({ everySeconds }) => everySeconds),
];

const solverGauges: readonly SharedGauge<readonly FailingCheck[]>[] = [
  {
    name: 'solver_check_failing',
    help: '1 for each challenge whose solver did not pass last, by the ids of game and challenge',
    labelNames: ['game', 'challenge'],
    samples: (failing) =>
      failing.map(({ id, gameId }) => ({ labels: { game: `${gameId}`, challenge: `${id}` }, value: 1 })),
  },
];

const redisGauges: readonly SharedGauge<RedisHealth>[] = [
  single('redis_ping_seconds', 'Time of a PING', (health) => health.redisSeconds),
  single('redis_memory_bytes', 'Memory that Redis uses', (health) => health.memoryBytes),
  single('redis_memory_max_bytes', 'Memory that Redis may use; 0 for no limit', (health) => health.memoryMaxBytes),
  single('redis_clients', 'Connections to Redis', (health) => health.clients),
];

async function inTime<T>(work: Promise<T>): Promise<T | undefined> {
  let timer: NodeJS.Timeout | undefined;
  const timeout = new Promise<undefined>((resolve) => {
    timer = setTimeout(() => resolve(undefined), timeoutMs);
  });
  try {
    return await Promise.race([work, timeout]);
  } catch {
    return undefined;
  } finally {
    clearTimeout(timer);
  }
}

/** One read for all gauges of a scrape. */
function shared<T>(read: () => Promise<T>): () => Promise<T | undefined> {
  let known: { at: number; health: Promise<T | undefined> } | undefined;
  return () => {
    const now = performance.now();
    if (!known || now - known.at >= ageMsMax) known = { at: now, health: inTime(read()) };
    return known.health;
  };
}

function register<Health>(
  registry: Registry,
  gauges: readonly SharedGauge<Health>[],
  read: () => Promise<Health | undefined>,
): void {
  for (const { name, help, labelNames, samples } of gauges) {
    new Gauge({
      name,
      help,
      labelNames,
      registers: [registry],
      async collect() {
        const health = await read();
        this.reset();
        const values = health === undefined ? [] : samples(health);
        // A reset leaves the value 0 where there are no labels.
        if (values.length === 0 && labelNames.length === 0) this.remove();
        for (const { labels, value } of values) this.set(labels, value);
      },
    });
  }
}

export interface PlatformMetricsDeps {
  config: Pick<Config, 'backup'>;
  database: Pick<Database, 'sql'>;
  redis: Redis;
  databaseClock: Pick<DatabaseClock, 'now' | 'skewMs'>;
}

export function registerPlatformMetrics(
  registry: Registry,
  { config, database, redis, databaseClock }: PlatformMetricsDeps,
  readQueues: () => Promise<QueueHealth>,
): void {
  register(registry, queueGauges, () => inTime(readQueues()));
  register(
    registry,
    databaseGauges,
    shared(() => readDatabaseHealth(database)),
  );
  register(
    registry,
    poolGauges,
    shared(() => readPoolHealth(database)),
  );
  register(
    registry,
    backupGauges,
    shared(() => readBackupHealth(database, config.backup)),
  );
  register(
    registry,
    solverGauges,
    shared(() => listFailingChecks(database, databaseClock.now())),
  );
  register(
    registry,
    redisGauges,
    shared(() => readRedisHealth(redis)),
  );
  new Gauge({
    name: 'clock_skew_seconds',
    help: 'How far the clock of this machine is ahead of that of PostgreSQL',
    registers: [registry],
    collect() {
      const skewMs = databaseClock.skewMs();
      if (skewMs === null) this.remove();
      else this.set(skewMs / 1000);
    },
  });
  new Gauge({
    name: 'build_info',
    help: 'Always 1; the version and the commit of this process are labels',
    labelNames: ['version', 'commit'],
    registers: [registry],
  }).set({ version: product.version, commit: process.env.VEXIL_COMMIT || 'unknown' }, 1);
}
