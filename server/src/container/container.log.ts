import { randomUUID } from 'node:crypto';
import { containerJobs } from '@vexil/contract/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { countLivingWorkers } from '@vexil/runtime/heartbeat';
import { addEngineJob } from '@vexil/runtime/queues';
import { waitForAnswer } from '@vexil/runtime/worker-request';
import { z } from 'zod';

const LogAnswer = z.object({ text: z.string() });
const waitMs = 10_000;

/** Only workers reach the engine. null when none answered; empty before the container has an engine. */
export async function requestLog(
  deps: Deps,
  { id: containerId, engine }: Pick<ContainerRow, 'id' | 'engine'>,
  limits = { linesMax: 200, bytesMax: 4096 },
): Promise<string | null> {
  if (engine === null) return '';
  if ((await countLivingWorkers(deps.redis, deps.keyPrefix)) === 0) return null;
  const requestId = randomUUID();
  await addEngineJob(deps, engine, containerJobs.readLog, { containerId, requestId, ...limits });
  return LogAnswer.safeParse(await waitForAnswer(deps, requestId, waitMs)).data?.text ?? null;
}
