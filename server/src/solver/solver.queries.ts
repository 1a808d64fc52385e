import type { Executor } from '@vexil/db';
import { accounts } from '@vexil/db/schema/account';
import { type ContainerRow, containers, type SolverCheckRow, solverChecks } from '@vexil/db/schema/container';
import { solverChecksMax } from '@vexil/rules/solver.rules';
import { and, desc, eq } from 'drizzle-orm';

export interface CheckWithFacts {
  check: SolverCheckRow;
  container: ContainerRow | null;
  userName: string | null;
}

export function listChecks(db: Executor, challengeId: number): Promise<CheckWithFacts[]> {
  return db
    .select({ check: solverChecks, container: containers, userName: accounts.userName })
    .from(solverChecks)
    .leftJoin(containers, eq(containers.id, solverChecks.containerId))
    .leftJoin(accounts, eq(accounts.id, solverChecks.accountId))
    .where(eq(solverChecks.challengeId, challengeId))
    .orderBy(desc(solverChecks.id))
    .limit(solverChecksMax);
}

export async function findOutput(
  db: Executor,
  { gameId, challengeId, checkId }: { gameId: number; challengeId: number; checkId: number },
): Promise<Pick<SolverCheckRow, 'outputSealed'> | undefined> {
  const [row] = await db
    .select({ outputSealed: solverChecks.outputSealed })
    .from(solverChecks)
    .where(
      and(eq(solverChecks.id, checkId), eq(solverChecks.challengeId, challengeId), eq(solverChecks.gameId, gameId)),
    );
  return row;
}
