import { setTimeout as delay } from 'node:timers/promises';
import { containerJobs } from '@vexil/contract/container';
import { engineWaitMs } from '@vexil/rules/container.rules';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { announceContainer } from './container.messages';
import { countStart } from './container.metrics';
import { listRequested, listStartsBefore, moveContainer } from './container.queries';

const checkEveryMs = 5_000;
const firstRetryMs = 500;

/** Checks the engine until the signal aborts; while it is down with backoff up to `checkEveryMs`. */
export async function monitorEngine(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  let wasUp = true;
  let pauseMs = checkEveryMs;
  while (!signal.aborted) {
    const isUp = await deps.engineHealth.check();
    pauseMs = nextPauseMs({ isUp, wasUp, pauseMs });
    try {
      if (!isUp) await giveUpStarts(deps);
      else if (!wasUp) await resumeContainers(deps);
      wasUp = isUp;
    } catch (error) {
      const details = { event: 'container.resume_failed', err: error };
      deps.log.warn(details, 'Resuming containers failed, left to the next sweep');
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function nextPauseMs({ isUp, wasUp, pauseMs }: { isUp: boolean; wasUp: boolean; pauseMs: number }): number {
  if (isUp) return checkEveryMs;
  return wasUp ? firstRetryMs : Math.min(pauseMs * 2, checkEveryMs);
}

/** Fails the starts that have waited for the engine for `engineWaitMs`, so that their callers get an answer. */
export async function giveUpStarts(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { id } of await listStartsBefore(deps.db, new Date(now.getTime() - engineWaitMs))) {
    const row = await moveContainer(deps.db, id, ['requested', 'starting'], {
      state: 'failed',
      endedAt: now,
      endReason: 'engineDown',
    });
    if (!row) continue;
    countStart(deps, row, 'engineDown');
    await announceContainer(deps, row, null);
  }
}

export async function resumeContainers(deps: WorkerDeps): Promise<void> {
  for (const { id } of await listRequested(deps.db)) await addJob(deps, containerJobs.start, { containerId: id });
  await addJob(deps, containerJobs.reconcile, {});
}
