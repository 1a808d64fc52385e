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
import type { QueueHealth } from './queue-health';
import { type RedisHealth, readRedisHealth } from './redis-health';
import { shareFor, within } from './within';

const timeoutMs = 2_000;
const ageMsMax = 1_000;

interface SharedGauge<Health> {
  name: string;
  help: string;
  labels?: readonly string[];
  /** One value, left out while it is null; or by labels, in their order. */
  read(health: Health): number | null | (readonly [...labels: string[], value: number])[];
}

const byState = (counts: object): [string, number][] => Object.entries(counts);

const queueGauges: readonly SharedGauge<QueueHealth>[] = [
  { name: 'workers_living', help: 'Workers with a heartbeat in the last 15 seconds', read: ({ workers }) => workers },
  {
    name: 'oldest_waiting_answer_seconds',
    help: 'Age of the answer that has waited longest for its verdict',
    read: (health) => health.oldestWaitingAnswerSeconds,
  },
  {
    name: 'mails_unsent',
    help: 'Mails that can still be sent and were not yet',
    read: ({ unsentMails }) => unsentMails,
  },
  {
    name: 'containers',
    help: 'Containers that are alive, by state',
    labels: ['state'],
    read: ({ containers }) => byState(containers),
  },
  {
    name: 'queue_jobs',
    help: 'Jobs by queue and state: waiting, delayed or failed',
    labels: ['queue', 'state'],
    read: ({ jobs }) =>
      Object.entries(jobs).flatMap(([queue, counts]) => byState(counts).map((one) => [queue, ...one] as const)),
  },
];

const databaseGauges: readonly SharedGauge<DatabaseHealth>[] = [
  {
    name: 'database_connections',
    help: 'Connections to the database by state: active, idle or inTransaction',
    labels: ['state'],
    read: ({ connections }) => byState(connections),
  },
  {
    name: 'database_connections_max',
    help: 'Connections that PostgreSQL admits',
    read: ({ connectionsMax }) => connectionsMax,
  },
  {
    name: 'database_ping_seconds',
    help: 'Time of an empty statement, with the wait for a connection of the pool',
    read: ({ databaseSeconds }) => databaseSeconds,
  },
];

const poolGauges: readonly SharedGauge<PoolHealth>[] = [
  {
    name: 'containers_warm',
    help: 'Containers that were started ahead for the next teams, by state: starting or ready',
    labels: ['state'],
    read: byState,
  },
];

const backupGauges: readonly SharedGauge<BackupHealth>[] = [
  { name: 'backup_age_seconds', help: 'Age of the last backup', read: ({ ageSeconds }) => ageSeconds },
  { name: 'backup_faults', help: 'What the last verification of a backup found', read: ({ faults }) => faults },
  {
    name: 'backup_every_seconds',
    help: 'BACKUP_EVERY, the time between two backups',
    read: ({ everySeconds }) => everySeconds,
  },
];

const solverGauges: readonly SharedGauge<readonly FailingCheck[]>[] = [
  {
    name: 'solver_check_failing',
    help: '1 for each challenge whose solver did not pass last, by the ids of game and challenge',
    labels: ['game', 'challenge'],
    read: (failing) => failing.map(({ id, gameId }) => [`${gameId}`, `${id}`, 1]),
  },
];

const redisGauges: readonly SharedGauge<RedisHealth>[] = [
  { name: 'redis_ping_seconds', help: 'Time of a PING', read: ({ redisSeconds }) => redisSeconds },
  { name: 'redis_memory_bytes', help: 'Memory that Redis uses', read: ({ memoryBytes }) => memoryBytes },
  {
    name: 'redis_memory_max_bytes',
    help: 'Memory that Redis may use; 0 for no limit',
    read: ({ memoryMaxBytes }) => memoryMaxBytes,
  },
  { name: 'redis_clients', help: 'Connections to Redis', read: ({ clients }) => clients },
];

function register<Health>(
  registry: Registry,
  gauges: readonly SharedGauge<Health>[],
  read: () => Promise<Health>,
): void {
  // One read for all gauges of a scrape.
  const shared = shareFor(ageMsMax, () => within(timeoutMs, read()).catch(() => undefined));
  for (const { name, help, labels = [], read: valuesOf } of gauges) {
    new Gauge({
      name,
      help,
      labelNames: labels,
      registers: [registry],
      async collect() {
        const health = await shared();
        const value = health === undefined ? null : valuesOf(health);
        this.reset();
        if (typeof value === 'number') this.set(value);
        // A reset leaves the value 0 where there are no labels.
        else if (labels.length === 0) this.remove();
        else for (const row of value ?? []) this.labels(...row.slice(0, -1).map(String)).set(Number(row.at(-1)));
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
  register(registry, queueGauges, readQueues);
  register(registry, databaseGauges, () => readDatabaseHealth(database));
  register(registry, poolGauges, () => readPoolHealth(database));
  register(registry, backupGauges, () => readBackupHealth(database, config.backup));
  register(registry, solverGauges, () => listFailingChecks(database, databaseClock.now()));
  register(registry, redisGauges, () => readRedisHealth(redis));
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
