// A check plays in a copy of its game. The process that made the copy renews a key in Redis every few seconds; a sweep
// removes copies without that key.

import { containerJobs } from '@vexil/contract/container';
import { deleteCheckCopy, stopContainersOfCopy } from '@vexil/data/game/check-copy.queries';
import type { BaseDeps } from './deps';
import { addJob } from './queues';

const aliveSeconds = 30;
export const aliveEveryMs = 5_000;

type AliveDeps = Pick<BaseDeps, 'redis' | 'keyPrefix'>;

const aliveKey = ({ keyPrefix }: AliveDeps, copyId: number) => `${keyPrefix}game-check-alive:${copyId}`;

export const sayAlive = async (deps: AliveDeps, copyId: number): Promise<void> => {
  await deps.redis.set(aliveKey(deps, copyId), '1', 'EX', aliveSeconds);
};

export const isAlive = async (deps: AliveDeps, copyId: number): Promise<boolean> =>
  (await deps.redis.exists(aliveKey(deps, copyId))) === 1;

/** Asks workers to stop what runs. Returns whether nothing runs any more. */
export async function stopCopy(deps: Pick<BaseDeps, 'db' | 'queues'>, copyId: number): Promise<boolean> {
  const ids = await stopContainersOfCopy(deps.db, copyId);
  for (const containerId of ids) await addJob(deps, containerJobs.stop, { containerId });
  return ids.length === 0;
}

export const deleteCopy = (deps: Pick<BaseDeps, 'db'>, copyId: number): Promise<void> =>
  deps.db.transaction((tx) => deleteCheckCopy(tx, copyId));
