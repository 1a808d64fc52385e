import { containerJobs } from '@vexil/contract/container';
import { putAnswer } from '@vexil/runtime/worker-request';
import { handle } from '../run-job';
import { findContainer } from './container.queries';
import { whileEngineUp } from './engine-health';

/** For staff who wait for it; stored nowhere, because it may hold a flag. */
export const readContainerLog = handle(containerJobs.readLog, async (deps, payload) => {
  const { containerId, requestId, linesMax, bytesMax } = payload;
  const row = await findContainer(deps.db, containerId);
  const reached = deps.engines.get(row?.engine ?? '');
  if (!reached) return;
  await whileEngineUp(reached.health, async () => {
    await putAnswer(deps, requestId, { text: await reached.engine.lastLines(containerId, linesMax, bytesMax) });
  });
});
