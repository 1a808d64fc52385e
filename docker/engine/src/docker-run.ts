import { throwIfAborted } from './abort';
import { LABEL, runOptions } from './docker-container';
import { isMissing, toEngineError } from './docker-errors';
import { readLastLines } from './docker-logs';
import type { StartContext } from './docker-start';
import { addressOf, networkModeOf, stateOf } from './docker-view';
import { EngineError, type RunResult, type RunSpec } from './engine';

/** Aborting ends the run. */
export async function runToEnd(
  context: StartContext,
  { runtime, ...spec }: RunSpec & { runtime: string | undefined },
  signal: AbortSignal,
): Promise<RunResult> {
  const { connection, deployment, features, images } = context;
  await images.ensure(spec.image, signal);
  const target = await findTarget(context, spec.target);
  const { network, ...at } = target;
  const facts = await connection.facts();
  const container = await connection.docker.createContainer(
    runOptions(spec, { ...at, runtime }, { deployment, network, facts, features }),
  );
  try {
    throwIfAborted(signal);
    const startedAt = new Date();
    await container.start();
    const timedOut = await endsLate(context, container.id, spec.timeoutMs, signal);
    throwIfAborted(signal);
    if (timedOut) await container.kill().catch(() => undefined);
    const { State } = await container.inspect();
    const output = await readLastLines(connection.docker, container.id, 'all', spec.outputBytesMax);
    return { exitCode: timedOut ? null : State.ExitCode, timedOut, output, startedAt, endedAt: new Date() };
  } catch (error) {
    if (!isMissing(error)) throw error;
    throw new EngineError('notRunning', 'The instance ended before its run did.', { cause: error });
  } finally {
    await context.instances.removeContainer(container.id).catch((error: unknown) => {
      const details = { event: 'engine.cleanup_failed', err: toEngineError(error) };
      context.logger?.warn(details, 'Removing a run failed, retrying with the next sweep');
    });
  }
}

async function findTarget({ instances }: StartContext, id: string) {
  const info = await instances.findInfo(id);
  const address = info === null ? null : addressOf(info);
  const network = Object.values(info?.NetworkSettings?.Networks ?? {})[0]?.NetworkID;
  if (info === null || stateOf(info.State) !== 'running' || address === null || network === undefined) {
    throw new EngineError('notRunning', 'The instance that was to be joined does not run.');
  }
  return { network, address, networkMode: networkModeOf(info) };
}

/** Whether the container was still running after the time limit, or when the signal aborted. */
async function endsLate(
  { connection }: StartContext,
  engineId: string,
  timeoutMs: number,
  signal: AbortSignal,
): Promise<boolean> {
  const limit = AbortSignal.any([AbortSignal.timeout(timeoutMs), signal]);
  try {
    await connection.streams.getContainer(engineId).wait({ abortSignal: limit });
    return false;
  } catch (error) {
    if (limit.aborted) return true;
    throw error;
  }
}

/** Runs whose worker was killed before it removed them. */
export async function removeAbandonedRuns({ instances }: StartContext): Promise<void> {
  const isOver = (until: string | undefined) => until !== undefined && Number(until) < Date.now();
  for (const { Id, Labels } of await instances.listParts()) {
    if (isOver(Labels[LABEL.until])) await instances.removeContainer(Id);
  }
}
