import { containerJobs } from '@vexil/contract/container';
import { addEngineJob } from '@vexil/runtime/queues';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { findContainer } from './container.queries';

/** An engine may report an end a moment before it lists it. */
const listedAfterMs = 500;

/** A crashed service must not be shown as running until the next sweep. Ends when the signal aborts. */
export async function watchContainers(
  deps: WorkerDeps,
  { name, engine }: WorkerEngine,
  signal: AbortSignal,
): Promise<void> {
  const check = async (id: string) => {
    const row = await findContainer(deps.db, id);
    if (row?.state !== 'running') return;
    await addEngineJob(deps, name, containerJobs.reconcileEngine, { engine: name }, { delayMs: listedAfterMs });
  };
  const warn = (error: unknown) => {
    const details = { event: 'container.watch_failed', err: error };
    deps.log.warn(details, 'Handling an engine event failed, left to the next sweep');
  };
  await engine.watch((id) => void check(id).catch(warn), signal);
}
