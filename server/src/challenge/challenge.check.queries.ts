import type { LastCheck } from '@vexil/contract/solver';
import type { Executor } from '@vexil/db';
import { challenges } from '@vexil/db/schema/challenge';
import { solverChecks } from '@vexil/db/schema/container';
import { desc, eq } from 'drizzle-orm';

/** By challenge. Plan: challenges_game_id_idx, then solver_checks_challenge_idx for each. */
export async function listLastChecks(db: Executor, gameId: number): Promise<Map<number, LastCheck>> {
  const { challengeId, result, requestedAt, endedAt } = solverChecks;
  const rows = await db
    .selectDistinctOn([challengeId], { challengeId, result, requestedAt, endedAt })
    .from(solverChecks)
    .innerJoin(challenges, eq(challenges.id, challengeId))
    .where(eq(challenges.gameId, gameId))
    .orderBy(challengeId, desc(solverChecks.id));
  return new Map(
    rows.map((row) => [row.challengeId, { result: row.result, at: (row.endedAt ?? row.requestedAt).getTime() }]),
  );
}
