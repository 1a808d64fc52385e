import type { ContainerState } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '../deps';
import { findContainer } from './container.queries';

const firstPauseMs = 60;
const pauseMsMax = 500;

/**
 * Waits until a worker has brought the container into one of the states. Gives undefined when the row is gone and the
 * row as it stands when the time is up. It looks at the row itself: that is right even when Redis was emptied or no
 * message came, and a start costs a handful of look-ups by primary key.
 */
export async function waitForContainer(
  deps: Pick<Deps, 'db'>,
  id: string,
  states: readonly ContainerState[],
  timeoutMs: number,
): Promise<ContainerRow | undefined> {
  const giveUpAt = performance.now() + timeoutMs;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(pauseMs * 1.4, pauseMsMax)) {
    const row = await findContainer(deps.db, id);
    if (!row || states.includes(row.state) || performance.now() > giveUpAt) return row;
    await new Promise((resolve) => setTimeout(resolve, pauseMs));
  }
}
