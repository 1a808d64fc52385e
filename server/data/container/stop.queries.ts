import type { Tx } from '@vexil/db';
import { type ContainerRow, containers } from '@vexil/db/schema/container';
import { and, inArray, type SQL } from 'drizzle-orm';

/** Of these containers those that are not stopping yet. */
export const stopContainers = (tx: Tx, which: SQL | undefined, endReason: string): Promise<ContainerRow[]> =>
  tx
    .update(containers)
    .set({ state: 'stopping', endReason })
    .where(and(which, inArray(containers.state, ['requested', 'starting', 'running'])))
    .returning();
