import type { Executor } from '@vexil/db';
import type { SolverSettings } from '@vexil/db/enums/container';
import { type ChallengeRow, challenges, type FlagRow, flags } from '@vexil/db/schema/challenge';
import { type ContainerRow, containers, type SolverCheckRow, solverChecks } from '@vexil/db/schema/container';
import { type GameRow, games } from '@vexil/db/schema/game';
import { solverChecksMax } from '@vexil/rules/solver.rules';
import { and, asc, desc, eq, getTableColumns, inArray, isNotNull, isNull, max, ne, notInArray, sql } from 'drizzle-orm';

export interface CheckOrder {
  check: SolverCheckRow;
  challenge: ChallengeRow;
  /** null when it is gone. */
  container: ContainerRow | null;
}

const isRunning = eq(solverChecks.result, 'running');

const selectOrders = (db: Executor) =>
  db
    .select({ check: solverChecks, challenge: challenges, container: containers })
    .from(solverChecks)
    .innerJoin(challenges, eq(challenges.id, solverChecks.challengeId))
    .leftJoin(containers, eq(containers.id, solverChecks.containerId));

export async function findRunningCheck(db: Executor, id: number): Promise<CheckOrder | undefined> {
  const [row] = await selectOrders(db).where(and(eq(solverChecks.id, id), isRunning));
  return row;
}

/** Plan: solver_checks_running_idx. */
export function listRunningChecks(db: Executor): Promise<CheckOrder[]> {
  return selectOrders(db).where(isRunning).orderBy(asc(solverChecks.requestedAt));
}

/** False when an earlier run has begun, or the check has ended. */
export async function beginRun(db: Executor, { id, containerId }: SolverCheckRow, at: Date): Promise<boolean> {
  const rows = await db
    .update(solverChecks)
    .set({ startedAt: at })
    .where(
      and(
        eq(solverChecks.id, id),
        isRunning,
        isNull(solverChecks.startedAt),
        eq(solverChecks.containerId, containerId ?? ''),
      ),
    )
    .returning({ id: solverChecks.id });
  return rows.length > 0;
}

/** undefined when it has ended, or has another instance by now. */
export async function endRunningCheck(
  db: Executor,
  { id, attempts }: SolverCheckRow,
  values: Partial<SolverCheckRow>,
): Promise<SolverCheckRow | undefined> {
  const [row] = await db
    .update(solverChecks)
    .set(values)
    .where(and(eq(solverChecks.id, id), eq(solverChecks.attempts, attempts), isRunning))
    .returning();
  return row;
}

export async function deleteOldChecks(db: Executor, challengeId: number): Promise<void> {
  const kept = db
    .select({ id: solverChecks.id })
    .from(solverChecks)
    .where(eq(solverChecks.challengeId, challengeId))
    .orderBy(desc(solverChecks.id))
    .limit(solverChecksMax);
  await db
    .delete(solverChecks)
    .where(
      and(
        eq(solverChecks.challengeId, challengeId),
        notInArray(solverChecks.id, kept),
        ne(solverChecks.result, 'running'),
      ),
    );
}

export async function listSealedFlags(db: Executor, challengeId: number): Promise<Pick<FlagRow, 'sealed' | 'match'>[]> {
  const isRight = and(eq(flags.challengeId, challengeId), eq(flags.isCanary, false));
  return db.select({ sealed: flags.sealed, match: flags.match }).from(flags).where(isRight);
}

export interface ScheduledChallenge {
  challenge: ChallengeRow & { solver: SolverSettings };
  game: GameRow;
  lastRequestedAt: Date | null;
}

/** Challenges with a solver and something to start, but for those of a game's own check. */
export async function listScheduled(db: Executor): Promise<ScheduledChallenge[]> {
  const last = db
    .select({ challengeId: solverChecks.challengeId, at: max(solverChecks.requestedAt).as('at') })
    .from(solverChecks)
    .groupBy(solverChecks.challengeId)
    .as('last');
  const rows = await db
    .select({ challenge: getTableColumns(challenges), game: games, lastRequestedAt: last.at })
    .from(challenges)
    .innerJoin(games, eq(games.id, challenges.gameId))
    .leftJoin(last, eq(last.challengeId, challenges.id))
    .where(
      and(
        isNotNull(challenges.solver),
        inArray(challenges.type, ['StaticContainer', 'DynamicContainer']),
        ne(challenges.containerImage, ''),
        isNull(games.checkOf),
      ),
    )
    .orderBy(sql`${last.at} nulls first`, asc(challenges.id));
  return rows.flatMap(({ challenge, ...row }) => {
    const { solver } = challenge;
    return solver === null ? [] : [{ ...row, challenge: { ...challenge, solver } }];
  });
}
