import { containerJobs } from '@vexil/contract/container';
import type { ContainerEndDetail, ContainerRow } from '@vexil/db/schema/container';
import { type ContainerSpec, EngineError, type RunningContainer } from '@vexil/engine/engine';
import { waitUntilReady } from '@vexil/engine/probe';
import { findBreaches } from '@vexil/rules/ceiling.rules';
import { startAttemptsMax } from '@vexil/rules/container.rules';
import { imagesOf, readContainerOptions } from '@vexil/rules/container-options.rules';
import { pullErrorOf } from '@vexil/rules/image-pull.rules';
import { announceContainers } from '@vexil/runtime/container-announce';
import { addEngineJob, addJob } from '@vexil/runtime/queues';
import type { WorkerDeps, WorkerEngine } from '../deps';
import { handle, type JobRun } from '../run-job';
import {
  beginRun,
  type ContainerOrder,
  findContainer,
  findOrder,
  moveContainer,
  readCeilings,
  requeueRun,
  type StartRun,
} from './container.queries';
import { addressesOf, flagOf, type SpecFacts, specOf } from './container-spec';
import { isOutage } from './engine-health';
import { storeFailed, storePresent } from './engine-image.queries';
import { reportEngine } from './report-engine';
import { reportFailed } from './report-failed';
import { isFromPool, settleStart } from './settle-start';
import { holdStart } from './start-leases';

const lastLinesLengthMax = 2048;
const MIB = 1024 * 1024;
/** A later run may succeed. */
const retryable: readonly EngineError['code'][] = ['engineDown', 'noCapacity', 'imagePullFailed', 'aborted'];

/** `fence` is this run of the start: once the row has another engine or a later run, this one changes nothing more. */
interface Attempt extends SpecFacts {
  reached: WorkerEngine;
  spec: ContainerSpec;
  fence: StartRun;
}

/** Starts a placed container and waits until it answers; a failure leaves nothing unwanted in the engine. */
export const startContainer = handle(containerJobs.start, async (deps, { containerId, isTakenOver }, run) => {
  const [order, ceilings] = await Promise.all([findOrder(deps.db, containerId), readCeilings(deps.db)]);
  if (!order) return;
  const { container, challenge } = order;
  if (container.engine === null) return addJob(deps, containerJobs.place, {});
  const reached = deps.engines.get(container.engine);
  if (!reached) return addEngineJob(deps, container.engine, containerJobs.start, { containerId, isTakenOver });
  const [breach] = findBreaches({ ...challenge, containerImage: container.image }, ceilings);
  if (breach) return fail(deps, order, { code: 'ceilingExceeded', detail: { ...breach } });
  const release = await holdStart(deps, { containerId, engine: reached.name, attempt: container.attempts + 1 });
  try {
    if (!reached.health.isUp()) return await requeue(deps, reached, order, container);
    const taken = await beginRun(deps.db, containerId, container);
    if (!taken) return;
    const options = readContainerOptions(challenge.containerOptions);
    const facts = { order, options, ceilings, settings: reached.settings, flag: flagOf(deps, order) };
    const attempt: Attempt = { ...facts, reached, spec: specOf(deps, facts), fence: taken };
    await announceContainers(deps, [taken]);
    if (isTakenOver && container.engineId === null) await removeHalfMade(attempt);
    await startAndSettle(deps, attempt, run).catch((error: unknown) => handleFailure(deps, attempt, error));
  } finally {
    await release();
  }
});

/** What the lost worker created and did not start would be waited for. */
async function removeHalfMade({ reached: { engine }, spec }: Attempt): Promise<void> {
  const found = await engine.inspect(spec.id);
  if (found !== null && found.state !== 'running') await engine.stop(spec.id, { atOnce: true });
}

async function startAndSettle(deps: WorkerDeps, attempt: Attempt, run: JobRun): Promise<void> {
  const { reached, spec, options, order, flag } = attempt;
  const { engine } = reached;
  const { container } = order;
  await requireFreeDisk(deps, engine);
  const started = await engine.start(spec, run.signal);
  // It answered before it was given to the team; one that was lost meanwhile has been made anew.
  const isReady = isFromPool(container) && container.engineId === started.engineId;
  const changes = { engineId: started.engineId, ...(isReady || container.kind === 'Warm' ? {} : { specHash: null }) };
  // From here on a worker that takes over finds the container complete.
  if (!(await moveContainer(deps.db, spec.id, ['starting'], changes, attempt.fence)))
    return stopUnwanted(deps, attempt);
  await storePresent(deps.db, reached.name, imagesOf(spec.image, options), deps.clock.now());
  if (flag !== null && options.flagDelivery === 'file') {
    await engine.writeFile(spec.id, options.flagPath, Buffer.from(`${flag}\n`));
  }
  if (!isReady) await waitUntilStarted(attempt, started, run);
  const row = await settleStart(deps, order, attempt.fence, addressesOf(order, options, reached.settings, started));
  if (row === undefined) await stopUnwanted(deps, attempt);
}

function waitUntilStarted({ reached, options }: Attempt, started: RunningContainer, run: JobRun): Promise<void> {
  const { kind, path, timeoutSeconds } = options.readiness;
  const readiness = kind === 'http' ? { path } : undefined;
  return waitUntilReady(reached.engine, started, {
    timeoutMs: timeoutSeconds * 1000,
    signal: run.signal,
    readiness,
    intervalMs: 250,
  });
}

/** Throws EngineError diskFull while the engine's disk has less room than the settings ask for. */
async function requireFreeDisk({ config }: WorkerDeps, engine: WorkerEngine['engine']): Promise<void> {
  const wanted = config.containerDiskFreeMinMiB;
  const free = wanted === 0 ? null : await engine.freeDisk();
  if (free === null || free >= wanted * MIB) return;
  const freeMiB = Math.floor(free / MIB);
  throw new EngineError(
    'diskFull',
    `The engine’s disk has ${freeMiB} MiB left, less than CONTAINER_DISK_FREE_MIN, ${wanted}.`,
  );
}

async function handleFailure(deps: WorkerDeps, attempt: Attempt, error: unknown): Promise<void> {
  const { reached, order } = attempt;
  // Leftovers are removed after the outage.
  if (await isOutage(reached.health, error)) return requeue(deps, reached, order, attempt.fence);
  const isRetried =
    error instanceof EngineError &&
    retryable.includes(error.code) &&
    (error.code === 'aborted' || attempt.fence.attempts < startAttemptsMax);
  await stopUnwanted(deps, attempt, { isRetried });
  if (!(error instanceof EngineError)) throw error;
  const { code, message: reason } = error;
  await storeFailedPull(deps, attempt, error);
  if (isRetried) {
    // One line for a start in the log of staff, at its last run.
    const facts = { challengeId: order.container.challengeId, engine: reached.name, code, reason };
    deps.log.debug({ event: 'container.start_retried', ...facts }, 'A container did not start yet');
    throw Object.assign(error, { isLogged: true });
  }
  await fail(deps, order, { code, detail: failureDetail(attempt, error), reason }, attempt.fence);
}

const pullErrors: readonly EngineError['code'][] = ['imageMissing', 'imageDenied', 'imagePullFailed'];

/** Shows organisers which image it was, on which engine. */
async function storeFailedPull(
  deps: WorkerDeps,
  { reached, spec, options }: Attempt,
  error: EngineError,
): Promise<void> {
  if (!pullErrors.includes(error.code)) return;
  const images = imagesOf(spec.image, options);
  const present = await Promise.all(images.map((image) => reached.engine.hasImage(image).catch(() => false)));
  const missing = images.filter((_, index) => !present[index]);
  const now = deps.clock.now();
  for (const image of missing) {
    await storeFailed(deps.db, reached.name, [image], { error: pullErrorOf(error, image), now });
  }
}

/** For organisers. Output of a team's container is left out, because it may contain the solution. */
function failureDetail(
  { order: { container }, spec, options, flag }: Attempt,
  { code, exitCode, logTail }: EngineError,
): ContainerEndDetail {
  const seconds = code === 'unreachable' ? { seconds: options.readiness.timeoutSeconds } : {};
  if (container.kind !== 'Test' || !logTail) return { exitCode, ...seconds };
  const secrets = [flag, spec.env.FLAG].filter((one) => one);
  const lines = secrets.reduce((text: string, one) => text.replaceAll(one ?? '', '(flag)'), logTail);
  return { exitCode, ...seconds, lastLines: lines.slice(-lastLinesLengthMax) };
}

/** The engine is down: the row waits for a place again, which must not be this engine. */
async function requeue(
  deps: WorkerDeps,
  reached: WorkerEngine,
  { container }: ContainerOrder,
  fence: StartRun,
): Promise<void> {
  await reportEngine(deps, reached);
  const row = await requeueRun(deps.db, container.id, fence);
  if (!row) return;
  await announceContainers(deps, [row]);
  await addJob(deps, containerJobs.place, {});
}

/**
 * What another run on this engine made, or has settled, is left alone, and so is what a later run of a retried one takes
 * over. Once the row has another engine, what is here is unwanted whatever its state.
 */
async function stopUnwanted(
  deps: WorkerDeps,
  { reached, spec, fence }: Attempt,
  { isRetried = false }: { isRetried?: boolean } = {},
): Promise<void> {
  const now = await findContainer(deps.db, spec.id);
  const isHere = now?.engine === reached.name;
  if (isHere && now.state === 'running') return;
  if (isHere && now.state === 'starting' && (isRetried || now.attempts !== fence.attempts)) return;
  await reached.engine.stop(spec.id);
}

async function fail(
  deps: WorkerDeps,
  { container }: ContainerOrder,
  { code, detail, reason }: { code: string; detail: ContainerEndDetail; reason?: string },
  fence: StartRun = container,
): Promise<void> {
  const ended: Partial<ContainerRow> = { endedAt: deps.clock.now(), endReason: code, endDetail: detail };
  const changes: Partial<ContainerRow> = { state: 'failed', ...ended };
  const row = await moveContainer(deps.db, container.id, ['requested', 'starting'], changes, fence);
  if (!row) return;
  await reportFailed(deps, [row], reason);
  await addJob(deps, containerJobs.place, {});
}
