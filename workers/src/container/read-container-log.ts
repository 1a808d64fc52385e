import { containerJobs } from '@vexil/contract/container';
import { putAnswer } from '@vexil/runtime/worker-request';
import { handle } from '../run-job';
import { whileEngineUp } from './engine-health';

/** For staff who wait for it; stored nowhere, because it may hold a flag. */
export const readContainerLog = handle(containerJobs.readLog, async (deps, payload) => {
  const { engine } = deps;
  const { containerId, requestId, linesMax, bytesMax } = payload;
  if (!engine) return;
  await whileEngineUp(deps.engineHealth, async () => {
    await putAnswer(deps, requestId, { text: await engine.lastLines(containerId, linesMax, bytesMax) });
  });
});
