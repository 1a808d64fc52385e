import { setTimeout as sleep } from 'node:timers/promises';
import type { Deps } from '@vexil/http/deps';
import { drainWorkers, type LivingWorker, listLivingWorkers } from '@vexil/runtime/heartbeat';
import { OperateError } from '../operate-error';

const pollMs = 250;

/** The workers that the words name: ids or their beginnings, or names of machines. */
export function chooseWorkers(living: readonly LivingWorker[], words: readonly string[]): LivingWorker[] {
  const chosen = new Set<LivingWorker>();
  for (const word of words) {
    const found = living.filter(({ id, host }) => id.startsWith(word) || host === word);
    if (found.length === 0) throw new OperateError(`No living worker has the id or the machine ${word}.`);
    for (const one of found) chosen.add(one);
  }
  return [...chosen];
}

/**
 * Has the workers take no more jobs and end when theirs are done.
 * @returns those that still live when the time is over
 */
export async function drain(
  { redis, keyPrefix }: Pick<Deps, 'redis' | 'keyPrefix'>,
  workers: readonly LivingWorker[],
  timeoutMs: number,
): Promise<LivingWorker[]> {
  const ids = new Set(workers.map(({ id }) => id));
  await drainWorkers(redis, keyPrefix, [...ids]);
  for (const deadline = performance.now() + timeoutMs; ; await sleep(pollMs)) {
    const left = (await listLivingWorkers(redis, keyPrefix)).filter(({ id }) => ids.has(id));
    if (left.length === 0 || performance.now() >= deadline) return left;
  }
}
