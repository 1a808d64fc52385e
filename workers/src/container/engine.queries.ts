import type { Executor } from '@vexil/db';
import { type EngineRow, engines } from '@vexil/db/schema/container';
import { asc, sql } from 'drizzle-orm';

type Report = Pick<EngineRow, 'name' | 'kind' | 'isUp' | 'lastError' | 'isLimited' | 'startsMax'> &
  Partial<Pick<EngineRow, 'memoryMiB' | 'cpuTenths' | 'runtimes'>>;

/**
 * By the clock of the database, which all workers share. Leaves the state, which administrators set, and what is absent,
 * since an engine that is down does not say its size. True for one that no worker had reported.
 */
export async function storeReport(db: Executor, report: Report): Promise<boolean> {
  const { name: _, ...facts } = report;
  const [row] = await db
    .insert(engines)
    .values(report)
    .onConflictDoUpdate({ target: engines.name, set: { ...facts, seenAt: sql`now()` } })
    .returning({ isNew: sql<boolean>`xmax = 0` });
  return row?.isNew ?? false;
}

export interface ListedEngine {
  name: string;
  state: EngineRow['state'];
  /** Since a worker reported it. */
  unseenSeconds: number;
}

export function listEngines(db: Executor): Promise<ListedEngine[]> {
  const unseenSeconds = sql<number>`extract(epoch from now() - ${engines.seenAt})::float8`;
  return db
    .select({ name: engines.name, state: engines.state, unseenSeconds })
    .from(engines)
    .orderBy(asc(engines.name));
}
