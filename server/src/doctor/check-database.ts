import { readSchemaState } from '@vexil/db/migrate';
import { checkSecretKey, WrongSecretKeyError } from '@vexil/db/secret-key';
import { pingDatabase, readDatabaseHealth } from '@vexil/runtime/database.queries';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { countServerPools, readDatabaseSettings } from './doctor.queries';
import { type Check, type Finding, fastestMs, fault, ok, warning } from './finding';

const slowMs = 100;
const buffersMin = 128 * 1024 ** 2;
const usedPartMax = 0.8;
const serverConnections = 16;
/** For the command line, backups and superusers. */
const spareConnections = 10;

export const checkDatabase: Check = async (deps) => {
  const { sql } = deps.database;
  const ms = await fastestMs(() => pingDatabase(sql));
  const [settings, { connections, connectionsMax: max }, workers, { connections: pooled, machines }] =
    await Promise.all([
      readDatabaseSettings(sql),
      readDatabaseHealth(deps.database),
      countLivingWorkers(deps.redis, deps.keyPrefix).catch(() => 1),
      countServerPools(sql),
    ]);
  const { version, fsync, fullPageWrites, autovacuum, commit, buffers, bufferBytes } = settings;
  // A pool closes idle connections, so machines count as well.
  const servers = Math.max(1, machines, Math.ceil(pooled / serverConnections));
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
