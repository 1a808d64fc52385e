import { DomainError, retryIn } from '@vexil/contract/errors';
import { type QueuePosition, readQueue } from '@vexil/data/container/placement.queries';
import type { ContainerState } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { waitingStartsMax } from '@vexil/rules/container.rules';
import { playerFailure } from './container.failure';
import { countWaiting, findContainer } from './container.queries';

const startWaitMs = 100_000;
/** A start that is not placed by then, because there is no room, is answered at once. */
const fullWaitMs = 2_000;
const stopWaitMs = 40_000;
const retrySeconds = 30;
const startedStates: readonly ContainerState[] = ['running', 'stopping', 'destroyed', 'failed'];

/**
 * Resolves with the running row. `failureOf` maps a failed start to an error. A start that still waits stays in the
 * queue, and ContainerChanged reports it later.
 */
export async function waitForStart(
  deps: Deps,
  requested: ContainerRow,
  failureOf: (row: ContainerRow) => DomainError = playerFailure,
): Promise<ContainerRow> {
  const { id } = requested;
  const started = (timeoutMs: number) => waitForContainer(deps, id, startedStates, timeoutMs);
  const early = await started(fullWaitMs);
  if (early && isWaiting(early)) {
    const queued = await findQueued(deps, id);
    if (queued?.isFull) throw stillWaiting('container.full', queued);
  }
  const isPending = early && !startedStates.includes(early.state);
  const row = isPending ? await started(startWaitMs - fullWaitMs) : early;
  if (row?.state === 'running') return row;
  if (row && !startedStates.includes(row.state)) {
    throw stillWaiting('container.stillWaiting', (await findQueued(deps, id)) ?? { position: 0, waitSeconds: null });
  }
  throw row ? failureOf(row) : new DomainError('container.startFailed');
}

export const isWaiting = ({ state, engine }: Pick<ContainerRow, 'state' | 'engine'>) =>
  state === 'requested' && engine === null;

/** Positions of those that wait, none where none does. */
export async function readQueueOf(
  { db }: Pick<Deps, 'db'>,
  rows: readonly Pick<ContainerRow, 'state' | 'engine'>[],
  now: Date,
): Promise<ReadonlyMap<string, QueuePosition>> {
  return rows.some(isWaiting) ? readQueue(db, now) : new Map();
}

async function findQueued(deps: Deps, id: string): Promise<QueuePosition | undefined> {
  return (await readQueue(deps.db, deps.clock.now())).get(id);
}

function stillWaiting(
  code: 'container.full' | 'container.stillWaiting',
  { position, waitSeconds }: Pick<QueuePosition, 'position' | 'waitSeconds'>,
): DomainError {
  return new DomainError(code, { params: { position }, retryAfterSeconds: waitSeconds ?? retrySeconds });
}

export async function requireQueueRoom(deps: Deps, now: Date): Promise<void> {
  if ((await countWaiting(deps.db, now)) >= waitingStartsMax) throw queueFull();
}

function queueFull(): DomainError {
  return new DomainError('container.queueFull', retryIn(retrySeconds));
}

/** Reads the row whenever its topic is received, as it is by each poll; undefined when it is gone. */
async function waitForContainer(
  deps: Pick<Deps, 'db' | 'topics'>,
  id: string,
  states: readonly ContainerState[],
  timeoutMs: number,
): Promise<ContainerRow | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (;;) {
    const leftMs = deadline - performance.now();
    // Before the row is read, so that no move falls between.
    const moved = deps.topics.next(`container:${id}`, Math.max(0, leftMs));
    const row = await findContainer(deps.db, id);
    if (!row || states.includes(row.state) || leftMs <= 0) return row;
    await moved;
  }
}

/** Resolves when it is gone. Throws `container.stopFailed`. */
export async function waitForStop(deps: Pick<Deps, 'db' | 'topics' | 'log'>, id: string): Promise<void> {
  const ended = await waitForContainer(deps, id, ['destroyed', 'failed'], stopWaitMs);
  if (ended?.state !== 'stopping') return;
  const { gameId, challengeId, participationId } = ended;
  const facts = { gameId, challengeId, participationId, status: 'Failed' };
  deps.log.warn({ event: 'container.stop_timed_out', ...facts }, 'Container was not stopped within 40 s');
  throw new DomainError('container.stopFailed');
}
