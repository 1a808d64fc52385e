import { randomUUID } from 'node:crypto';
import { containerJobs } from '@vexil/contract/container';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { addJob } from '@vexil/runtime/queues';
import { waitForAnswer } from '@vexil/runtime/worker-request';
import { z } from 'zod';
import type { Deps } from '../deps';

const LogAnswer = z.object({ text: z.string() });
const waitMs = 10_000;

/** Only workers reach the engine. null when none answered. */
export async function requestLog(
  deps: Deps,
  containerId: string,
  limits = { linesMax: 200, bytesMax: 4096 },
): Promise<string | null> {
  if ((await countLivingWorkers(deps.redis, deps.keyPrefix)) === 0) return null;
  const requestId = randomUUID();
  await addJob(deps, containerJobs.readLog, { containerId, requestId, ...limits });
  return LogAnswer.safeParse(await waitForAnswer(deps, requestId, waitMs)).data?.text ?? null;
}
