import { setTimeout as delay } from 'node:timers/promises';
import { containerJobs } from '@vexil/contract/container';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { reportEngine } from './report-engine';
import { requeueStarts } from './requeue-starts';

const checkEveryMs = 5_000;
const firstRetryMs = 500;

/** Checks and reports an engine until the signal aborts; while it is down with backoff up to `checkEveryMs`. */
export async function monitorEngine(deps: WorkerDeps, reached: WorkerEngine, signal: AbortSignal): Promise<void> {
  let wasUp = true;
  let pauseMs = checkEveryMs;
  while (!signal.aborted) {
    const isUp = await reached.health.check();
    pauseMs = nextPauseMs({ isUp, wasUp, pauseMs });
    try {
      const isNew = await reportEngine(deps, reached);
      if (!isUp) await leaveEngine(deps, reached.name);
      else if (!wasUp || isNew) await resumeContainers(deps);
      wasUp = isUp;
    } catch (error) {
      const details = { event: 'engine.report_failed', engine: reached.name, err: error };
      deps.log.warn(details, 'Reporting the state of a container engine failed, retrying with the next check');
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function nextPauseMs({ isUp, wasUp, pauseMs }: { isUp: boolean; wasUp: boolean; pauseMs: number }): number {
  if (isUp) return checkEveryMs;
  return wasUp ? firstRetryMs : Math.min(pauseMs * 2, checkEveryMs);
}

/** Starts that are not done go to another engine, or wait for this one. */
async function leaveEngine(deps: WorkerDeps, engine: string): Promise<void> {
  await requeueStarts(deps, engine);
  await addJob(deps, containerJobs.place, {});
}

export async function resumeContainers(deps: WorkerDeps): Promise<void> {
  await addJob(deps, containerJobs.place, {});
  await addJob(deps, containerJobs.reconcile, {});
}
