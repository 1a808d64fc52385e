import { containerJobs } from '@vexil/contract/container';
import type { ContainerEngine } from '@vexil/engine/engine';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { findContainer } from './container.queries';

/** A crashed service must not be shown as running until the next sweep. Ends when the signal aborts. */
export async function watchContainers(deps: WorkerDeps, engine: ContainerEngine, signal: AbortSignal): Promise<void> {
  const check = async (id: string) => {
    const row = await findContainer(deps.db, id);
    if (row?.state === 'running') await addJob(deps, containerJobs.reconcile, {});
  };
  const warn = (error: unknown) => {
    const details = { event: 'container.watch_failed', err: error };
    deps.log.warn(details, 'Handling an engine event failed, left to the next sweep');
  };
  await engine.watch((id) => void check(id).catch(warn), signal);
}
