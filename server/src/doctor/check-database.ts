import type { Database } from '@vexil/db';
import { readSchemaState } from '@vexil/db/migrate';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { readDatabaseHealth } from '@vexil/runtime/database.queries';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { type Check, type Finding, fastestMs, fault, ok, warning } from './finding';

const slowMs = 100;
const buffersMin = 128 * 1024 ** 2;
const usedPartMax = 0.8;
const serverConnections = 16;
/** For the command line, backups and superusers. */
const spareConnections = 10;

interface SettingsRow {
  version: string;
  fsync: string;
  fullPageWrites: string;
  autovacuum: string;
  commit: string;
  buffers: string;
  bufferBytes: number;
}

/** A pool closes idle connections, so machines count as well. */
async function countServers({ sql }: Database): Promise<number> {
  const [row] = await sql<{ connections: number; machines: number }[]>`
    select count(*)::int as connections, count(distinct client_addr)::int as machines
    from pg_stat_activity where datname = current_database() and application_name = 'vexil-server'`;
  return Math.max(1, row?.machines ?? 0, Math.ceil((row?.connections ?? 0) / serverConnections));
}

export const checkDatabase: Check = async (deps) => {
  const { sql } = deps.database;
  const ms = await fastestMs(() => sql`select 1`);
  const [[settings], { connections, connectionsMax: max }, workers, servers] = await Promise.all([
    sql<SettingsRow[]>`
      select current_setting('server_version') as version, current_setting('fsync') as fsync,
        current_setting('full_page_writes') as "fullPageWrites", current_setting('autovacuum') as autovacuum,
        current_setting('synchronous_commit') as commit, current_setting('shared_buffers') as buffers,
        pg_size_bytes(current_setting('shared_buffers'))::float8 as "bufferBytes"`,
    readDatabaseHealth(deps.database),
    countLivingWorkers(deps.redis, deps.keyPrefix).catch(() => 1),
    countServers(deps.database),
  ]);
  if (!settings) throw new Error('PostgreSQL did not return its settings');
  const { version, fsync, fullPageWrites, autovacuum, commit, buffers, bufferBytes } = settings;
  const used = connections.active + connections.idle + connections.inTransaction;
  const perWorker = 2 * deps.config.workerConcurrency + 4;
  const needed = servers * serverConnections + Math.max(1, workers) * perWorker + spareConnections;
  const findings: Finding[] = [
    ms > slowMs ? warning('database.slow', { version, ms }) : ok('database.answers', { version, ms }),
    ok('database.settings', { connections: max, buffers, commit }),
  ];
  if (fsync !== 'on') findings.push(fault('database.fsyncOff'));
  if (fullPageWrites !== 'on') findings.push(fault('database.fullPageWritesOff'));
  if (autovacuum !== 'on') findings.push(warning('database.autovacuumOff'));
  if (commit === 'off') findings.push(fault('database.commitOff'));
  if (bufferBytes < buffersMin) findings.push(warning('database.buffersSmall', { buffers }));
  if (max < needed) findings.push(warning('database.connectionsShort', { max, needed, servers }));
  if (used > usedPartMax * max) findings.push(warning('database.connectionsFull', { used, max }));
  else findings.push(ok('database.connections', { used, max }));
  return findings;
};

export const checkMigrations: Check = async ({ database: { sql } }) => {
  const { known, applied, unknown } = await readSchemaState(sql);
  if (unknown > 0) return [fault('migrations.newer')];
  if (applied < known) return [warning('migrations.missing', { count: known - applied })];
  return [ok('migrations.applied', { known })];
};

export const checkKey: Check = async ({ config }) => {
  try {
    await checkSecretKey(config.databaseUrl, config.secretKey);
    return [ok('key.fits')];
  } catch (error) {
    if (error instanceof WrongSecretKeyError) return [fault('key.wrong')];
    throw error;
  }
};
