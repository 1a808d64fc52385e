import { DomainError } from '@vexil/contract/errors';
import { isEngineSeen } from '@vexil/data/container/placement.queries';
import type { Executor, Tx } from '@vexil/db';
import { liveContainerStates } from '@vexil/db/enums/container';
import { type ContainerRow, containers, type EngineRow, engines } from '@vexil/db/schema/container';
import { and, asc, count, eq, getTableColumns, inArray, isNull, not, or, type SQL, sql } from 'drizzle-orm';

interface EngineLoad {
  running: number;
  starting: number;
  waiting: number;
  ending: number;
  memoryUsedMiB: number;
  cpuUsedTenths: number;
}

export interface LoadedEngine extends EngineLoad {
  engine: EngineRow;
  /** Whether a worker has reported it lately. */
  isSeen: boolean;
}

const inState = (state: ContainerRow['state']) =>
  sql<number>`count(*) filter (where ${containers.state} = ${state})::int`;

/** Plan: containers_live_idx. */
export async function listEngines(db: Executor, name?: string): Promise<LoadedEngine[]> {
  const load = db
    .select({
      engine: containers.engine,
      running: inState('running').as('running'),
      starting: inState('starting').as('starting'),
      waiting: inState('requested').as('waiting'),
      ending: inState('stopping').as('ending'),
      memoryUsedMiB: sql<number>`coalesce(sum(${containers.memoryMiB}), 0)::int`.as('memory_used_mib'),
      cpuUsedTenths: sql<number>`coalesce(sum(${containers.cpuTenths}), 0)::int`.as('cpu_used_tenths'),
    })
    .from(containers)
    .where(inArray(containers.state, [...liveContainerStates]))
    .groupBy(containers.engine)
    .as('load');
  const of = (column: typeof load.running) => sql<number>`coalesce(${column}, 0)`;
  return db
    .select({
      engine: getTableColumns(engines),
      isSeen: isEngineSeen,
      running: of(load.running),
      starting: of(load.starting),
      waiting: of(load.waiting),
      ending: of(load.ending),
      memoryUsedMiB: of(load.memoryUsedMiB),
      cpuUsedTenths: of(load.cpuUsedTenths),
    })
    .from(engines)
    .leftJoin(load, eq(load.engine, engines.name))
    .where(name === undefined ? undefined : eq(engines.name, name))
    .orderBy(asc(engines.name));
}

/** Throws `engine.notFound`. */
export async function getEngine(db: Executor, name: string): Promise<LoadedEngine> {
  const [found] = await listEngines(db, name);
  if (!found) throw new DomainError('engine.notFound');
  return found;
}

async function listNames(db: Executor, where: SQL | undefined): Promise<string[]> {
  const rows = await db.select({ name: engines.name }).from(engines).where(where).orderBy(asc(engines.name));
  return rows.map(({ name }) => name);
}

/** Names of those that a worker reports and that take nothing new. */
export const listDrained = (db: Executor): Promise<string[]> =>
  listNames(db, and(eq(engines.state, 'draining'), isEngineSeen));

/** Names of those that should take instances and do not answer, or are reported by no worker. */
export const listUnreachable = (db: Executor): Promise<string[]> =>
  listNames(db, and(eq(engines.state, 'active'), or(not(engines.isUp), not(isEngineSeen))));

/** Plan: containers_waiting_idx. */
export async function countUnplaced(db: Executor): Promise<number> {
  const [row] = await db
    .select({ waiting: count() })
    .from(containers)
    .where(and(eq(containers.state, 'requested'), isNull(containers.engine)));
  return row?.waiting ?? 0;
}

export async function updateEngineState(tx: Tx, name: string, state: EngineRow['state']): Promise<void> {
  await tx.update(engines).set({ state }).where(eq(engines.name, name));
}

/** Ends what is left on an engine, without the engine. What was ending keeps its reason. */
export function endContainersOn(tx: Tx, engine: string, at: Date): Promise<ContainerRow[]> {
  return tx
    .update(containers)
    .set({
      state: 'destroyed',
      endedAt: at,
      endReason: sql`coalesce(${containers.endReason}, 'engineRemoved')`,
      publicPort: null,
    })
    .where(and(eq(containers.engine, engine), inArray(containers.state, [...liveContainerStates])))
    .returning();
}
