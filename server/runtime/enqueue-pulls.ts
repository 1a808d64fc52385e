import { containerJobs } from '@vexil/contract/container';
import { addEngineJob, type Queues } from './queues';

/** After the commit of the request. */
export async function enqueuePulls(deps: { queues: Queues }, names: readonly string[]): Promise<void> {
  for (const engine of names) await addEngineJob(deps, engine, containerJobs.pullImages, { engine });
}
