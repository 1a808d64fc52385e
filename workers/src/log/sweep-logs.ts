import { logRetention } from '@vexil/contract/log';
import { logs } from '@vexil/db/schema/log';
import { desc, lt, lte, or, sql } from 'drizzle-orm';
import type { WorkerDeps } from '../deps';

const dayMs = 24 * 3600 * 1000;

/** Deletes lines that are too old, and the oldest beyond the number that is kept. */
export async function sweepLogs(
  deps: WorkerDeps,
  retention: { days: number; rows: number } = logRetention,
): Promise<void> {
  const oldest = new Date(deps.clock.now().getTime() - retention.days * dayMs);
  const beyond = deps.db.select({ id: logs.id }).from(logs).orderBy(desc(logs.id)).offset(retention.rows).limit(1);
  await deps.db.delete(logs).where(or(lt(logs.time, oldest), lte(logs.id, sql`(${beyond})`)));
}
