import { DomainError, retryIn } from '@vexil/contract/errors';
import { type QueuePosition, readQueue } from '@vexil/data/container/placement.queries';
import type { ContainerState } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { waitingStartsMax } from '@vexil/rules/container.rules';
import { playerFailure } from './container.failure';
import { countWaiting } from './container.queries';
import { waitForContainer } from './container.wait';

const startWaitMs = 100_000;
/** A start that has no place by then, because there is no room, is answered at once. */
const fullWaitMs = 2_000;
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
    const place = await findPlace(deps, id);
    if (place?.isFull) throw stillWaiting('container.full', place);
  }
  const isPending = early && !startedStates.includes(early.state);
  const row = isPending ? await started(startWaitMs - fullWaitMs) : early;
  if (row?.state === 'running') return row;
  if (row && !startedStates.includes(row.state)) {
    throw stillWaiting('container.stillWaiting', (await findPlace(deps, id)) ?? { position: 0, waitSeconds: null });
  }
  throw row ? failureOf(row) : new DomainError('container.startFailed');
}

export const isWaiting = ({ state, engine }: Pick<ContainerRow, 'state' | 'engine'>) =>
  state === 'requested' && engine === null;

async function findPlace(deps: Deps, id: string): Promise<QueuePosition | undefined> {
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
