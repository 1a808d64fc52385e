import type { ContainerRow } from '@vexil/db/schema/container';
import type { WorkerDeps } from '../deps';

/** `outcome` is `started` or the reason of the failure. */
export function countStart({ metrics, clock }: WorkerDeps, row: ContainerRow, outcome: string): void {
  metrics.containerStarts.inc({ outcome });
  if (outcome !== 'started') return;
  metrics.containerStartSeconds.observe(Math.max(0, clock.now().getTime() - row.requestedAt.getTime()) / 1000);
}
