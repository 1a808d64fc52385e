import type { ContainerState } from '@vexil/db/enums/container';
import type { ContainerRow } from '@vexil/db/schema/container';
import type { Deps } from '@vexil/http/deps';
import { findContainer } from './container.queries';

/** Reads the row whenever its topic is received, as it is by each poll; undefined when it is gone. */
export async function waitForContainer(
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
