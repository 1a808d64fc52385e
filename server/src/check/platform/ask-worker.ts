import { randomUUID } from 'node:crypto';
import { doctorJobs, WorkerFindings } from '@vexil/contract/doctor';
import type { Deps } from '@vexil/http/deps';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { addJob } from '@vexil/runtime/queues';
import { waitForAnswer } from '@vexil/runtime/worker-request';

const answerWaitMs = 12_000;

/** null when no worker runs or answers. */
export async function askWorker(deps: Deps): Promise<WorkerFindings | null> {
  if ((await countLivingWorkers(deps.redis, deps.keyPrefix)) === 0) return null;
  const requestId = randomUUID();
  await addJob(deps, doctorJobs.inspect, { requestId });
  const answer = WorkerFindings.safeParse(await waitForAnswer(deps, requestId, answerWaitMs));
  return answer.success ? answer.data : null;
}
