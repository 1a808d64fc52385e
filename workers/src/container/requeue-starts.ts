import { announceContainers } from '@vexil/runtime/container-announce';
import type { WorkerDeps } from '../deps';
import { requeueUnfinished } from './container.queries';

/** Starts on an engine that does not answer wait for a place again, at their old position. */
export async function requeueStarts(deps: WorkerDeps, engine: string): Promise<void> {
  await announceContainers(deps, await requeueUnfinished(deps.db, engine));
}
