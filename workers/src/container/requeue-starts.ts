import type { WorkerDeps } from '../deps';
import { announceContainer } from './container.messages';
import { requeueUnfinished } from './container.queries';

/** Starts on an engine that does not answer wait for a place again, at their old position. */
export async function requeueStarts(deps: WorkerDeps, engine: string): Promise<void> {
  for (const row of await requeueUnfinished(deps.db, engine)) await announceContainer(deps, row, null);
}
