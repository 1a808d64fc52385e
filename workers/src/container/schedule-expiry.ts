import { containerJobs } from '@vexil/contract/container';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';

/**
 * One job for each time at which the container may expire. A worker whose clock is ahead runs it too early, and again at
 * once if it were added again, until that time has come; reconcile-containers ends what has expired by then.
 */
export async function scheduleExpiry(
  deps: Pick<WorkerDeps, 'queues' | 'clock'>,
  { id, expiresAt }: { id: string; expiresAt: Date },
): Promise<void> {
  const delayMs = Math.max(0, expiresAt.getTime() - deps.clock.now().getTime());
  const jobId = `expire-${id}-${expiresAt.getTime()}`;
  await addJob(deps, containerJobs.expire, { containerId: id }, { delayMs, jobId });
}
