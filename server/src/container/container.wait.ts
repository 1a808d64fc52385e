import type { ContainerState } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { findContainer } from './container.queries';

const firstPauseMs = 250;
const pauseMsMax = 1_000;

/** Reads the row after each message about it, and by itself, because Redis may lose one; undefined when it is gone. */
export async function waitForContainer(
  deps: Pick<Deps, 'db' | 'containerMoves'>,
  id: string,
  states: readonly ContainerState[],
  timeoutMs: number,
): Promise<ContainerRow | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.4, pauseMsMax)) {
    const leftMs = deadline - performance.now();
    // Before the row is read, so that no move falls between.
    const moved = deps.containerMoves.next(id, Math.max(0, Math.min(pauseMs, leftMs)));
    const row = await findContainer(deps.db, id);
    if (!row || states.includes(row.state) || leftMs <= 0) return row;
    await moved;
  }
}
