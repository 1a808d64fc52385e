import type { ContainerCeilings } from '@vexil/contract/ceiling';
import { containerJobs } from '@vexil/contract/container';
import { invariant } from '@vexil/contract/errors';
import { isDynamic } from '@vexil/db/enums/challenge';
import type { ContainerEndDetail, ContainerRow } from '@vexil/db/schema/container';
import { type ContainerEngine, type ContainerSpec, EngineError, type RunningContainer } from '@vexil/engine/engine';
import { waitUntilReady } from '@vexil/engine/probe';
import { diskLimitMiB, findBreaches } from '@vexil/rules/ceiling.rules';
import { containerEnvironment } from '@vexil/rules/container.rules';
import { generateTestFlag } from '@vexil/rules/flag-template.rules';
import { publish } from '@vexil/runtime/live';
import { addJob } from '@vexil/runtime/queues';
import type { WorkerDeps } from '../deps';
import { handle, type JobRun } from '../run-job';
import { announceContainer } from './container.messages';
import { countStart } from './container.metrics';
import {
  addActivity,
  type ContainerOrder,
  findContainer,
  findOrder,
  moveContainer,
  readCeilings,
} from './container.queries';
import { isOutage } from './engine-health';

const readyTimeoutMs = 30_000;
const lastLinesLengthMax = 2048;
const MIB = 1024 * 1024;
// Only these may succeed with a retry.
const retryable: readonly EngineError['code'][] = ['engineDown', 'noCapacity', 'aborted'];

/** Starts a requested container and waits until it answers; a failure leaves nothing unwanted in the engine. */
export const startContainer = handle(containerJobs.start, async (deps, { containerId }, run) => {
  const order = await findOrder(deps.db, containerId);
  if (!order) return;
  const { engine } = deps;
  if (!engine) return fail(deps, order, 'noEngine');
  const ceilings = await readCeilings(deps.db);
  const { challenge, container } = order;
  const [breach] = findBreaches({ ...challenge, containerImage: container.image }, ceilings);
  if (breach) return fail(deps, order, 'ceilingExceeded', { ...breach });
  if (!deps.engineHealth.isUp()) return waitForEngine(deps, order);
  const taken = await moveContainer(deps.db, containerId, ['requested', 'starting'], { state: 'starting' });
  if (!taken) return;
  await announceContainer(deps, taken, order.userName);
  const spec = specOf(deps, order, ceilings);
  try {
    await requireFreeDisk(deps, engine);
    const started = await startAndProbe(engine, spec, run);
    await settle(deps, engine, order, started);
  } catch (error) {
    // Leftovers are removed after the outage.
    if (await isOutage(deps.engineHealth, error)) return waitForEngine(deps, order);
    const isRetryable = error instanceof EngineError && retryable.includes(error.code);
    await stopUnwanted(deps, engine, containerId, isRetryable ? ['starting', 'running'] : ['running']);
    if (!(error instanceof EngineError)) throw error;
    const { code, message } = error;
    const event = 'container.start_failed';
    deps.log.warn({ event, ...namesOf(order), code, reason: message, status: 'Failed' }, 'A container did not start');
    if (isRetryable) throw error;
    await fail(deps, order, code, failureDetail(order, spec, error));
  }
});

/** Throws EngineError diskFull while the engine's disk has less room than the settings ask for. */
async function requireFreeDisk({ config }: WorkerDeps, engine: ContainerEngine): Promise<void> {
  const free = await engine.freeDisk();
  const wanted = config.containerDiskFreeMinMiB;
  if (free === null || free >= wanted * MIB) return;
  const freeMiB = Math.floor(free / MIB);
  throw new EngineError(
    'diskFull',
    `The engine’s disk has ${freeMiB} MiB left, less than CONTAINER_DISK_FREE_MIN, ${wanted}.`,
  );
}

/** Log fields of a container, without its id, which gives access to the proxy. */
function namesOf({ container, teamId, userName }: ContainerOrder) {
  const { gameId, challengeId, participationId } = container;
  return { gameId, challengeId, teamId, participationId, userName };
}

/** For organisers. Output of a team's container is left out, because it may contain the solution. */
function failureDetail(
  { container }: ContainerOrder,
  { env }: ContainerSpec,
  { exitCode, logTail }: EngineError,
): ContainerEndDetail {
  if (container.kind !== 'Test' || !logTail) return { exitCode };
  const lines = env.FLAG ? logTail.replaceAll(env.FLAG, '(flag)') : logTail;
  return { exitCode, lastLines: lines.slice(-lastLinesLengthMax) };
}

/** Returns the row to `requested`; the engine monitor starts or fails it. */
async function waitForEngine(deps: WorkerDeps, { container, userName }: ContainerOrder): Promise<void> {
  const row = await moveContainer(deps.db, container.id, ['requested', 'starting'], { state: 'requested' });
  if (row) await announceContainer(deps, row, userName);
}

async function startAndProbe(engine: ContainerEngine, spec: ContainerSpec, run: JobRun): Promise<RunningContainer> {
  const container = await engine.start(spec, run.signal);
  await waitUntilReady(engine, container, { timeoutMs: readyTimeoutMs, intervalMs: 250, signal: run.signal });
  return container;
}

function specOf(deps: WorkerDeps, order: ContainerOrder, ceilings: ContainerCeilings): ContainerSpec {
  const { container, challenge, teamChallenge, teamId } = order;
  const flag = flagOf(deps, { container, challenge, teamChallenge });
  return {
    id: container.id,
    image: container.image,
    env: containerEnvironment({
      flag,
      teamId: teamId ?? 'admin',
      userId: container.accountId,
      challengeId: challenge.id,
      gameId: challenge.gameId,
    }),
    labels: {
      TeamId: `${teamId ?? 'admin'}`,
      ChallengeId: `${challenge.id}`,
      ...(container.accountId ? { UserId: container.accountId } : {}),
    },
    exposePort: challenge.exposePort,
    memoryMiB: challenge.memoryLimitMiB,
    cpuTenths: challenge.cpuTenths,
    storageMiB: diskLimitMiB(challenge.storageLimitMiB, ceilings),
    readOnlyRoot: challenge.readOnlyRoot,
    tmpfsMiB: challenge.tmpfsMiB,
    networkMode: challenge.networkMode,
    ...(container.isProxy ? { publishOn: deps.config.containerProxyHost } : {}),
  };
}

function flagOf(
  deps: WorkerDeps,
  order: Pick<ContainerOrder, 'container' | 'challenge' | 'teamChallenge'>,
): string | null {
  const { container, challenge, teamChallenge } = order;
  if (!isDynamic(challenge.type)) return null;
  if (container.kind === 'Test') {
    const template = challenge.flagTemplateSealed ? deps.sealing.unseal(challenge.flagTemplateSealed) : null;
    return generateTestFlag(template, { randomInt: deps.random.integer, randomUuid: deps.random.uuid });
  }
  invariant(teamChallenge?.flagSealed, 'A dynamic container is requested only after its flag was handed out.');
  return deps.sealing.unseal(teamChallenge.flagSealed);
}

async function settle(
  deps: WorkerDeps,
  engine: ContainerEngine,
  order: ContainerOrder,
  started: RunningContainer,
): Promise<void> {
  const now = deps.clock.now();
  const lifetimeMs = order.container.expiresAt.getTime() - order.container.requestedAt.getTime();
  const { row, activityId } = await deps.db.transaction(async (tx) => {
    const moved = await moveContainer(tx, started.id, ['starting'], {
      state: 'running',
      engineId: started.engineId,
      ...addressOf(order.container, started),
      startedAt: now,
      expiresAt: new Date(now.getTime() + lifetimeMs),
    });
    if (!moved || moved.kind === 'Test') return { row: moved, activityId: null };
    const { challenge } = order;
    const id = await addActivity(tx, {
      gameId: moved.gameId,
      type: 'ContainerStart',
      values: [`${challenge.id}`, challenge.title],
      participationId: moved.participationId,
      accountId: moved.accountId,
      happenedAt: now,
    });
    return { row: moved, activityId: id };
  });
  if (!row) return stopUnwanted(deps, engine, started.id);
  countStart(deps, row, 'started');
  await addJob(deps, containerJobs.expire, { containerId: row.id }, { delayMs: lifetimeMs });
  await announceContainer(deps, row, order.userName);
  const message = `A container of ${order.challenge.title} was started`;
  deps.log.info({ event: 'container.started', ...namesOf(order), status: 'Success' }, message);
  if (activityId !== null) await publish(deps, `monitor:${row.gameId}`, 'ReceivedGameEvent', { ids: [activityId] });
}

/** Addresses to store; a proxied container has no public port, only servers reach it. */
function addressOf({ isProxy }: ContainerRow, started: RunningContainer): Partial<ContainerRow> {
  if (isProxy) return { internalHost: started.host, internalPort: started.hostPort, publicPort: null };
  return { internalHost: started.internalHost, internalPort: started.internalPort, publicPort: started.hostPort };
}

/**
 * A running container belongs to another run of this job, and so may a starting one: after a retryable failure a later
 * run takes it over, or the deadline ends it.
 */
async function stopUnwanted(
  deps: WorkerDeps,
  engine: ContainerEngine,
  id: string,
  kept: readonly ContainerRow['state'][] = ['running'],
): Promise<void> {
  const now = await findContainer(deps.db, id);
  if (now && kept.includes(now.state)) return;
  await engine.stop(id);
}

async function fail(
  deps: WorkerDeps,
  { container, userName }: ContainerOrder,
  endReason: string,
  endDetail: ContainerEndDetail | null = null,
): Promise<void> {
  const changes: Partial<ContainerRow> = { state: 'failed', endedAt: deps.clock.now(), endReason, endDetail };
  const row = await moveContainer(deps.db, container.id, ['requested', 'starting'], changes);
  if (!row) return;
  countStart(deps, row, endReason);
  await announceContainer(deps, row, userName);
}
