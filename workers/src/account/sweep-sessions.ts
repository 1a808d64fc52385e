import type { WorkerDeps } from '../deps';
import { deleteExpiredSessions } from './session.queries';

export async function sweepSessions(deps: WorkerDeps): Promise<void> {
  await deleteExpiredSessions(deps.db, deps.clock.now());
}
