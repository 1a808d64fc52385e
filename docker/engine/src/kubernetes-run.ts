import { pause, throwIfAborted } from './abort';
import { LABEL } from './docker-container';
import { EngineError, NETWORK_MODES, type RunResult, type RunSpec } from './engine';
import { isMissing } from './kubernetes-connection';
import { readPodLines } from './kubernetes-logs';
import { MAIN, runPod } from './kubernetes-objects';
import { create, type KubernetesContext } from './kubernetes-start';
import { exitCodeOf, roleOf, stateOf } from './kubernetes-view';

async function awaitEnd(
  { connection, objects: { namespace } }: KubernetesContext,
  name: string,
  giveUpAt: number,
  signal: AbortSignal,
): Promise<Pick<RunResult, 'exitCode' | 'timedOut'>> {
  for (;;) {
    throwIfAborted(signal);
    const pod = await connection.core.readNamespacedPod({ namespace, name });
    if (pod.metadata?.deletionTimestamp !== undefined) {
      throw new EngineError('notRunning', 'The instance ended before its run did.');
    }
    const hasExited = stateOf(pod) === 'exited';
    if (hasExited || Date.now() >= giveUpAt) return { exitCode: exitCodeOf(pod), timedOut: !hasExited };
    await pause(200);
  }
}

export async function runBeside(context: KubernetesContext, spec: RunSpec, signal: AbortSignal): Promise<RunResult> {
  const { objects, instances } = context;
  const main = (await instances.pods(spec.target)).find((pod) => roleOf(pod) === MAIN);
  const address = main?.status?.podIP;
  if (main === undefined || stateOf(main) !== 'running' || address === undefined) {
    throw new EngineError('notRunning', 'The instance to be joined does not run.');
  }
  const networkMode = NETWORK_MODES.find((mode) => mode === main.metadata?.labels?.[LABEL.mode]) ?? 'Isolated';
  const pod = runPod(spec, { networkMode, address }, objects);
  const name = pod.metadata?.name ?? '';
  try {
    await create(context, pod, signal);
    const startedAt = new Date();
    const { exitCode, timedOut } = await awaitEnd(context, name, Date.now() + spec.timeoutMs, signal);
    const output = await readPodLines(context, name, undefined, spec.outputBytesMax);
    return { exitCode, timedOut, output, startedAt, endedAt: new Date() };
  } catch (error) {
    const isRemoved = error instanceof EngineError && error.code === 'aborted' && !signal.aborted;
    if (!isMissing(error) && !isRemoved) throw error;
    throw new EngineError('notRunning', 'The instance ended before its run did.', { cause: error });
  } finally {
    await instances.removePod(name);
  }
}
