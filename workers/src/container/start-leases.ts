// A worker that dies in mid-start is found by its lease, seconds before the queue would find its job stalled: each worker
// renews one lease, and each start under way names its worker. Both are in Redis; when that is emptied, the queue and the
// comparison with the engine find the start instead.

import { setTimeout as delay } from 'node:timers/promises';
import { containerJobs } from '@vexil/contract/container';
import { addEngineJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { findContainer } from './container.queries';

const leaseMs = 2_500;
const renewEveryMs = 700;

/** One run of a start: a later one, and one on another engine, has a lease of its own. */
export interface StartLease {
  containerId: string;
  engine: string;
  attempt: number;
}

type LeaseDeps = Pick<WorkerDeps, 'redis' | 'keyPrefix' | 'workerId'>;

const leaseKey = (keyPrefix: string, workerId: string) => `${keyPrefix}start-lease:${workerId}`;
/** Workers of earlier releases keep theirs, by container, under `container-starts`. */
const startsKey = (keyPrefix: string) => `${keyPrefix}container-start-runs`;
const fieldOf = ({ containerId, engine, attempt }: StartLease) => `${containerId}:${attempt}:${engine}`;

function readField(field: string): StartLease {
  const [containerId = '', attempt = '', engine = ''] = field.split(':');
  return { containerId, attempt: Number(attempt), engine };
}

const changeScript = `
if redis.call('HGET', KEYS[1], ARGV[1]) ~= ARGV[2] then return 0 end
if ARGV[3] == '' then redis.call('HDEL', KEYS[1], ARGV[1]) else redis.call('HSET', KEYS[1], ARGV[1], ARGV[3]) end
return 1`;

/** Changes who does a start, if that is still `from`; an empty `to` takes it out. */
async function changeHolder(deps: LeaseDeps, field: string, from: string, to: string): Promise<boolean> {
  return (await deps.redis.eval(changeScript, 1, startsKey(deps.keyPrefix), field, from, to)) === 1;
}

/** Names this worker as the one that does the run, until the returned function is called. */
export async function holdStart(deps: LeaseDeps, lease: StartLease): Promise<() => Promise<void>> {
  const field = fieldOf(lease);
  await deps.redis.hset(startsKey(deps.keyPrefix), field, deps.workerId);
  return async () => {
    await changeHolder(deps, field, deps.workerId, '');
  };
}

export async function renewLease({ redis, keyPrefix, workerId }: LeaseDeps): Promise<void> {
  await redis.set(leaseKey(keyPrefix, workerId), '1', 'PX', leaseMs);
}

/** Puts the starts of workers without a lease into the queue again. */
export async function takeOverStarts(deps: WorkerDeps): Promise<void> {
  const starts = Object.entries(await deps.redis.hgetall(startsKey(deps.keyPrefix)));
  const holders = [...new Set(starts.map(([, holder]) => holder))];
  if (holders.length === 0) return;
  const leases = await deps.redis.mget(holders.map((holder) => leaseKey(deps.keyPrefix, holder)));
  const lost = new Set(holders.filter((_, index) => leases[index] === null));
  for (const [field, holder] of starts) {
    // This worker holds it until the job is added, so that no other adds it as well.
    if (!lost.has(holder) || !(await changeHolder(deps, field, holder, deps.workerId))) continue;
    await takeOver(deps, readField(field));
    await changeHolder(deps, field, deps.workerId, '');
  }
}

async function takeOver(deps: WorkerDeps, { containerId, engine, attempt }: StartLease): Promise<void> {
  const row = await findContainer(deps.db, containerId);
  const isUnfinished = row?.state === 'requested' || row?.state === 'starting';
  // A lease is taken just before its run begins.
  const isLastRun = row?.attempts === attempt || row?.attempts === attempt - 1;
  if (!isUnfinished || row.engine !== engine || !isLastRun) return;
  const { gameId, challengeId, participationId } = row;
  const facts = { gameId, challengeId, participationId, engine };
  deps.log.warn({ event: 'container.start_taken_over', ...facts }, 'Taking over a start of a lost worker');
  deps.metrics.containerTakeovers.inc();
  await addEngineJob(deps, engine, containerJobs.start, { containerId, isTakenOver: true });
}

/** Renews this worker's lease and looks for lost ones until the signal aborts. */
export async function keepLease(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await renewLease(deps);
      await takeOverStarts(deps);
    } catch (error) {
      deps.log.debug({ event: 'container.lease_failed', err: error }, 'Renewing the lease failed');
    }
    await delay(renewEveryMs, undefined, { signal }).catch(() => undefined);
  }
}
