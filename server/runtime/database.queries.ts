import type { Database } from '@vexil/db';
import type { Sql } from 'postgres';

export interface DatabaseHealth {
  /** Connections to this database by state, those of other programs included. */
  connections: Record<'active' | 'idle' | 'inTransaction', number>;
  connectionsMax: number;
  /** From the request to the pool to the reply, so a pool without a free connection shows here. */
  databaseSeconds: number;
}

export async function pingDatabase(sql: Sql): Promise<void> {
  await sql`select 1`;
}

export async function readDatabaseHealth({ sql }: Pick<Database, 'sql'>): Promise<DatabaseHealth> {
  const startedAt = performance.now();
  await pingDatabase(sql);
  const databaseSeconds = (performance.now() - startedAt) / 1000;
  const [row] = await sql<{ active: number; idle: number; inTransaction: number; connectionsMax: number }[]>`
    select count(*) filter (where state = 'active')::int as active, count(*) filter (where state = 'idle')::int as idle,
      count(*) filter (where state like 'idle in transaction%')::int as "inTransaction",
      current_setting('max_connections')::int as "connectionsMax"
    from pg_stat_activity where datname = current_database()`;
  const { connectionsMax = 0, ...connections } = row ?? { active: 0, idle: 0, inTransaction: 0 };
  return { connections, connectionsMax, databaseSeconds };
}

export async function readDatabaseTime(sql: Sql): Promise<number> {
  const [row] = await sql<{ now: number }[]>`select extract(epoch from clock_timestamp())::float8 * 1000 as now`;
  if (!row) throw new Error('PostgreSQL did not return its time');
  return row.now;
}
