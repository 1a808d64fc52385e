import type { Database, Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { type BackupRow, backups } from '@vexil/db/schema/backup';
import { desc, eq } from 'drizzle-orm';

export async function findLastBackup(db: Executor): Promise<BackupRow | undefined> {
  const [last] = await db.select().from(backups).orderBy(desc(backups.madeAt)).limit(1);
  return last;
}

export const countAdministrators = (db: Executor): Promise<number> => db.$count(accounts, eq(accounts.role, 'Admin'));

/** Connections of all servers, and the machines that they come from. */
export async function countServerPools(sql: Database['sql']): Promise<{ connections: number; machines: number }> {
  const [row] = await sql<{ connections: number; machines: number }[]>`
    select count(*)::int as connections, count(distinct client_addr)::int as machines
    from pg_stat_activity where datname = current_database() and application_name ~ '^vexil-server'`;
  return row ?? { connections: 0, machines: 0 };
}

interface DatabaseSettings {
  version: string;
  fsync: string;
  fullPageWrites: string;
  autovacuum: string;
  commit: string;
  buffers: string;
  bufferBytes: number;
}

export async function readDatabaseSettings(sql: Database['sql']): Promise<DatabaseSettings> {
  const [settings] = await sql<DatabaseSettings[]>`
    select current_setting('server_version') as version, current_setting('fsync') as fsync,
      current_setting('full_page_writes') as "fullPageWrites", current_setting('autovacuum') as autovacuum,
      current_setting('synchronous_commit') as commit, current_setting('shared_buffers') as buffers,
      pg_size_bytes(current_setting('shared_buffers'))::float8 as "bufferBytes"`;
  if (!settings) throw new Error('PostgreSQL did not return its settings');
  return settings;
}
