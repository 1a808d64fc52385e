import { setTimeout as delay } from 'node:timers/promises';
import { containerJobs } from '@vexil/contract/container';
import { engineWaitMs } from '@vexil/rules/container.rules';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { announceContainer } from './container.messages';
import { listRequested, listStartsBefore, moveContainer } from './container.queries';

const lookAgainMs = 5_000;
const firstRetryMs = 500;

/**
 * Watches over the engine until the signal aborts. While it is down, it is asked again after pauses that grow to
 * `lookAgainMs`, and starts that have waited too long are given up; when it is back, what waited goes on at once.
 */
export async function monitorEngine(deps: WorkerDeps, signal: AbortSignal): Promise<void> {
  let wasUp = true;
  let pauseMs = lookAgainMs;
  while (!signal.aborted) {
    const isUp = await deps.engineHealth.check();
    pauseMs = nextPauseMs({ isUp, wasUp, pauseMs });
    try {
      if (!isUp) await giveUpStarts(deps);
      else if (!wasUp) await resumeContainers(deps);
      wasUp = isUp;
    } catch (error) {
      deps.log.warn({ err: error }, 'Containers that wait for the engine were left to the reconcile');
    }
    await delay(pauseMs, undefined, { signal }).catch(() => undefined);
  }
}

function nextPauseMs({ isUp, wasUp, pauseMs }: { isUp: boolean; wasUp: boolean; pauseMs: number }): number {
  if (isUp) return lookAgainMs;
  return wasUp ? firstRetryMs : Math.min(pauseMs * 2, lookAgainMs);
}

/** Fails the starts that have waited for the engine for `engineWaitMs`, so that whoever asked gets an answer. */
export async function giveUpStarts(deps: WorkerDeps): Promise<void> {
  const now = deps.clock.now();
  for (const { id } of await listStartsBefore(deps.db, new Date(now.getTime() - engineWaitMs))) {
    const row = await moveContainer(deps.db, id, ['requested', 'starting'], {
      state: 'failed',
      endedAt: now,
      endReason: 'engineDown',
    });
    if (row) await announceContainer(deps, row, null);
  }
}

/** After an outage: starts what waited, and compares rows and engine. */
export async function resumeContainers(deps: WorkerDeps): Promise<void> {
  for (const { id } of await listRequested(deps.db)) await addJob(deps, containerJobs.start, { containerId: id });
  await addJob(deps, containerJobs.reconcile, {});
}
