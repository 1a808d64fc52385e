// What servers and workers share about solver checks: an organiser asks for one, and a sweep begins those that are due.

import type { Database, Executor } from '@vexil/db';
import type { SolverResult, SolverSettings } from '@vexil/db/enums/container';
import type { ChallengeRow } from '@vexil/db/schema/challenge';
import { containers, type SolverCheckRow, solverChecks } from '@vexil/db/schema/container';
import { instanceSize, readContainerOptions } from '@vexil/rules/container-options.rules';
import { solverInstanceMs, solverSize } from '@vexil/rules/solver.rules';
import { and, eq } from 'drizzle-orm';

interface CheckedChallenge
  extends Pick<ChallengeRow, 'id' | 'gameId' | 'containerImage' | 'memoryLimitMiB' | 'cpuTenths' | 'containerOptions'> {
  solver: SolverSettings;
}

interface NewCheck {
  challenge: CheckedChallenge;
  /** Who asked for it; null for a scheduled one. */
  accountId: string | null;
  at: Date;
}

/** A fresh instance for a solver, which is placed with it. It has no address for players. */
async function insertCheckInstance(db: Executor, id: string, { challenge, accountId, at }: NewCheck): Promise<void> {
  const size = instanceSize(challenge, readContainerOptions(challenge.containerOptions));
  await db.insert(containers).values({
    id,
    kind: 'Check',
    gameId: challenge.gameId,
    challengeId: challenge.id,
    accountId,
    image: challenge.containerImage.trim(),
    memoryMiB: size.memoryMiB + solverSize.memoryMiB,
    cpuTenths: size.cpuTenths + solverSize.cpuTenths,
    isProxy: true,
    requestedAt: at,
    expiresAt: new Date(at.getTime() + solverInstanceMs(challenge.solver)),
  });
}

/** Places have to be given after the commit. undefined while another check of the challenge runs. */
export async function createSolverCheck(
  db: Executor,
  random: { uuid(): string },
  { challenge, accountId, at }: NewCheck,
): Promise<SolverCheckRow | undefined> {
  const containerId = random.uuid();
  const { id: challengeId, gameId, solver } = challenge;
  const [check] = await db
    .insert(solverChecks)
    .values({ gameId, challengeId, accountId, containerId, image: solver.image, requestedAt: at })
    .onConflictDoNothing()
    .returning();
  if (check) await insertCheckInstance(db, containerId, { challenge, accountId, at });
  return check;
}

/** Asks for another instance of a check whose worker was lost, unless another worker has. */
export async function repeatSolverCheck(
  db: Executor,
  random: { uuid(): string },
  check: Pick<SolverCheckRow, 'id' | 'attempts'>,
  again: NewCheck,
): Promise<void> {
  const containerId = random.uuid();
  const isSame = and(
    eq(solverChecks.id, check.id),
    eq(solverChecks.attempts, check.attempts),
    eq(solverChecks.result, 'running'),
  );
  const changes = { containerId, startedAt: null, attempts: check.attempts + 1 };
  const rows = await db.update(solverChecks).set(changes).where(isSame).returning({ id: solverChecks.id });
  if (rows.length > 0) await insertCheckInstance(db, containerId, again);
}

export interface FailingCheck {
  id: number;
  gameId: number;
  title: string;
  result: Exclude<SolverResult, 'running' | 'passed'>;
  /** Unix milliseconds. */
  at: number;
}

/**
 * Challenges that teams see or will see, and whose last check did not pass; of all games without an id. Plan: challenges
 * with a solver are few; solver_checks_challenge_idx for each.
 */
export const listFailingChecks = ({ sql }: Pick<Database, 'sql'>, now: Date, gameId: number | null = null) => sql<
  FailingCheck[]
>`
  select c.id, c.game_id as "gameId", c.title, k.result,
    floor(extract(epoch from k.ended_at) * 1000)::float8 as at
  from challenges c
  join games g on g.id = c.game_id
  cross join lateral (
    select result, ended_at from solver_checks where challenge_id = c.id and result <> 'running'
    order by id desc limit 1
  ) k
  where c.solver is not null and (c.is_enabled or c.release_at is not null) and k.result <> 'passed'
    and (g.practice_mode or g.end_at > coalesce(g.paused_at, ${now.toISOString()}::timestamptz)) and g.check_of is null
    and (${gameId}::int is null or c.game_id = ${gameId}::int)
  order by c.id`;
