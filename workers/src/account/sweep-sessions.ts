import { sessions } from '@vexil/db/schema/account';
import { lt } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';

/** Deletes sessions that have ended by themselves; they open nothing any more and only fill the table. */
export async function sweepSessions(deps: WorkerDeps): Promise<void> {
  await deps.db.delete(sessions).where(lt(sessions.expiresAt, deps.clock.now()));
}
