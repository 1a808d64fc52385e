import type { Database } from '@vexil/db';
import type { Redis } from 'ioredis';

export interface StoreHealth {
  /** Connections to this database by state, those of other programs included. */
  connections: Record<'active' | 'idle' | 'inTransaction', number>;
  connectionsMax: number;
  /** From the request to the pool to the reply, so a pool without a free connection shows here. */
  databaseSeconds: number;
}

export interface RedisHealth {
  redisSeconds: number;
  memoryBytes: number;
  /** 0 for no limit. */
  memoryMaxBytes: number;
  clients: number;
}

const seconds = (startedAt: number) => (performance.now() - startedAt) / 1000;

export async function readDatabaseHealth({ sql }: Pick<Database, 'sql'>): Promise<StoreHealth> {
  const startedAt = performance.now();
  await sql`select 1`;
  const databaseSeconds = seconds(startedAt);
  const [row] = await sql<{ active: number; idle: number; inTransaction: number; connectionsMax: number }[]>`
    select count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'idle')::int as idle,
      count(*) filter (where state like 'idle in transaction%')::int as "inTransaction",
      current_setting('max_connections')::int as "connectionsMax"
    from pg_stat_activity where datname = current_database()`;
  const { connectionsMax = 0, ...connections } = row ?? { active: 0, idle: 0, inTransaction: 0 };
  return { connections, connectionsMax, databaseSeconds };
}

export async function readRedisHealth(redis: Redis): Promise<RedisHealth> {
  const startedAt = performance.now();
  await redis.ping();
  const redisSeconds = seconds(startedAt);
  const info = await redis.info();
  const read = (name: string) => Number(new RegExp(`^${name}:(\\d+)`, 'm').exec(info)?.[1] ?? 0);
  return {
    redisSeconds,
    memoryBytes: read('used_memory'),
    memoryMaxBytes: read('maxmemory'),
    clients: read('connected_clients'),
  };
}
