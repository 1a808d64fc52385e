import { pause, throwIfAborted } from './abort';
import { LABEL } from './docker-container';
import { isMissing } from './docker-errors';
import { readServiceLines } from './docker-logs';
import { EngineError, NETWORK_MODES, type RunResult, type RunSpec } from './engine';
import { runService } from './swarm-service';
import { create, removeService, type SwarmContext, throwIfHopeless } from './swarm-start';
import { addressOf, exitCodeOf, labelsOf, stateOf } from './swarm-view';

export async function runBeside(context: SwarmContext, spec: RunSpec, signal: AbortSignal): Promise<RunResult> {
  const { docker, cluster } = context;
  const service = await cluster.findService(spec.target);
  const target = service === null ? undefined : await cluster.taskOf(service.ID);
  const at = target === undefined || stateOf(target) !== 'running' ? null : addressOf(target);
  if (service === null || at === null) throw new EngineError('notRunning', 'The instance to be joined does not run.');
  const networkMode = NETWORK_MODES.find((mode) => mode === labelsOf(service)[LABEL.mode]) ?? 'Isolated';
  const networks = [{ Target: at.network }];
  const run = runService(spec, { networkMode, address: at.address }, networks, await context.services());
  throwIfAborted(signal);
  const id = await create(context, spec.image, run);
  try {
    return await follow(context, id, spec, signal);
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new EngineError('notRunning', 'The instance ended before its run did.', { cause: error });
  } finally {
    await removeService(docker, id);
  }
}

async function follow(context: SwarmContext, id: string, spec: RunSpec, signal: AbortSignal): Promise<RunResult> {
  const { docker, cluster } = context;
  let startedAt = new Date();
  let giveUpAt = Number.POSITIVE_INFINITY;
  for (;;) {
    throwIfAborted(signal);
    const task = await cluster.taskOf(id);
    if (task === undefined) {
      const isGone = (await cluster.listParts(spec.target)).every(({ ID }) => ID !== id);
      if (isGone) throw new EngineError('notRunning', 'The instance ended before its run did.');
    } else {
      throwIfHopeless(task);
      if (stateOf(task) === 'running' && giveUpAt === Number.POSITIVE_INFINITY) {
        startedAt = new Date();
        giveUpAt = Date.now() + spec.timeoutMs;
      }
    }
    const timedOut = Date.now() >= giveUpAt;
    if (timedOut || stateOf(task) === 'exited') {
      const output = await readServiceLines(docker, id, 'all', spec.outputBytesMax);
      const exitCode = timedOut ? null : exitCodeOf(task);
      return { exitCode, timedOut, output, startedAt, endedAt: new Date() };
    }
    await pause(200);
  }
}
