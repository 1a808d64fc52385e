import { logRetention } from '@vexil/contract/log';
import type { WorkerDeps } from '../deps';
import { deleteOldLogs } from './log.queries';

const dayMs = 24 * 3600 * 1000;

export async function sweepLogs(
  deps: WorkerDeps,
  retention: { days: number; rows: number } = logRetention,
): Promise<void> {
  await deleteOldLogs(deps.db, new Date(deps.clock.now().getTime() - retention.days * dayMs), retention.rows);
}
