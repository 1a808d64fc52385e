import { containerJobs } from '@vexil/contract/container';
import type { ContainerEngine } from '@vexil/engine/engine';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { findContainer } from './container.queries';

/**
 * Has the reconcile look as soon as the engine tells of an end nobody asked for, so that a crashed service is not shown
 * as running until the next sweep. Ends when the signal aborts.
 */
export async function watchContainers(deps: WorkerDeps, engine: ContainerEngine, signal: AbortSignal): Promise<void> {
  const look = async (id: string) => {
    const row = await findContainer(deps.db, id);
    if (row?.state === 'running') await addJob(deps, containerJobs.reconcile, {});
  };
  const warn = (error: unknown) => deps.log.warn({ err: error }, 'The end of a container was left to the reconcile');
  await engine.watch((id) => void look(id).catch(warn), signal);
}
