import { pingDatabase, readDatabaseHealth } from '@vexil/runtime/database.queries';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { type Finding, fastestMs, fault, ok, type PlatformCheck, warning } from '../check';
import { countServerPools, readDatabaseSettings } from './platform.queries';

const slowMs = 100;
const buffersMin = 128 * 1024 ** 2;
const usedPartMax = 0.8;
const serverConnections = 16;
/** For the command line, backups and superusers. */
const spareConnections = 10;

export const database: PlatformCheck = {
  name: 'database',
  audience: 'platform',
  probe: ({ database }) => pingDatabase(database.sql),
  async ask({ deps }) {
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
  },
};
