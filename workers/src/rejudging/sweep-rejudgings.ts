import { rejudgingJobs } from '@vexil/contract/rejudging';
import { listUncomputed } from '@vexil/data/rejudging/rejudging.queries';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';

export async function sweepRejudgings(deps: WorkerDeps): Promise<void> {
  for (const { id } of await listUncomputed(deps.db)) await addJob(deps, rejudgingJobs.compute, { rejudgingId: id });
}
