import { hostname } from 'node:os';
import type { HealthCondition } from '@vexil/db/enums/health-alert';
import { diskStateOf } from '@vexil/http/guard/disk-space.rules';
import type { FastifyInstance } from 'fastify';
import { readUnreachableEngines } from '../engine/engine.service';
import { readBackup } from '../overview/overview.service';

const judgingSecondsMax = 30;
const queueLengthMax = 500;
const mib = 1024 ** 2;

/** Where a condition holds, with what a message says of it: by engine, queue or machine, or by '' for what there is once. */
export type Subjects = ReadonlyMap<string, string | null>;

/** What is asked of a server. */
export type Watched = Pick<FastifyInstance, 'deps' | 'partStates' | 'queueHealth'>;

/** Conditions that could not be found out are left out. */
export type Observation = ReadonlyMap<HealthCondition, Subjects>;

const none: Subjects = new Map();
const holdsIf = (isTrue: boolean, detail: string | null = null): Subjects => (isTrue ? new Map([['', detail]]) : none);

/** Of the machine of this server. */
export async function observeOwn({ deps }: Watched): Promise<Observation> {
  const freeBytes = await deps.diskSpace.freeBytes();
  const isLow = freeBytes !== null && diskStateOf(freeBytes) !== 'ok';
  return new Map([['DiskLow', isLow ? new Map([[hostname(), String(Math.floor(freeBytes / mib))]]) : none]]);
}

/** Of what all servers share. */
export async function observeShared(app: Watched): Promise<Observation> {
  const { deps, partStates, queueHealth } = app;
  const [parts, queue, engines, backup] = await Promise.all([
    partStates(),
    queueHealth().catch(() => null),
    readUnreachableEngines(deps),
    readBackup(deps),
  ]);
  const found = new Map<HealthCondition, Subjects>([
    ['RedisDown', holdsIf(parts.redis !== 'ok', parts.redis)],
    ['StorageDown', holdsIf(parts.storage !== 'ok', parts.storage)],
    ['BackupLate', holdsIf(backup.isLate)],
  ]);
  if (!queue) return found;
  const waited = queue.oldestWaitingAnswerSeconds;
  const long = Object.entries(queue.jobs).filter(([, { waiting }]) => waiting > queueLengthMax);
  found.set('WorkerMissing', holdsIf(queue.workers === 0));
  found.set('JudgingLate', holdsIf(waited > judgingSecondsMax, String(waited)));
  found.set('QueueLong', new Map(long.map(([name, { waiting }]) => [name, String(waiting)])));
  // Without workers no engine is reported.
  if (queue.workers > 0) found.set('EngineDown', new Map(engines.map((name) => [name, null])));
  return found;
}
