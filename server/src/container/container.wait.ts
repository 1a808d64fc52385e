import type { ContainerState } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '../deps';
import { findContainer } from './container.queries';

const firstPauseMs = 60;
const pauseMsMax = 500;

/** Polls the row, because Redis may lose events; undefined when the row is gone. */
export async function waitForContainer(
  deps: Pick<Deps, 'db'>,
  id: string,
  states: readonly ContainerState[],
  timeoutMs: number,
): Promise<ContainerRow | undefined> {
  const deadline = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.4, pauseMsMax)) {
    const row = await findContainer(deps.db, id);
    if (!row || states.includes(row.state) || performance.now() > deadline) return row;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
